package dev.sheaf.expr.eval;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Categories;
import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.CategoryType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.AggregationTypes;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.Interpreter;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Expressions over categories.
@ExtendWith(PoolCheck.class)
class CategoryTest {
    private static final CategoryType SIZES =
            new CategoryType(new Categories(DataType.STRING, List.of("small", "medium", "größe", "")), true);
    private static final CategoryType NUMBERS = new CategoryType(
            new Categories(
                    DataType.INT64,
                    IntStream.range(0, 3000).mapToObj(i -> i * 7919L % 3001).toList()),
            false);
    private static final CategoryType OTHER =
            new CategoryType(new Categories(DataType.STRING, List.of("medium", "x", "")), false);
    private static final CategoryType DOUBLES =
            new CategoryType(new Categories(DataType.FLOAT64, List.of(0.0, Double.NaN, -1.5)), true);

    private static Column column(DataType type, List<?> values, MemoryPool pool) {
        try (ColumnBuilder builder = new ColumnBuilder(type, pool)) {
            values.forEach(builder::append);
            return builder.build();
        }
    }

    private static List<Object> random(CategoryType type, int rows, SplittableRandom random) {
        return new ArrayList<>(IntStream.range(0, rows)
                .mapToObj(_ -> random.nextInt(6) == 0
                        ? null
                        : type.categories()
                                .value(random.nextInt(type.categories().size())))
                .toList());
    }

    private static Table table(int rows, MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(rows);
        Schema schema = Schema.of(
                new Field("size", SIZES),
                new Field("other", SIZES),
                new Field("number", NUMBERS),
                new Field("d", DOUBLES),
                new Field("text", DataType.STRING));
        return new Table(
                schema,
                List.of(
                        column(SIZES, random(SIZES, rows, random), pool),
                        column(SIZES, random(SIZES, rows, random), pool),
                        column(NUMBERS, random(NUMBERS, rows, random), pool),
                        column(DOUBLES, random(DOUBLES, rows, random), pool),
                        column(DataType.STRING, random(SIZES, rows, random), pool)),
                rows);
    }

    private static List<Expr> expressions() {
        Expr size = col("size");
        return List.of(
                size.cast(DataType.STRING),
                call(Function.UPPER, size.cast(DataType.STRING)),
                size.eq("medium"),
                lit("medium").gt(size),
                size.le("größe").and(size.gt("small")),
                size.between("medium", "größe"),
                size.lt(col("other")),
                size.eq(col("other")),
                size.eq(col("text")),
                size.in("", "small"),
                call(Function.GREATEST, size, "medium"),
                call(Function.LEAST, size, col("other")),
                coalesce(size, col("other"), lit("small")),
                coalesce(size, col("text")),
                when(size.isNull()).then(col("other")).otherwise(size),
                new Expr.Cast(size, OTHER, true),
                col("text").cast(SIZES),
                new Expr.Cast(col("text"), OTHER, true),
                col("number").cast(DataType.INT64).plus(1),
                col("number").cast(DataType.STRING),
                col("number").cast(DataType.FLOAT64),
                col("number").eq(1917L),
                new Expr.Cast(col("number").cast(DataType.INT64).minus(1), NUMBERS, true),
                col("d").cast(DataType.FLOAT64),
                col("d").lt(-1.5),
                new Expr.Cast(col("d").cast(DataType.FLOAT64).times(-1), DOUBLES, true));
    }

    @Test
    void everyExpressionAnswersAsRowByRow(MemoryPool pool) {
        for (int rows : List.of(0, 1, 65, 2000, 9000)) {
            try (Table table = table(rows, pool)) {
                for (Expr expr : expressions()) {
                    Interpreter interpreter = Interpreter.of(Binder.bind(expr, table.schema()));
                    try (Column result = Evaluator.compile(expr, table.schema()).evaluate(table, pool)) {
                        for (int row = 0; row < rows; row++) {
                            assertThat(result.get(row))
                                    .as("%s row %s", expr, row)
                                    .isEqualTo(interpreter.evaluate(table, row));
                        }
                    }
                }
            }
        }
    }

