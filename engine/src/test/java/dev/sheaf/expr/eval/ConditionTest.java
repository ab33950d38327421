package dev.sheaf.expr.eval;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.when;
import static dev.sheaf.expr.eval.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Sample;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Comparisons, three-valued logic, and the choices among values.
class ConditionTest {
    private static final Expr A = col("a");
    private static final Expr B = col("b");
    private static final @Nullable Boolean[] TRUTHS = {true, false, null};

    private static @Nullable Object truths(Expr expr, @Nullable Boolean a, @Nullable Boolean b) {
        return value(expr, "a:bool", a, "b:bool", b);
    }

    private static @Nullable Object doubles(Expr expr, double a, double b) {
        return value(expr, "a:float64", a, "b:float64", b);
    }

    private static @Nullable Object strings(Expr expr, @Nullable String a, @Nullable String b) {
        return value(expr, "a:string", a, "b:string", b);
    }

    @Test
    void andIsFalseIfOneIsFalseElseNullIfOneIsNull() {
        @Nullable Boolean[] expected = {true, false, null, false, false, false, null, false, null};
        for (int i = 0; i < expected.length; i++) {
            assertThat(truths(A.and(B), TRUTHS[i / 3], TRUTHS[i % 3])).isEqualTo(expected[i]);
        }
    }

    @Test
    void orIsTrueIfOneIsTrueElseNullIfOneIsNull() {
        @Nullable Boolean[] expected = {true, true, true, true, false, null, true, null, null};
        for (int i = 0; i < expected.length; i++) {
            assertThat(truths(A.or(B), TRUTHS[i / 3], TRUTHS[i % 3])).isEqualTo(expected[i]);
        }
    }

    @Test
    void testsOfTruthAreNeverNull() {
        Function[] functions = {
            Function.IS_TRUE, Function.IS_NOT_TRUE, Function.IS_FALSE, Function.IS_NOT_FALSE, Function.IS_NULL
        };
        boolean[][] expected = {
            {true, false, false, true, false}, {false, true, true, false, false}, {false, true, false, true, true}
        };
        for (int i = 0; i < TRUTHS.length; i++) {
            for (int j = 0; j < functions.length; j++) {
                assertThat(truths(call(functions[j], A), TRUTHS[i], null)).isEqualTo(expected[i][j]);
            }
        }
        assertThat(truths(A.not(), null, null)).isNull();
    }

    /// A choice keeps nothing of the rows of the batch before.
    @Test
    void choicesFilterBatchesOfFewerRows() {
        Schema schema = Schema.of(new Field("a", DataType.BOOL), new Field("b", DataType.BOOL));
        for (Expr choice : List.of(when(A).then(A).otherwise(B), coalesce(A, B), call(Function.GREATEST, A, B))) {
            RowFilter filter = RowFilter.compile(choice, schema);
            try (MemoryPool pool = MemoryPool.withLimit(1 << 20)) {
                for (int rows : new int[] {100, 2}) {
                    List<@Nullable Object> trues = Collections.nCopies(rows, true);
                    try (Table batch =
                            Sample.plain(schema, List.of(trues, trues)).build(pool)) {
                        assertThat(filter.select(batch, new int[rows], pool)).isEqualTo(rows);
                    }
                }
            }
        }
    }

    @Test
    void numbersOfAllTypesCompare() {
        assertThat(value(A.eq(B), "a:decimal(10, 2)", new BigDecimal("1.50"), "b:float64", 1.5))
                .isEqualTo(true);
        assertThat(value(
                        A.lt(B),
                        "a:decimal(10, 3)",
                        new BigDecimal("1.005"),
                        "b:decimal(4, 2)",
                        new BigDecimal("1.01")))
                .isEqualTo(true);
        assertThat(value(A.gt(B), "a:uint64", new BigInteger("18446744073709551615"), "b:int64", -1L))
                .isEqualTo(true);
        assertThat(value(A.lt(B), "a:int64", Long.MIN_VALUE, "b:int64", Long.MAX_VALUE))
                .isEqualTo(true);
        assertThat(value(A.le(1.5), "a:int32", 1)).isEqualTo(true);
        assertThat(value(A.ge(B), "a:decimal(30, 0)", -1, "b:decimal(30, 0)", 0))
                .isEqualTo(false);
    }

