package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spill.SpillManager;
import dev.sheaf.spill.SpillOptions;
import dev.sheaf.spill.SpillStatistics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Frames of four times what the memory limit allows.
class SpilledFrameTest {
    private static final long LIMIT = 4 << 20;

    /// Rows of 36 bytes: four times the limit.
    private static final int ROWS = 475_000;

    private static final int PIECE = 25_000;

    @TempDir
    Path folder;

    private final MemoryPool pool = MemoryPool.withLimit(LIMIT);
    private SpillManager manager;
    private FrameOptions options;

    @BeforeEach
    void openThePool() {
        manager = SpillManager.attach(
                pool, SpillOptions.DEFAULT.folder(folder).statistics(SpillStatistics.Level.TRANSFERS));
        options = FrameOptions.DEFAULT.withQueries(() ->
                QueryContext.builder().pool(pool).threads(2).spillFolder(folder).build());
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        awaitCleaner();
        assertThat(pool.leakCount()).isZero();
        assertThat(pool.usedBytes()).isZero();
        assertThat(files()).isEmpty();
        pool.close();
    }

    /// Series that a test drew from a frame give their memory back when the collector finds them.
    private void awaitCleaner() throws Exception {
        for (int i = 0; i < 500 && (pool.usedBytes() > 0 || !files().isEmpty()); i++) {
            if (i % 100 == 0) {
                System.gc();
            }
            Thread.sleep(10);
        }
    }

    private List<Path> files() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    /// Row `i` has the key `i * 7919 % ROWS`, which no other row has, the group `key % 1000`, the value `3 * key`, and
    /// a text.
    private Table piece(int from) {
        long[] keys = new long[PIECE];
        int[] groups = new int[PIECE];
        long[] values = new long[PIECE];
        String[] texts = new String[PIECE];
        for (int i = 0; i < PIECE; i++) {
            keys[i] = key(from + i);
            groups[i] = (int) (keys[i] % 1000);
            values[i] = 3 * keys[i];
            texts[i] = text(keys[i]);
        }
        return Table.of("key", keys, "group", groups, "value", values, "text", texts);
    }

    private static long key(long row) {
        return row * 7919 % ROWS;
    }

    private static String text(long key) {
        return "row of " + key % 100;
    }

    /// The frame, of pieces one below the other.
    private DataFrame built() {
        DataFrame all = null;
        for (int from = 0; from < ROWS; from += PIECE) {
            try (Table table = piece(from);
                    DataFrame shared = DataFrame.of(table, options);
                    DataFrame own = shared.deepCopy();
                    DataFrame next =
                            own.assign(call(Function.LOWER, col("text")).as("text"))) {
                DataFrame before = all;
                all = before == null ? next.copy() : DataFrame.concat(before, next);
                if (before != null) {
                    before.close();
                }
            }
        }
        return all;
    }

    private long spilled() {
        return manager.statistics().transfers().stream()
                .filter(transfer -> transfer.to() == Tier.DISK)
                .mapToLong(SpillStatistics.Transfer::bytes)
                .sum();
    }

    @Test
    void aFrameOfFourTimesTheLimitIsBuiltReadAndWritten() {
        try (DataFrame frame = built()) {
            assertThat(frame.rowCount()).isEqualTo(ROWS);
            assertThat(spilled()).isGreaterThan(2 * LIMIT);
            for (int row : new int[] {0, 1, ROWS / 2, ROWS - 1}) {
                assertThat(frame.get(row, "key")).isEqualTo(key(row));
                assertThat(frame.get(row, "text")).isEqualTo(text(key(row)));
            }
            try (DataFrame taken = frame.take(ROWS - 1, 3, 300_000, 3)) {
                assertThat(taken.get("key").longs()).containsExactly(key(ROWS - 1), key(3), key(300_000), key(3));
            }
            long[] row = {0};
            frame.forEach(values -> assertThat(values.getLong("key")).isEqualTo(key(row[0]++)));
            assertThat(row[0]).isEqualTo(ROWS);

            try (DataFrame copy = frame.copy()) {
                copy.set(77, "value", -1L);
                copy.set(col("key").lt(3), "text", "small");
                assertThat(copy.get(77, "value")).isEqualTo(-1L);
                assertThat(frame.get(77, "value")).isEqualTo(3 * key(77));
                try (DataFrame small = copy.filter(col("text").eq("small"))) {
                    assertThat(small.rowCount()).isEqualTo(3);
                }
            }
            assertThat(frame.toString()).contains("475,000 rows");
            assertThat(frame.info()).contains("475,000");
            assertThatThrownBy(frame::toTable).isInstanceOf(MemoryLimitException.class);
        }
    }

