package dev.sheaf.expr.fold;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Typing;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Folding and the other tools that planners take expressions apart with.
class FoldingTest {
    private static final Schema SCHEMA = Schema.of(
            new Field("a", DataType.BOOL),
            new Field("b", DataType.BOOL),
            new Field("x", DataType.INT32),
            new Field("y", DataType.INT8),
            new Field("full", DataType.INT32, false),
            new Field("name", DataType.STRING));
    private static final Expr A = col("a");
    private static final Expr B = col("b");
    private static final Expr X = col("x");

    private static void folds(Expr expr, Expr expected) {
        assertThat(Folding.fold(expr, SCHEMA)).isEqualTo(expected);
    }

    @Test
    void constantsAreComputed() {
        folds(lit(1).plus(2).times(3), lit(9));
        folds(X.gt(lit(1).plus(2)), X.gt(3));
        folds(call(Function.UPPER, lit("x")), lit("X"));
        folds(sum(X.times(lit(1).plus(1))), sum(X.times(2)));
        folds(lit("2024-01-31").cast(DataType.DATE), lit(java.time.LocalDate.of(2024, 1, 31)));
    }

    @Test
    void rangesThatHoldNothingAreUnknownForNullsAndFalseForAllElse() {
        Expr unknown = new Expr.Literal(null, DataType.BOOL);
        folds(X.ge(5).and(X.lt(3)), X.isNull().and(unknown));
        folds(X.gt(5).and(A).and(X.le(5)), call(Function.AND, A, X.isNull(), unknown));
        folds(X.eq(5).and(X.eq(6)), X.isNull().and(unknown));
        folds(col("name").ge("b").and(col("name").le("a")), col("name").isNull().and(unknown));
        folds(col("full").gt(5).and(col("full").lt(5)), lit(false));
        Expr oneValue = X.ge(5).and(X.le(5));
        folds(oneValue, oneValue);
        Expr others = X.ge(5).and(col("y").lt(3));
        folds(others, others);
        Expr mixed = call(Function.IS_NOT_DISTINCT_FROM, X, lit(4));
        folds(call(Function.AND, X.ge(5), X.lt(3), mixed), call(Function.AND, mixed, X.isNull(), unknown));
    }

    @Test
    void constantsThatFailAreLeft() {
        Expr fails = lit("x").cast(DataType.INT32);
        folds(fails, fails);
        folds(when(A).then(fails).otherwise(1), when(A).then(fails).otherwise(1));
    }

    @Test
    void nullIsInNothingWhateverThatWouldRaise() {
        Expr nothing = new Expr.Literal(null, DataType.INT64);
        Expr fails = lit(Long.MAX_VALUE).plus(lit(1L));
        folds(nothing.in(fails), new Expr.Literal(null, DataType.BOOL));
        folds(nothing.in(fails, X.plus(Integer.MAX_VALUE)), new Expr.Literal(null, DataType.BOOL));
        folds(X.cast(DataType.INT64).in(fails, 1L), X.cast(DataType.INT64).in(fails, 1L));
    }

    @Test
    void aComputedConstantKeepsItsType() {
        folds(col("y").plus(lit(1).cast(DataType.INT32)), col("y").plus(lit(1).cast(DataType.INT32)));
        assertThat(Typing.typeOf(Folding.fold(col("y").plus(lit(1).plus(1)), SCHEMA), SCHEMA))
                .isEqualTo(DataType.INT32);
    }

    @Test
    void functionsOfAChoiceOfConstantsAreComputedForEach() {
        Expr choice = when(A).then("low").when(B).then("middle").otherwise("high");
        folds(choice.eq("low"), when(A).then(true).when(B).then(false).otherwise(false));
        folds(
                call(Function.UPPER, choice),
                when(A).then("LOW").when(B).then("MIDDLE").otherwise("HIGH"));
        folds(choice.gt("a"), lit(true));
        folds(choice.eq(col("name")), choice.eq(col("name")));
        Expr unknown = when(A).then("low").otherwise(new Expr.Literal(null, DataType.STRING));
        folds(unknown.eq("low"), when(A).then(true).otherwise(new Expr.Literal(null, DataType.BOOL)));
        Expr numbers = when(A).then("1").otherwise("x");
        folds(numbers.cast(DataType.INT32), numbers.cast(DataType.INT32));
    }