    @Test
    void nanIsTheGreatestFloatAndEqualsItself() {
        assertThat(doubles(A.eq(B), Double.NaN, Double.NaN)).isEqualTo(true);
        assertThat(doubles(A.gt(B), Double.NaN, Double.POSITIVE_INFINITY)).isEqualTo(true);
        assertThat(doubles(A.lt(B), Double.NaN, 1)).isEqualTo(false);
        assertThat(doubles(A.le(B), 1, Double.NaN)).isEqualTo(true);
        assertThat(doubles(A.ne(B), Double.NaN, 1)).isEqualTo(true);
    }

    @Test
    void negativeZeroEqualsZero() {
        assertThat(doubles(A.eq(B), -0.0, 0.0)).isEqualTo(true);
        assertThat(doubles(A.lt(B), -0.0, 0.0)).isEqualTo(false);
        assertThat(doubles(A.in(0.0, 5.0), -0.0, 0.0)).isEqualTo(true);
    }

    @Test
    void textsCompareByCodePoint() {
        assertThat(strings(A.lt(B), "Z", "a")).isEqualTo(true);
        assertThat(strings(A.lt(B), "a", "é")).isEqualTo(true);
        assertThat(strings(A.lt(B), "ab", "abc")).isEqualTo(true);
        assertThat(strings(A.eq(B), "", "")).isEqualTo(true);
        assertThat(strings(A.gt(B), "\uFFFD", "😀")).isEqualTo(false);
        assertThat(strings(A.eq("a longer text"), "a longer text", null)).isEqualTo(true);
    }

    @Test
    void textsAreFoundAmongThoseThatDifferInAnyByte() {
        for (int size = 0; size < 27; size++) {
            String plain = "x".repeat(size);
            assertThat(strings(A.in(plain, plain + "x"), plain, null)).isEqualTo(true);
            for (int place = 0; place < size; place++) {
                String other = plain.substring(0, place) + "y" + plain.substring(place + 1);
                assertThat(strings(A.in(plain, plain + "x"), other, null)).isEqualTo(false);
                assertThat(strings(A.in(plain, other), other, null)).isEqualTo(true);
            }
        }
    }

    @Test
    void textConstantsAreReadAsWhatTheyMeet() {
        assertThat(value(A.gt("2024-01-01"), "a:date", LocalDate.of(2024, 1, 31)))
                .isEqualTo(true);
        assertThat(value(A.eq("5"), "a:int32", 5)).isEqualTo(true);
        assertThat(value(A.in("2024-01-31 00:00:00"), "a:timestamp[us]", LocalDateTime.of(2024, 1, 31, 0, 0)))
                .isEqualTo(true);
        assertThat(value(A.between("3", "7"), "a:int32", 5)).isEqualTo(true);
    }

    @Test
    void datesCompareWithTimestamps() {
        assertThat(value(
                        A.lt(B),
                        "a:date",
                        LocalDate.of(2024, 1, 31),
                        "b:timestamp[us]",
                        LocalDateTime.of(2024, 1, 31, 12, 0)))
                .isEqualTo(true);
        assertThat(value(
                        A.eq(B),
                        "a:timestamp[s]",
                        LocalDateTime.of(2024, 1, 31, 12, 0),
                        "b:timestamp[ns]",
                        LocalDateTime.of(2024, 1, 31, 12, 0)))
                .isEqualTo(true);
    }

    @Test
    void distinctFromTakesNullAsAValue() {
        Expr distinct = call(Function.IS_DISTINCT_FROM, A, B);
        Expr same = call(Function.IS_NOT_DISTINCT_FROM, A, B);
        assertThat(strings(distinct, null, null)).isEqualTo(false);
        assertThat(strings(distinct, "a", null)).isEqualTo(true);
        assertThat(strings(same, null, null)).isEqualTo(true);
        assertThat(strings(same, "a", "a")).isEqualTo(true);
    }

