package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.TableDataset;
import dev.sheaf.resident.ResidentOperator;
import dev.sheaf.spill.SpillManager;
import dev.sheaf.spill.SpillOptions;
import dev.sheaf.spill.SpillStatistics;
import dev.sheaf.testing.RandomCases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random programs over tables on an emulated device, beside the same done on the host, where the device may hold an
/// eighth of the tables and the host another one.
class EmulatedSpillingTest {
    private static final int CASES = 1_000;
    private static final int CASES_OF_A_BUILD = 3;
    private static final int STEPS = 40;
    private static final int TABLES = 12;
    private static final int ROWS = 3_000;

    /// About what the tables of a program take together: a key, a number, a text.
    private static final long DATA = (long) TABLES * ROWS * 30;

    private static final Expr[] ASKED = {sum("n").as("s"), count("t").as("c")};

    @TempDir
    private Path folder;

    @Test
    void programsOverTablesThatComeAndGoGiveWhatTheHostGives() {
        Gpu gpu = EmulatedDevice.assumed().gpu();
        RandomCases.run(CASES, CASES_OF_A_BUILD, random -> {
            try (MemoryPool pool = MemoryPool.withLimits(1L << 30, Long.MAX_VALUE)) {
                SpillManager store = SpillManager.attach(
                        pool,
                        SpillOptions.DEFAULT
                                .deviceLimit(DATA / 8)
                                .hostLimit(DATA / 8)
                                .folder(folder)
                                .statistics(SpillStatistics.Level.TRANSFERS));
                new Program(gpu, random, pool, store).run();
                assertThat(pool.usedBytes()).isZero();
                assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
                assertThat(pool.usedBytes(Tier.PINNED)).isZero();
            }
            assertThat(folder).isEmptyDirectory();
        });
    }

    /// A table on the device, and what it has to hold.
    private record Pair(GpuTable device, Table host) {
        void close() {
            device.close();
            host.close();
        }
    }

    private static final class Program {
        private final Gpu gpu;
        private final SplittableRandom random;
        private final MemoryPool pool;
        private final SpillManager store;
        private final QueryContext context;
        private final List<Pair> pairs = new ArrayList<>();

        Program(Gpu gpu, SplittableRandom random, MemoryPool pool, SpillManager store) {
            this.gpu = gpu;
            this.random = random;
            this.pool = pool;
            this.store = store;
            this.context = QueryContext.builder()
                    .pool(pool)
                    .threads(1)
                    .backend(BackendPreference.CPU)
                    .build();
        }

        void run() {
            try {
                while (pairs.size() < TABLES) {
                    load();
                }
                assertThat(store.statistics().transfers())
                        .extracting(transfer -> transfer.from())
                        .contains(Tier.DEVICE, Tier.PINNED);
                for (int step = 0; step < STEPS; step++) {
                    step();
                    assertThat(store.residentBytes(Tier.DEVICE)).isLessThanOrEqualTo(DATA / 8);
                    assertThat(store.residentBytes(Tier.PINNED) + store.residentBytes(Tier.HOST))
                            .isLessThanOrEqualTo(DATA / 8);
                }
                pairs.forEach(this::check);
            } finally {
                pairs.forEach(Pair::close);
            }
        }

        private void step() {
            switch (random.nextInt(4)) {
                case 0 -> replace();
                case 1 -> check(any());
                case 2 -> group(any());
                default -> limit(any());
            }
        }

        private Pair any() {
            return pairs.get(random.nextInt(pairs.size()));
        }

        private void replace() {
            pairs.remove(random.nextInt(pairs.size())).close();
            load();
        }

        private void load() {
            int rows = random.nextInt(ROWS / 2, 3 * ROWS / 2);
            Integer[] keys = new Integer[rows];
            long[] numbers = new long[rows];
            String[] texts = new String[rows];
            int groups = random.nextInt(1, rows);
            Arrays.setAll(keys, row -> row == 0 ? null : Integer.valueOf(random.nextInt(groups)));
            Arrays.setAll(numbers, _ -> random.nextInt());
            Arrays.setAll(texts, row -> row % 20 == 0 ? null : "text " + random.nextInt(1000));
            Table host = Table.of("k", keys, "n", numbers, "t", texts);
            try (GpuStream stream = gpu.openStream()) {
                pairs.add(new Pair(gpu.load(new TableDataset(host), context, stream), host));
            }
        }

        private void check(Pair pair) {
            try (GpuStream stream = gpu.openStream();
                    Table back = pair.device().download(pool, stream)) {
                assertSame(back, pair.host());
            }
        }

        private static void assertSame(Table actual, Table expected) {
            for (String column : expected.schema().names()) {
                assertThat(actual.values(column)).isEqualTo(expected.values(column));
            }
        }

        private void group(Pair pair) {
            try (GpuStream stream = gpu.openStream();
                    GpuTable groups =
                            pair.device().groupBy("k").order(Order.SORTED).aggregate(context, stream, ASKED);
                    Table back = groups.download(pool, stream);
                    Table expected =
                            GroupBy.on(pair.host(), "k").order(Order.SORTED).aggregate(context, ASKED)) {
                assertSame(back, expected);
            }
        }

        private void limit(Pair pair) {
            long offset = random.nextLong(pair.host().rowCount());
            ResidentOperator first = new ResidentOperator.Limit(offset, 100);
            try (GpuTable some = (GpuTable) pair.device().run(first, context).orElseThrow();
                    GpuStream stream = gpu.openStream();
                    Table back = some.download(pool, stream);
                    Table expected =
                            pair.host().slice(offset, Math.min(100, pair.host().rowCount() - offset))) {
                assertSame(back, expected);
            }
        }
    }
}
