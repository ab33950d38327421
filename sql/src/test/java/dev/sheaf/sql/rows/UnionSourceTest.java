package dev.sheaf.sql.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UnionSourceTest {
    /// As a full join: who asks while another probes gets null, and after the last probed batch there are more rows.
    private static final class LateRows implements BatchSource {
        private final Table rows;
        private final CountDownLatch probing = new CountDownLatch(1);
        private final CountDownLatch foundEnd = new CountDownLatch(1);
        private final AtomicInteger calls = new AtomicInteger();

        LateRows(Table rows) {
            this.rows = rows;
        }

        @Override
        public Schema schema() {
            return rows.schema();
        }

        @Override
        public @Nullable Batch next(QueryContext context) {
            return switch (calls.getAndIncrement()) {
                case 0 -> {
                    probing.countDown();
                    await(foundEnd);
                    yield new Batch(rows.slice(0, 1), 0);
                }
                case 1 -> {
                    foundEnd.countDown();
                    yield null;
                }
                case 2 -> new Batch(rows.slice(1, rows.rowCount() - 1), 1);
                default -> null;
            };
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    @Test
    void rowsThatComeAfterAThreadFoundTheEndAreNotLost() throws InterruptedException {
        LateRows late = new LateRows(Table.of("a", new long[] {1, 2, 3}));
        AtomicLong seen = new AtomicLong();
        QueryContext context = QueryContext.create();
        try (UnionSource union = new UnionSource(late.schema(), List.of(late))) {
            Thread first = Thread.ofPlatform().start(() -> pullAll(union, context, seen));
            late.probing.await();
            pullAll(union, context, seen);
            first.join();
        }

        assertThat(seen).hasValue(3);
    }

    private static void pullAll(BatchSource source, QueryContext context, AtomicLong seen) {
        Batch batch;
        while ((batch = source.next(context)) != null) {
            seen.addAndGet(batch.rowCount());
            batch.close();
        }
    }
}
