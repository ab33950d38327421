package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaStatus;
import dev.sheaf.cuda.driver.Emulator;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Offer;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Cancellation;
import dev.sheaf.query.Decision;
import dev.sheaf.query.ProgressListener;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;
import dev.sheaf.testing.RandomCases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tables whose rows CPU and an emulated device share, in small batches. After some batches the CPU waits for
/// the device, which is the slower one here, so that both have rows.
class EmulatedSharingTest {
    private static final int ROWS = 3_000;
    private static final int FRONT_ROWS = 64;

    private static final Expr[] ASKED = {
        count().as("n"),
        sum("v").as("s"),
        min("v").as("l"),
        max("w").as("m"),
        mean("v").as("a")
    };

    private EmulatedDevice device;

    @BeforeEach
    void open() {
        assumeTrue(Emulator.isPossible(), "there is no g++ to compile kernels with");
        device = EmulatedDevice.create(1L << 30);
    }

    @Test
    void bothEndsAddUpToTheTable() {
        try (Table table = table(new SplittableRandom(1), ROWS)) {
            for (int batches : new int[] {1, 5, 20}) {
                Asked asked = new Asked(GroupBy.on(table, "k").request(ASKED), table, batches);

                assertThat(asked.choices())
                        .anyMatch(choice -> choice.equals("cuda: " + share(batches) + " of 100 rows"));
            }
        }
    }

    /// What the CPU leaves after so many batches.
    private static long share(int batches) {
        return Math.round(100.0 * (ROWS - batches * FRONT_ROWS) / ROWS);
    }

    @Test
    void randomRequestsOverRandomTablesGiveWhatTheCpuGives() {
        RandomCases.run(100, 6, random -> {
            try (Table table = table(random, 1 + random.nextInt(ROWS))) {
                GroupBy groupBy = random.nextInt(6) == 0
                        ? GroupBy.on(table)
                        : GroupBy.on(table, random.nextBoolean() ? new String[] {"k"} : new String[] {"t", "k"});
                GroupBy some = random.nextInt(3) == 0 ? groupBy.where(col("w").gt(-20)) : groupBy;
                GroupByRequest request = some.nullKeys(random.nextBoolean() ? NullKeys.INCLUDE : NullKeys.EXCLUDE)
                        .order(random.nextBoolean() ? Order.SORTED : Order.UNSPECIFIED)
                        .request(ASKED);
                new Asked(request, table, random.nextInt(1, 20)).choices();
            }
        });
    }

    @Test
    void whatBecomesOfGroupsIsDoneOnceBothHaveMet() {
        GroupFinish finish = new GroupFinish(
                Optional.of(col("n").gt(3)), List.of(col("k"), col("s").plus(1).as("t")));
        try (Table table = table(new SplittableRandom(2), ROWS)) {
            Asked asked = new Asked(GroupBy.on(table, "k").request(ASKED), table, 3);
            asked.finish = finish;

            assertThat(asked.choices()).anyMatch(choice -> choice.endsWith("of 100 rows"));
        }
    }

    @Test
    void allocationsThatFailLeaveTheRowsToTheCpu() {
        int left = 0;
        try (Table table = table(new SplittableRandom(3), ROWS)) {
            for (int before = 0; before < 60; before += 4) {
                device.fake().failAfter("cuMemAllocFromPoolAsync", before, 2, 100_000);
                Asked asked = new Asked(GroupBy.on(table, "k").request(ASKED), table, 2);
                List<String> choices = asked.choices();
                left += choices.contains("cpu: all rows") ? 1 : 0;
                device.fake().failNever("cuMemAllocFromPoolAsync");
            }
            assertThat(left).isPositive();
            assertThat(new Asked(GroupBy.on(table, "k").request(ASKED), table, 2).choices())
                    .doesNotContain("cpu: all rows");
        }
    }

    @Test
    void sumsThatOverflowOnTheDeviceAreThoseOfTheCpu() {
        long[] values = new long[ROWS];
        Arrays.setAll(values, row -> Long.MAX_VALUE / 4 * (row / 10 % 2 * 2 - 1));
        long[] keys = new long[ROWS];
        Arrays.setAll(keys, row -> row % 10);
        try (Table table = Table.of("k", keys, "v", values)) {
            assertThat(new Asked(GroupBy.on(table, "k").request(sum("v").as("s")), table, 2).choices())
                    .contains("cpu: all rows");
        }
    }

    @Test
    void aDeviceThatCannotBeOpenedLeavesAllRows() {
        try (Table table = table(new SplittableRandom(4), ROWS)) {
            Asked asked = new Asked(GroupBy.on(table, "k").request(ASKED), table, 1);
            asked.backend = new CudaBackend(() -> new CudaStatus.Unavailable("emulated"), _ -> {
                throw new IllegalStateException("the device is gone");
            });

            assertThat(asked.choices()).contains("cpu: all rows");
        }
    }

    @Test
    void cancellingEndsBoth() {
        Cancellation cancellation = new Cancellation();
        try (Table table = table(new SplittableRandom(5), ROWS)) {
            Asked asked = new Asked(GroupBy.on(table, "k").request(ASKED), table, 1);
            asked.cancellation = cancellation;
            asked.listener = (_, _, _) -> cancellation.cancel("enough");

            assertThatThrownBy(asked::choices).isInstanceOf(QueryCancelledException.class);
        }
    }

