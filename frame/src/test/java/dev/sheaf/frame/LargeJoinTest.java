package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Joins whose right side is ten times as large as the memory that they may take.
class LargeJoinTest {
    private static final int ROWS = 400_000;

    /// Keys 0, 3, 6, ... in an order that no index follows, each with a text and a number.
    private static Table right(MemoryPool pool) {
        Schema schema = Schema.of(
                new Field("k", DataType.INT64), new Field("text", DataType.STRING), new Field("v", DataType.INT64));
        try (TableBuilder builder = new TableBuilder(schema, pool)) {
            for (int i = 0; i < ROWS; i++) {
                long key = (i * 48_271L) % ROWS;
                builder.row(key * 3, "a text of thirty bytes " + key, key);
            }
            return builder.build();
        }
    }

    private static Table left(MemoryPool pool) {
        try (TableBuilder builder = new TableBuilder(Schema.of(new Field("n", DataType.INT64)), pool)) {
            for (long i = 0; i < ROWS; i++) {
                builder.row(i);
            }
            return builder.build();
        }
    }

    private static QueryContext.Builder context(MemoryPool pool) {
        return QueryContext.builder().pool(pool).threads(2).settings(new Settings(Map.of("morsel.rows", "4096")));
    }

    @ParameterizedTest
    @EnumSource(
            value = JoinKind.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SEMI", "ANTI"})
    void aTenthOfTheRightSideIsEnough(JoinKind kind) {
        long pairs = Math.ceilDiv(ROWS, 3);
        long rows = switch (kind) {
            case INNER -> pairs;
            case LEFT, FIRST, SINGLE, RIGHT -> ROWS;
            case FULL -> ROWS + ROWS - pairs;
            case SEMI, ANTI -> throw new AssertionError(kind);
        };
        long rights = kind == JoinKind.FULL || kind == JoinKind.RIGHT ? ROWS : pairs;
        boolean onlyPairs = kind == JoinKind.INNER || kind == JoinKind.RIGHT;
        try (MemoryPool data = MemoryPool.create();
                Table right = right(data);
                Table left = left(data);
                MemoryPool small = MemoryPool.withLimit(right.byteSize() / 10)) {
            try (Table result = LazyFrame.of(left)
                    .join(LazyFrame.of(right), kind, List.of(JoinKey.on("n", "k")))
                    .select(count().as("rows"), count("k").as("pairs"), sum("v").as("v"), sum("n").as("n"))
                    .collect(context(small).build())) {
                Tables.assertSame(
                        Tables.of("rows:int64", "pairs:int64", "v:int64", "n:int64")
                                .row(rows, rights, sumBelow(rights), onlyPairs ? 3 * sumBelow(pairs) : sumBelow(ROWS)),
                        result);
            }
            PoolCheck.assertEmpty(small);
        }
    }

    @Test
    void rowsWithAndWithoutPartnersNeedNoMore() {
        long pairs = Math.ceilDiv(ROWS, 3);
        try (MemoryPool data = MemoryPool.create();
                Table right = right(data);
                Table left = left(data);
                MemoryPool small = MemoryPool.withLimit(right.byteSize() / 10)) {
            for (JoinKind kind : List.of(JoinKind.SEMI, JoinKind.ANTI)) {
                boolean with = kind == JoinKind.SEMI;
                try (Table result = LazyFrame.of(left)
                        .join(LazyFrame.of(right), kind, List.of(JoinKey.on("n", "k")))
                        .select(count().as("rows"), sum("n").as("n"))
                        .collect(context(small).build())) {
                    Tables.assertSame(
                            Tables.of("rows:int64", "n:int64")
                                    .row(
                                            with ? pairs : ROWS - pairs,
                                            with ? 3 * sumBelow(pairs) : sumBelow(ROWS) - 3 * sumBelow(pairs)),
                            result);
                }
            }
            PoolCheck.assertEmpty(small);
        }
    }

    private static long sumBelow(long end) {
        return end * (end - 1) / 2;
    }

    @Test
    void rowsComeInTheOrderOfTheLeftSide() {
        try (MemoryPool data = MemoryPool.create();
                Table right = right(data);
                Table left = left(data);
                MemoryPool small = MemoryPool.withLimit(right.byteSize() / 10);
                Table result = LazyFrame.of(left)
                        .join(LazyFrame.of(right), JoinKind.INNER, List.of(JoinKey.on("n", "k")))
                        .filter(col("n").mod(999L).eq(0L))
                        .select("n", "v")
                        .collect(context(small).build())) {
            assertThat(result.rowCount()).isEqualTo(Math.ceilDiv(ROWS, 999));
            for (long row = 0; row < result.rowCount(); row++) {
                assertThat(result.column("n").get(row)).isEqualTo(row * 999);
                assertThat(result.column("v").get(row)).isEqualTo(row * 333);
            }
        }
    }

    @Test
    void withoutDiskTheLimitEndsIt() {
        try (MemoryPool data = MemoryPool.create();
                Table right = right(data);
                Table left = left(data);
                MemoryPool small = MemoryPool.withLimit(right.byteSize() / 10)) {
            LazyFrame joined = LazyFrame.of(left)
                    .crossJoin(LazyFrame.of(right).filter(col("v").lt(0L).not()));
            assertThatThrownBy(
                            () -> joined.select(count()).collect(context(small).build()))
                    .isInstanceOf(MemoryLimitException.class);
            PoolCheck.assertEmpty(small);
        }
    }

    @Test
    void aJoinOnDiskIsCancelled() {
        try (MemoryPool data = MemoryPool.create();
                Table right = right(data);
                Table left = left(data);
                MemoryPool small = MemoryPool.withLimit(right.byteSize() / 10)) {
            LazyFrame joined =
                    LazyFrame.of(left).join(LazyFrame.of(right), JoinKind.FULL, List.of(JoinKey.on("n", "k")));
            QueryContext context = context(small).timeout(Duration.ofMillis(60)).build();
            assertThatThrownBy(() -> joined.select(count()).collect(context))
                    .isInstanceOf(QueryCancelledException.class);
            PoolCheck.assertEmpty(small);
        }
    }
}
