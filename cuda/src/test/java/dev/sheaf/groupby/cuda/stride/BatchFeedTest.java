package dev.sheaf.groupby.cuda.stride;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class BatchFeedTest {
    /// Batches of one row that take their time, as those of files do.
    private static final class SlowSource implements BatchSource {
        private final Set<Thread> readers = ConcurrentHashMap.newKeySet();
        private final AtomicInteger given = new AtomicInteger();
        private final int count;
        private final long nanos;
        private final int failing;

        SlowSource(int count, long nanos, int failing) {
            this.count = count;
            this.nanos = nanos;
            this.failing = failing;
        }

        @Override
        public Schema schema() {
            return Schema.of(new Field("v", DataType.INT32));
        }

        @Override
        public Batch next(QueryContext context) {
            readers.add(Thread.currentThread());
            LockSupport.parkNanos(nanos);
            int number = given.getAndIncrement();
            if (number == failing) {
                throw new ArithmeticException("batch " + number + " is damaged");
            }
            return number < count ? new Batch(Table.of("v", new int[] {number}), number) : null;
        }

        @Override
        public void close() {}
    }

    private static Set<Long> rows(BatchFeed feed) {
        Set<Long> rows = new TreeSet<>();
        Batch batch;
        while ((batch = feed.next()) != null) {
            rows.add(batch.firstRow());
            batch.close();
        }
        return rows;
    }

    @Test
    void aSlowSourceIsReadByThreadsAndNothingIsLost() {
        SlowSource source = new SlowSource(60, 500_000, -1);
        try (BatchFeed feed = new BatchFeed(source, QueryContext.create(), 3)) {
            assertThat(rows(feed)).hasSize(60);
        }
        assertThat(source.readers).hasSize(4);
    }

    @Test
    void aQuickSourceIsReadByTheCallerInOrder() {
        SlowSource source = new SlowSource(60, 0, -1);
        try (BatchFeed feed = new BatchFeed(source, QueryContext.create(), 0)) {
            assertThat(feed.next()).extracting(Batch::firstRow).isEqualTo(0L);
            assertThat(rows(feed)).hasSize(59);
        }
        assertThat(source.readers).containsExactly(Thread.currentThread());
    }

    @Test
    void whatGoesWrongInAReaderReachesTheCaller() {
        try (BatchFeed feed = new BatchFeed(new SlowSource(60, 500_000, 20), QueryContext.create(), 3)) {
            assertThatThrownBy(() -> rows(feed))
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessageContaining("batch 20 is damaged");
        }
    }

    @Test
    void aFeedMayBeClosedBeforeTheEnd() {
        SlowSource source = new SlowSource(1_000, 500_000, -1);
        try (BatchFeed feed = new BatchFeed(source, QueryContext.create(), 3)) {
            for (int i = 0; i < 8; i++) {
                feed.next().close();
            }
        }
        assertThat(source.given.get()).isLessThan(100);
    }
}