    @Test
    void conditionsAreSimplified() {
        folds(A.and(lit(true)), A);
        folds(A.and(lit(false)), lit(false));
        folds(A.or(lit(true)), lit(true));
        folds(A.or(lit(false)), A);
        folds(A.and(A), A);
        folds(A.not().not(), A);
        folds(X.lt(1).not(), X.ge(1));
        folds(A.isNull().not(), A.isNotNull());
        folds(lit(1).lt(X), X.gt(1));
        folds(X.lt(null), new Expr.Literal(null, DataType.BOOL));
        folds(X.in(5), X.eq(5));
        folds(A.and(lit(true).or(B)), A);
    }

    @Test
    void columnsWithoutNullsAreNeverNull() {
        folds(col("full").isNull(), lit(false));
        folds(col("full").isNotNull().and(A), A);
        folds(X.isNull(), X.isNull());
    }

    @Test
    void whatIsNullWhereOneColumnIsIsNotComputedToBeTested() {
        folds(call(Function.UPPER, col("name")).isNull(), col("name").isNull());
        folds(X.cast(DataType.STRING).isNotNull(), X.isNotNull());
        folds(X.gt(3).not().isNull(), X.isNull());
        folds(X.cast(DataType.FLOAT64).plus(1.5).times(2).gt(3).isNull(), X.isNull());
        folds(col("full").cast(DataType.STRING).isNull(), lit(false));
        folds(X.mod(2).isNull(), X.isNull());
        folds(call(Function.INT_DIVIDE, X.cast(DataType.INT64), 13).isNull(), X.isNull());
        List.of(X.mod(0), X.mod(col("y")), X.plus(col("y")), A.and(B), new Expr.Cast(col("name"), DataType.INT32, true))
                .forEach(computed -> folds(computed.isNull(), computed.isNull()));
    }

    @Test
    void whatMayFailIsComputedToBeTestedForNull() {
        List.of(
                        X.plus(1),
                        X.times(2).gt(3),
                        col("name").cast(DataType.INT32),
                        col("full").negate())
                .forEach(computed -> folds(computed.isNull(), computed.isNull()));
    }

    @Test
    void decidedBranchesOfACaseAreDropped() {
        folds(when(lit(true)).then(X).otherwise(1), X);
        folds(when(lit(false)).then(X).otherwise(1), lit(1));
        folds(
                when(A).then(1).when(lit(true)).then(2).otherwise(3),
                when(A).then(1).otherwise(2));
        folds(when(lit(true)).then(col("y")).otherwise(X), col("y").cast(DataType.INT32));
    }

    @Test
    void conjunctsComeInOrder() {
        assertThat(Conjuncts.split(A.and(B.and(X.gt(1))))).containsExactly(A, B, X.gt(1));
        assertThat(Conjuncts.split(A.or(B))).containsExactly(A.or(B));
        assertThat(Conjuncts.join(List.of())).isEmpty();
        assertThat(Conjuncts.join(List.of(A))).isEqualTo(Optional.of(A));
        assertThat(Conjuncts.join(Conjuncts.split(A.and(B)))).isEqualTo(Optional.of(A.and(B)));
    }

    @Test
    void columnsAreFoundEverywhere() {
        Expr expr = sum(when(A).then(X).otherwise(col("full"))).filter(B.and(X.in(1, col("y"))));
        assertThat(ExprColumns.of(expr)).containsExactly("a", "x", "full", "b", "y");
        assertThat(ExprColumns.of(lit(1))).isEmpty();
    }

    @Test
    void columnsAreReplaced() {
        Expr expr = X.plus(1).gt(col("y")).as("more");
        Expr replaced = ExprRewrite.mapColumns(
                expr, name -> name.equals("x") ? A.cast(DataType.INT8).as("x") : col(name));
        assertThat(replaced)
                .isEqualTo(A.cast(DataType.INT8).plus(1).gt(col("y")).as("more"));
        assertThat(ExprRewrite.mapColumns(X, name -> A.as(name))).isEqualTo(A.as("x"));
    }
}