    @Test
    void inIsNullIfNothingMatchesAndANullIsAmongTheOptions() {
        assertThat(value(A.in(1, null), "a:int32", 1)).isEqualTo(true);
        assertThat(value(A.in(1, null), "a:int32", 2)).isNull();
        assertThat(value(A.in(1, 3), "a:int32", 2)).isEqualTo(false);
        assertThat(value(A.in(1, 3), "a:int32", null)).isNull();
        assertThat(value(A.in(1, B), "a:int32", 2, "b:int32", 2)).isEqualTo(true);
    }

    @Test
    void longListsOfOptionsAreSets() {
        Object[] near = new Object[200];
        Object[] far = new Object[200];
        Object[] texts = new Object[200];
        for (int i = 0; i < near.length; i++) {
            near[i] = 3 * i;
            far[i] = (long) i * i * i * 1_000_003L;
            texts[i] = "text number " + i;
        }
        assertThat(value(A.in(near), "a:int32", 597)).isEqualTo(true);
        assertThat(value(A.in(near), "a:int32", 598)).isEqualTo(false);
        assertThat(value(A.in(near), "a:int32", -1)).isEqualTo(false);
        assertThat(value(A.in(far), "a:int64", 199L * 199 * 199 * 1_000_003)).isEqualTo(true);
        assertThat(value(A.in(far), "a:int64", 0L)).isEqualTo(true);
        assertThat(value(A.in(far), "a:int64", Long.MIN_VALUE)).isEqualTo(false);
        assertThat(value(A.in(texts), "a:string", "text number 77")).isEqualTo(true);
        assertThat(value(A.in(texts), "a:string", "text number 777")).isEqualTo(false);
    }

    @Test
    void caseTakesTheFirstTrueBranch() {
        Expr sizes = when(A.lt(10)).then("small").when(A.lt(100)).then("middle").otherwise("large");
        assertThat(value(sizes, "a:int32", 5)).isEqualTo("small");
        assertThat(value(sizes, "a:int32", 50)).isEqualTo("middle");
        assertThat(value(sizes, "a:int32", null)).isEqualTo("large");
        assertThat(value(when(A.lt(10)).then(1).end(), "a:int32", 50)).isNull();
        assertThat(value(when(A.lt(10)).then(1).otherwise(new BigDecimal("2.5")), "a:int32", 5))
                .isEqualTo(new BigDecimal("1.0"));
    }

    @Test
    void caseGuardsAgainstErrors() {
        Expr guarded = when(A.gt(0))
                .then(col("s").cast(dev.sheaf.column.DataType.INT32))
                .otherwise(-1);
        assertThat(value(guarded, "a:int32", 0, "s:string", "x")).isEqualTo(-1);
        assertThat(value(guarded, "a:int32", 1, "s:string", "7")).isEqualTo(7);
    }

    @Test
    void andOrAndCoalesceGuardAgainstErrors() {
        Expr number = col("s").cast(dev.sheaf.column.DataType.INT32);
        assertThat(value(A.gt(0).and(number.gt(0)), "a:int32", 0, "s:string", "x"))
                .isEqualTo(false);
        assertThat(value(A.gt(0).or(number.gt(0)), "a:int32", 1, "s:string", "x"))
                .isEqualTo(true);
        assertThat(value(coalesce(A, number), "a:int32", 1, "s:string", "x")).isEqualTo(1);
    }

    @Test
    void choosesAmongValues() {
        assertThat(value(coalesce(A, B, 7), "a:int32", null, "b:int32", null)).isEqualTo(7);
        assertThat(strings(coalesce(A, B), null, "b")).isEqualTo("b");
        assertThat(value(call(Function.GREATEST, A, B), "a:int32", null, "b:float64", 2.5))
                .isEqualTo(2.5);
        assertThat(doubles(call(Function.GREATEST, A, B), Double.NaN, 1)).isEqualTo(Double.NaN);
        assertThat(strings(call(Function.LEAST, A, B), "b", "a")).isEqualTo("a");
        assertThat(value(call(Function.NULLIF, A, B), "a:int32", 1, "b:decimal(2, 1)", new BigDecimal("1.0")))
                .isNull();
        assertThat(value(call(Function.NULLIF, A, B), "a:int32", 1, "b:decimal(2, 1)", new BigDecimal("2.5")))
                .isEqualTo(1);
    }
}
