package dev.sheaf.testing.groupby;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Cancellation;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.util.List;
import java.util.Optional;

/// Runs that are large for a test, or end before their time.
record GroupByStress(Backend backend, Variant variant, MemoryPool pool) {
    private static final int GROUPS = 3_000;
    private static final int PIECE_ROWS = 1_000;

    /// Every third key is one and the same, the others are distinct: tables grow, and one group is hot.
    private static Sample rows() {
        Tables.Rows rows = Tables.of("i:int64", "t:string", "v:int32");
        for (int row = 0; row < GROUPS; row++) {
            long key = row % 3 == 0 ? 0 : row * 1_000_003L;
            rows.row(key, "customer number " + key, row);
        }
        return rows.sample();
    }

    private static GroupByRequest request(Sample rows, List<Expr> keys) {
        List<Expr> aggregates = List.of(
                sum("v").as("s"),
                count().as("n"),
                max("t").as("t1"),
                median("v").as("mid"));
        GroupByOptions options = GroupByOptions.DEFAULT.with(Order.FIRST_APPEARANCE);
        return new GroupByRequest(rows.schema(), Optional.empty(), keys, aggregates, options);
    }

    void manyGroups() {
        Sample rows = rows();
        List<Piece> stream = Piece.split(rows, PIECE_ROWS);
        for (List<Expr> keys : List.of(List.of(col("i")), List.of(col("t")), List.of(col("i"), col("t")))) {
            GroupByRequest request = request(rows, keys);
            Sample actual = GroupByRun.execute(backend, request, stream, pool, variant.context(pool));
            Tables.assertSame(new ReferenceGroupBy(request).execute(stream), actual, Comparison.ORDERED);
        }
    }

    void memoryLimits() {
        Sample rows = rows();
        List<Piece> stream = Piece.split(rows, PIECE_ROWS);
        GroupByRequest request = request(rows, List.of(col("t")));
        Sample expected = new ReferenceGroupBy(request).execute(stream);
        for (long limit = 512; limit <= 64 << 20; limit *= 2) {
            MemoryPool limited = MemoryPool.withLimit(limit);
            try {
                Sample actual = GroupByRun.execute(backend, request, stream, pool, variant.context(limited));
                Tables.assertSame(expected, actual, Comparison.ORDERED);
            } catch (MemoryLimitException tooSmall) {
                if (limit == 64 << 20) {
                    throw tooSmall;
                }
            }
            PoolCheck.assertEmpty(limited);
            PoolCheck.assertEmpty(pool);
            limited.close();
        }
    }

    void cancellation() {
        Sample rows = rows();
        List<Piece> stream = Piece.split(rows, 100);
        GroupByRequest request = request(rows, List.of(col("t")));
        for (int stopAt : new int[] {0, 1, 7, stream.size() - 1}) {
            Cancellation cancellation = new Cancellation();
            PieceSource source = new PieceSource(rows.schema(), stream, pool, batch -> {
                if (batch == stopAt) {
                    cancellation.cancel("stopped by the test");
                }
            });
            assertThatThrownBy(() -> GroupByRun.execute(backend, request, source, variant.context(pool, cancellation)))
                    .isInstanceOf(QueryCancelledException.class)
                    .hasMessageContaining("stopped by the test");
            PoolCheck.assertEmpty(pool);
        }
    }

    void failingSource() {
        Sample rows = rows();
        List<Piece> stream = Piece.split(rows, 100);
        GroupByRequest request = request(rows, List.of(col("i")));
        for (int failAt : new int[] {0, 1, 7, stream.size() - 1}) {
            PieceSource source = new PieceSource(rows.schema(), stream, pool, batch -> {
                if (batch == failAt) {
                    throw new IllegalStateException("page 7 is unreadable");
                }
            });
            assertThatThrownBy(() -> GroupByRun.execute(backend, request, source, variant.context(pool)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("page 7 is unreadable");
            PoolCheck.assertEmpty(pool);
        }
    }
}