    @Test
    void itIsSorted() {
        try (DataFrame frame = built();
                DataFrame sorted = frame.sortValues("key")) {
            long before = spilled();
            long[] row = {0};
            sorted.forEach(values -> {
                assertThat(values.getLong("key")).isEqualTo(row[0]);
                assertThat(values.getLong("value")).isEqualTo(3 * row[0]);
                row[0]++;
            });
            assertThat(row[0]).isEqualTo(ROWS);
            assertThat(before).isGreaterThan(4 * LIMIT);
            assertThat(key((Long) sorted.index().label(12_345))).isEqualTo(12_345);
        }
    }

    @Test
    void itIsGroupedByFewAndByAllValues() {
        try (DataFrame frame = built();
                DataFrame few = frame.groupBy("group")
                        .agg(count().as("rows"), sum("value").as("sum"));
                DataFrame all = frame.groupBy("key").agg(sum("value").as("sum"))) {
            assertThat(few.rowCount()).isEqualTo(1000);
            assertThat(few.get("rows").longs()).containsOnly(ROWS / 1000);
            assertThat(few.get("sum").sum()).isEqualTo(3L * ROWS * (ROWS - 1) / 2);
            assertThat(all.rowCount()).isEqualTo(ROWS);
            assertThat(all.get("sum").max()).isEqualTo(3L * (ROWS - 1));
        }
    }

    @Test
    void itIsMergedWithItself() {
        try (DataFrame frame = built();
                DataFrame others = frame.select("key", "value").rename("value", "other");
                DataFrame merged = frame.merge(others, "key")) {
            assertThat(merged.rowCount()).isEqualTo(ROWS);
            try (DataFrame wrong = merged.filter(
                    col("value").ne(col("other")).or(col("value").ne(col("key").times(3))))) {
                assertThat(wrong.rowCount()).isZero();
            }
        }
    }

    @Test
    void columnsAreComputedAndLazyQueriesCollected() {
        long sum = 3L * ROWS * (ROWS - 1) / 2;
        try (DataFrame frame = built();
                DataFrame computed = frame.assign(col("value").plus(1).as("more"));
                DataFrame collected = DataFrame.collect(
                        computed.lazy()
                                .withColumns(col("more").minus(col("value")).as("one")),
                        options)) {
            assertThat(computed.get("more").sum()).isEqualTo(sum + ROWS);
            assertThat(collected.get("one").sum()).isEqualTo((long) ROWS);
            assertThat(collected.get(ROWS - 1, "text")).isEqualTo(text(key(ROWS - 1)));
        }
    }

    @Test
    void withoutSpillingTheLimitHolds() {
        MemoryPool fixed = MemoryPool.withLimit(LIMIT);
        SpillManager.attach(fixed, SpillOptions.DEFAULT.enabled(false));
        FrameOptions kept = FrameOptions.DEFAULT.withQueries(
                () -> QueryContext.builder().pool(fixed).threads(1).build());
        List<DataFrame> frames = new ArrayList<>();
        try (Table table = piece(0);
                DataFrame shared = DataFrame.of(table, kept)) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 20; i++) {
                            frames.add(shared.deepCopy());
                            frames.add(shared.assign(
                                    col("value").plus(1).as("value"),
                                    col("key").plus(1).as("key")));
                        }
                    })
                    .isInstanceOf(MemoryLimitException.class);
        }
        frames.forEach(DataFrame::close);
        assertThat(fixed.usedBytes()).isZero();
        fixed.close();
    }
}
