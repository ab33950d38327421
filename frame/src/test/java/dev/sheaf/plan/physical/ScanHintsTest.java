package dev.sheaf.plan.physical;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.product;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.SortKey;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class ScanHintsTest {
    /// A table that is scanned as a file is, and remembers its scans.
    private record Recorded(Table table, List<Scan> scans) implements Dataset {
        @Override
        public Schema schema() {
            return table.schema();
        }

        @Override
        public SourceStats stats() {
            return SourceStats.UNKNOWN;
        }

        @Override
        public String describe() {
            return "rows that are scanned";
        }

        @Override
        public BatchSource scan(Scan scan, QueryContext context) {
            scans.add(scan);
            return new TableDataset(table).scan(Scan.of(scan.columns()), context);
        }
    }

    private static Table left(MemoryPool pool) {
        return Tables.of("k:int32", "s:string", "v:int32")
                .row(1, "a", 10)
                .row(5, "b", 20)
                .row(7, "c", 30)
                .row(null, "d", 40)
                .row(9, null, 50)
                .build(pool);
    }

    private static Table right(MemoryPool pool) {
        return Tables.of("j:int32", "t:string")
                .row(7, "c")
                .row(null, "x")
                .row(5, "b")
                .row(6, null)
                .build(pool);
    }

    private static String filter(MemoryPool pool, JoinKind kind, JoinKey... keys) {
        return filter(pool, frame -> frame, kind, keys);
    }

    private static String filter(MemoryPool pool, UnaryOperator<LazyFrame> before, JoinKind kind, JoinKey... keys) {
        List<Scan> scans = new ArrayList<>();
        try (Table left = left(pool);
                Table right = right(pool)) {
            before.apply(LazyFrame.scan(new Recorded(left, scans)))
                    .join(LazyFrame.of(right), kind, List.of(keys))
                    .collect(QueryContext.builder().pool(pool).build())
                    .close();
        }
        assertThat(scans).hasSize(1);
        return scans.getFirst().filter().map(Expr::outputName).orElse("none");
    }

    @Test
    void theRangeOfTheRightKeysReachesTheScan(MemoryPool pool) {
        assertThat(filter(pool, JoinKind.INNER, JoinKey.on("k", "j"))).isEqualTo("((k >= 5) and (k <= 7))");
        assertThat(filter(pool, JoinKind.SEMI, JoinKey.on("s", "t"))).isEqualTo("((s >= 'b') and (s <= 'x'))");
        assertThat(filter(pool, JoinKind.INNER, JoinKey.on("k", "j"), JoinKey.on("s", "t")))
                .contains("(k >= 5)", "(s <= 'x')");
    }

    @Test
    void largeUnsignedKeysAreNotTakenForNegativeOnes(MemoryPool pool) {
        List<Scan> scans = new ArrayList<>();
        try (Table left = Tables.of("k:uint8").row(2).row(200).row(100).build(pool);
                Table right = Tables.of("j:uint8").row(100).row(200).build(pool);
                Table joined = LazyFrame.scan(new Recorded(left, scans))
                        .join(LazyFrame.of(right), JoinKind.INNER, List.of(JoinKey.on("k", "j")))
                        .collect(QueryContext.builder().pool(pool).build())) {
            assertThat(joined.rowCount()).isEqualTo(2);
        }
        assertThat(scans.getFirst().filter().map(Expr::outputName)).contains("((k >= 100) and (k <= 200))");
    }

    @Test
    void itPassesFiltersProjectionsAndJoins(MemoryPool pool) {
        JoinKey key = JoinKey.on("key", "j");
        assertThat(filter(pool, frame -> frame.select(col("k").as("key"), col("v")), JoinKind.INNER, key))
                .isEqualTo("((k >= 5) and (k <= 7))");
        assertThat(filter(pool, frame -> frame.filter(col("v").gt(15)).select(col("k").as("key")), JoinKind.INNER, key))
                .contains("(v > 15)", "(k >= 5)");
    }

    @Test
    void theFirstKeyOfFirstRowsLeadsTheScan(MemoryPool pool) {
        assertThat(lead(pool, frame -> frame.top(2, SortKey.descending("v"), SortKey.ascending("k"))))
                .contains("v falling");
        assertThat(lead(
                        pool,
                        frame -> frame.filter(col("k").gt(1))
                                .select(col("v").as("x"), col("k"))
                                .top(2, SortKey.descending("x"))))
                .contains("v falling");
        assertThat(lead(pool, frame -> frame.top(2, SortKey.descending(col("v").plus(1)))))
                .isEmpty();
        assertThat(lead(pool, frame -> frame.sort(SortKey.descending("v")))).isEmpty();
    }

    private static Optional<String> lead(MemoryPool pool, UnaryOperator<LazyFrame> query) {
        List<Scan> scans = new ArrayList<>();
        try (Table left = left(pool)) {
            query.apply(LazyFrame.scan(new Recorded(left, scans)))
                    .collect(QueryContext.builder().pool(pool).build())
                    .close();
        }
        assertThat(scans).hasSize(1);
        return scans.getFirst()
                .lead()
                .map(lead ->
                        lead.column() + (lead.direction().equals(SortDirection.DESCENDING) ? " falling" : " rising"));
    }

    @Test
    void rowsWithoutPartnersAreRead(MemoryPool pool) {
        for (JoinKind kind : List.of(JoinKind.LEFT, JoinKind.FULL, JoinKind.ANTI)) {
            assertThat(filter(pool, kind, JoinKey.on("k", "j"))).isEqualTo("none");
        }
        assertThat(filter(pool, JoinKind.INNER, new JoinKey(col("k"), col("j"), true)))
                .isEqualTo("none");
    }

    @Test
    void whatCountsOrMayFailStopsIt(MemoryPool pool) {
        JoinKey key = JoinKey.on("k", "j");
        assertThat(filter(pool, frame -> frame.limit(3), JoinKind.INNER, key)).isEqualTo("none");
        assertThat(filter(
                        pool,
                        frame -> frame.select(
                                col("k"), col("s").cast(DataType.STRING).as("s"), lit(1).as("one")),
                        JoinKind.INNER,
                        key))
                .isEqualTo("((k >= 5) and (k <= 7))");
        assertThat(filter(
                        pool,
                        frame -> frame.select(col("k"), col("v").times(col("v")).as("square")),
                        JoinKind.INNER,
                        key))
                .isEqualTo("none");
    }

    @Test
    void keysOfJoinsThatMayFailStopIt(MemoryPool pool) {
        JoinKey key = JoinKey.on("k", "j");
        try (Table other = Tables.of("w:int32").row(100).build(pool)) {
            assertThat(filter(pool, frame -> joined(frame, col("v"), other), JoinKind.INNER, key))
                    .contains("((k >= 5) and (k <= 7))");
            assertThat(filter(pool, frame -> joined(frame, col("v").times(col("v")), other), JoinKind.INNER, key))
                    .isEqualTo("none");
        }
    }

    private static LazyFrame joined(LazyFrame frame, Expr key, Table other) {
        return frame.join(LazyFrame.of(other), JoinKind.INNER, List.of(new JoinKey(key, col("w"), false)));
    }

    @Test
    void aggregatesThatMayOverflowStopIt(MemoryPool pool) {
        JoinKey key = JoinKey.on("k", "j");
        assertThat(filter(pool, frame -> frame.groupBy("k").agg(sum(col("v"))), JoinKind.INNER, key))
                .isEqualTo("((k >= 5) and (k <= 7))");
        assertThat(filter(pool, frame -> frame.groupBy("k").agg(product(col("v"))), JoinKind.INNER, key))
                .isEqualTo("none");
    }
}
