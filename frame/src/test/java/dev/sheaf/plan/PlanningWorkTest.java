package dev.sheaf.plan;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.plan.rules.Planner;
import dev.sheaf.query.QueryCancelledException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What making and planning a query costs, in visits of parts of expressions and plans and of columns that are typed:
/// each looks at the checkpoint.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PlanningWorkTest {
    private static final Table ROWS = Table.of("x", new long[] {1, 2, 3}, "y", new long[] {4, 5, 6});

    @AfterAll
    static void close() {
        ROWS.close();
    }

    private static long visits(Supplier<LazyFrame> query) {
        long[] visits = {0};
        try (var _ = Checkpoint.watch(() -> visits[0]++)) {
            LazyFrame frame = query.get();
            assertThat(Planner.optimize(frame.plan()).schema().names())
                    .isEqualTo(frame.schema().names());
        }
        return visits[0];
    }

    /// Four times as much takes at most six times the work.
    private static void growsWith(int size, Function<Integer, LazyFrame> query) {
        long few = visits(() -> query.apply(size));
        long many = visits(() -> query.apply(4 * size));
        assertThat(few).isGreaterThan(size);
        assertThat(many).isLessThanOrEqualTo(6 * few);
    }

    private static Expr terms(Expr first, int count) {
        Expr all = first;
        for (int i = 1; i < count; i++) {
            all = all.plus(1);
        }
        return all;
    }

    private static Expr anyOf(int count) {
        Expr all = col("x").eq(0);
        for (int i = 1; i < count; i++) {
            all = all.or(col("x").eq(i));
        }
        return all;
    }

    private static LazyFrame rows() {
        return LazyFrame.of(ROWS);
    }

    @Test
    void termsOfASum() {
        growsWith(200, terms -> rows().select(terms(lit(1), terms).as("s")));
        growsWith(200, terms -> rows().select(terms(col("x"), terms).as("s")));
        growsWith(200, terms -> rows().filter(terms(col("x"), terms).gt(7)));
    }

    @Test
    void branchesOfAnOr() {
        growsWith(500, branches -> rows().filter(anyOf(branches)));
        growsWith(500, branches -> rows().select(anyOf(branches).as("o")));
    }

    @Test
    void filtersOnFilters() {
        growsWith(
                50,
                filters -> IntStream.range(0, filters)
                        .boxed()
                        .reduce(rows(), (frame, i) -> frame.filter(col("x").ne(i)), (a, _) -> a));
    }

    @Test
    void projectionsOnProjections() {
        growsWith(
                20,
                steps -> IntStream.range(0, steps)
                        .boxed()
                        .reduce(rows(), (frame, i) -> frame.withColumns(col("x").as("c")), (a, _) -> a));
    }

    /// The key of each join is read by that join alone.
    @Test
    void joinsOverJoins() {
        growsWith(20, PlanningWorkTest::joins);
    }

    private static LazyFrame joins(int count) {
        LazyFrame all = rows();
        for (int i = 0; i < count; i++) {
            LazyFrame other = rows().select(col("x").as("x" + i), col("y").as("y" + i));
            all = all.join(other, JoinKind.LEFT, List.of(JoinKey.on("x", "x" + i)));
        }
        return all.select(IntStream.range(0, count).mapToObj(i -> col("y" + i)).toArray(Expr[]::new));
    }

    /// Each step writes what it reads twice: written out, 2^40 terms.
    @Test
    void stepsThatDouble() {
        growsWith(10, steps -> doubled(steps).filter(col("x").gt(5)));
        growsWith(10, steps -> doubled(steps).groupBy("y").agg(sum("x")));
        Expr shared = col("x");
        for (int i = 0; i < 40; i++) {
            shared = shared.plus(shared);
        }
        Expr whole = shared.as("s");
        assertThat(visits(() -> rows().select(whole))).isLessThan(100_000);
    }

    private static LazyFrame doubled(int steps) {
        return IntStream.range(0, steps)
                .boxed()
                .reduce(
                        rows(),
                        (frame, _) -> frame.select(col("x").plus(col("x")).as("x"), col("y")),
                        (a, _) -> a);
    }

    @Test
    void columnsOfAWideTable() {
        growsWith(200, columns -> wide(columns));
        growsWith(200, columns -> wide(columns).select(count().as("n")));
        growsWith(200, columns -> wide(columns).filter(col("c1").gt(1)).sort("c0"));
        growsWith(200, columns -> wide(columns).groupBy("c0").agg(aggregates(columns)));
        growsWith(200, columns -> wide(columns).limit(3).distinct());
        growsWith(200, columns -> wide(columns).filter(anyOf(3)).select("x", "c" + (columns - 1)));
    }

    private static LazyFrame wide(int columns) {
        Expr[] exprs = IntStream.range(0, columns)
                .mapToObj(i -> col("x").plus(i).as("c" + i))
                .toArray(Expr[]::new);
        return rows().withColumns(exprs);
    }

    private static Expr[] aggregates(int columns) {
        return IntStream.range(0, columns).mapToObj(i -> sum("c" + i)).toArray(Expr[]::new);
    }

    /// Names are found by hash, which no checkpoint counts.
    @Test
    void namesOfAWideSchema() {
        Schema wide = new Schema(IntStream.range(0, 200_000)
                .mapToObj(i -> new Field("column " + i, DataType.INT64))
                .toList());
        assertThat(wide.select(wide.names())).isEqualTo(wide);
        assertThat(wide.indexOf("column 199999")).isEqualTo(199_999);
        assertThat(wide.contains("column 200000")).isFalse();
    }

    @Test
    void deepTreesNeitherOverflowTheStackNorTakeForEver() {
        assertThat(collected(rows().filter(anyOf(8_000)).select(count().as("n"))))
                .isEqualTo(3);
        assertThat(collected(rows().select(terms(lit(1), 20_000).as("n")).limit(1)))
                .isEqualTo(20_000);
        assertThatThrownBy(() -> collected(rows().select(terms(col("x"), 5_000).as("n"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than 1000 levels");
    }

    private static long collected(LazyFrame frame) {
        try (Table result = frame.collect()) {
            return ((Number) java.util.Objects.requireNonNull(result.column("n").get(0))).longValue();
        }
    }

    @Test
    void planningIsCancelled() {
        long[] visits = {0};
        LazyFrame frame = rows().filter(anyOf(5_000));
        assertThatThrownBy(() -> {
                    try (var _ = Checkpoint.watch(() -> {
                        if (++visits[0] == 1_000) {
                            throw new QueryCancelledException("enough");
                        }
                    })) {
                        Planner.optimize(frame.plan());
                    }
                })
                .isInstanceOf(QueryCancelledException.class);
        assertThat(visits[0]).isEqualTo(1_000);
    }
}