    @Test
    void placesDecide(MemoryPool pool) {
        try (Column sizes = column(SIZES, List.of("", "small", "größe"), pool);
                Table table = new Table(Schema.of(new Field("size", SIZES)), List.of(sizes.retain()), 3)) {
            try (Column less =
                    Evaluator.compile(col("size").lt("größe"), table.schema()).evaluate(table, pool)) {
                assertThat(List.of(less.get(0), less.get(1), less.get(2))).isEqualTo(List.of(false, true, false));
            }
            assertThat(sizes.get(2)).isEqualTo("größe");
            assertThat(SIZES).hasToString("category[small < medium < größe < ]");
            assertThat(NUMBERS).hasToString("category[0, 1917, 833, 2750, ... 3000]");
        }
    }

    @Test
    void whatHasNoMeaningIsRefused(MemoryPool pool) {
        try (Table table = table(1, pool)) {
            Schema schema = table.schema();
            assertThatThrownBy(() -> Binder.bind(col("size").eq("huge"), schema))
                    .hasMessageContaining("cannot read 'huge' as category[small < ");
            assertThatThrownBy(() -> Binder.bind(col("number").lt(5L), schema)).hasMessageContaining("has none");
            assertThatThrownBy(() -> Binder.bind(col("size").lt(col("text")), schema))
                    .hasMessageContaining("among its own categories alone");
            assertThatThrownBy(() -> Binder.bind(call(Function.GREATEST, col("number"), 1L), schema))
                    .hasMessageContaining("has none");
            assertThatThrownBy(() -> Binder.bind(col("number").plus(1), schema))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> AggregationTypes.resultType(new Aggregation.Max(), List.of(NUMBERS)))
                    .hasMessageContaining("these categories have none");
            assertThat(AggregationTypes.resultType(new Aggregation.Max(), List.of(SIZES)))
                    .isEqualTo(SIZES);
            assertThatThrownBy(() -> AggregationTypes.resultType(new Aggregation.Sum(), List.of(NUMBERS)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new Categories(DataType.FLOAT64, List.of(0.0, -0.0)))
                .hasMessageContaining("comes twice");
        assertThatThrownBy(() -> new Categories(DataType.BINARY, List.of())).hasMessageContaining("not binary");
        assertThatThrownBy(() -> column(SIZES, List.of("huge"), pool)).hasMessageContaining("huge is none of");
        try (Column texts = column(DataType.STRING, List.of("small", "huge"), pool);
                Table table = new Table(Schema.of(new Field("t", DataType.STRING)), List.of(texts.retain()), 2)) {
            Evaluator cast = Evaluator.compile(col("t").cast(SIZES), table.schema());
            assertThatThrownBy(() -> cast.evaluate(table, pool)).hasMessageContaining("cannot read 'huge'");
        }
    }

    @Test
    void momentsHaveCategories(MemoryPool pool) {
        LocalDate day = LocalDate.of(2024, 3, 1);
        CategoryType days = new CategoryType(new Categories(DataType.DATE, List.of(day.plusDays(1), day)), true);
        try (Column column = column(days, List.of(day, day.plusDays(1)), pool);
                Table table = new Table(Schema.of(new Field("d", days)), List.of(column.retain()), 2);
                Column cast = Evaluator.compile(col("d").cast(DataType.DATE), table.schema())
                        .evaluate(table, pool);
                Column later = Evaluator.compile(col("d").gt(day.plusDays(1)), table.schema())
                        .evaluate(table, pool)) {
            assertThat(cast.get(1)).isEqualTo(day.plusDays(1));
            assertThat(later.get(0)).isEqualTo(true);
            assertThat(later.get(1)).isEqualTo(false);
        }
    }
}