    @Test
    void whatDependsOnPlacesOfRowsIsNotShared() {
        try (Table table = table(new SplittableRandom(6), 10)) {
            assertApart(GroupBy.on(table, "k").request(first("v").as("f")), "results need the numbers of rows");
            assertApart(
                    GroupBy.on(table, "k").order(Order.FIRST_APPEARANCE).request(count().as("n")),
                    "results need the numbers of rows");
            assertApart(GroupBy.on(table, "k").request(median("v").as("m")), "");
        }
    }

    private void assertApart(GroupByRequest request, String reason) {
        QueryContext context = QueryContext.builder()
                .settings(new Settings(Map.of(Sharing.GAIN, "0")))
                .build();
        assertThat(device.backend().offer(request, SourceStats.ofRows(10), context))
                .isInstanceOfSatisfying(Offer.Accepted.class, offer -> {
                    assertThat(offer.strategy()).doesNotContain("shared");
                    assertThat(offer.reason()).contains("rows are not shared with the CPU: " + reason);
                });
    }

    private static Table table(SplittableRandom random, int rows) {
        Integer[] keys = new Integer[rows];
        String[] texts = new String[rows];
        Long[] values = new Long[rows];
        double[] doubles = new double[rows];
        int groups = random.nextInt(1, 300);
        for (int row = 0; row < rows; row++) {
            keys[row] = random.nextInt(20) == 0 ? null : Integer.valueOf(random.nextInt(groups));
            texts[row] = "t" + random.nextInt(5);
            values[row] = random.nextInt(10) == 0 ? null : Long.valueOf(random.nextInt(-1000, 1000));
            doubles[row] = random.nextInt(-100, 100) / 4.0; // sums are exact in any order
        }
        return Table.of("k", keys, "t", texts, "v", values, "w", doubles);
    }

    /// A request over a table whose rows are shared.
    private final class Asked {
        private final GroupByRequest request;
        private final Table table;
        private final int batches;
        private final Map<String, String> settings = new HashMap<>(Map.of(
                Sharing.GAIN,
                "0",
                "cuda.share.rows",
                "192",
                "cuda.chunk.rows",
                "384",
                "cuda.wave.rows",
                "64",
                "cuda.compile",
                "wait",
                "morsel.rows",
                String.valueOf(FRONT_ROWS)));
        private Backend backend = device.backend();
        private GroupFinish finish = GroupFinish.NONE;
        private Cancellation cancellation = new Cancellation();
        private ProgressListener listener;

        /// @param batches after which the CPU waits for the device
        Asked(GroupByRequest request, Table table, int batches) {
            this.request = request;
            this.table = table;
            this.batches = batches;
        }

        /// What was decided on the way to the groups, which are those of the CPU alone.
        List<String> choices() {
            try (MemoryPool pool = MemoryPool.withLimit(1L << 30)) {
                List<QueryContext> made = new ArrayList<>();
                AtomicInteger given = new AtomicInteger();
                ProgressListener waiting = (_, _, _) -> {
                    while (given.incrementAndGet() == batches && !isDecided(made.getFirst())) {
                        given.decrementAndGet();
                        LockSupport.parkNanos(100_000);
                    }
                };
                QueryContext context = QueryContext.builder()
                        .pool(pool)
                        .threads(1)
                        .settings(new Settings(settings))
                        .cancellation(cancellation)
                        .progress(listener == null ? waiting : listener)
                        .build();
                made.add(context);
                try {
                    List<List<Object>> found = groups(backend, context);
                    List<List<Object>> expected = groups(
                            cpu(), QueryContext.builder().pool(pool).threads(1).build());
                    if (request.options().order() == Order.SORTED) {
                        assertThat(found).isEqualTo(expected);
                    } else {
                        assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
                    }
                } finally {
                    assertThat(pool.usedBytes()).isZero();
                    assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
                    assertThat(pool.usedBytes(Tier.PINNED)).isZero();
                }
                return context.decisions().stream().map(Decision::choice).toList();
            }
        }

        private static boolean isDecided(QueryContext context) {
            return context.decisions().stream()
                    .anyMatch(decision -> decision.choice().endsWith("rows"));
        }

        private static Backend cpu() {
            return Backends.all().stream()
                    .filter(backend -> backend.name().equals("cpu"))
                    .findFirst()
                    .orElseThrow();
        }

        private List<List<Object>> groups(Backend backend, QueryContext context) {
            List<List<Object>> groups = new ArrayList<>();
            Scan scan = new Scan(request.input().names(), Optional.empty());
            try (BatchSource input = new TableDataset(table).scan(scan, context);
                    BatchSource result = backend.execute(request, finish, input, context)) {
                Batch batch;
                while ((batch = result.next(context)) != null) {
                    try (Batch open = batch) {
                        open.table().rows().forEach(row -> {
                            List<Object> values = new ArrayList<>();
                            for (int i = 0; i < open.table().schema().size(); i++) {
                                values.add(row.get(i));
                            }
                            groups.add(values);
                        });
                    }
                }
            }
            return groups;
        }
    }
}
