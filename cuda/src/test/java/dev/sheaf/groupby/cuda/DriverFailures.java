package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.CudaStatus;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Faults;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.RowsBy;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Lets calls of a driver fail one after the other while a query runs, by each strategy: whatever fails, the answer
/// is right, memory is given back, and the next query runs on the device.
final class DriverFailures {
    /// Strategies, and rows of a stride if there are several.
    static final List<Map<String, String>> WAYS = List.of(
            Map.of("cuda.strategy", "registers"),
            Map.of("cuda.strategy", "block"),
            Map.of("cuda.strategy", "hash"),
            Map.of("cuda.strategy", "partition"),
            Map.of("cuda.strategy", "clustered"),
            Map.of("cuda.strategy", "members"),
            Map.of("cuda.strategy", "general"),
            Map.of("cuda.strategy", "general", "cuda.chunk.rows", "1000"));

    /// Strides whose partial groups are merged. If there is no memory for that, the general strategy takes them.
    static final Map<String, String> MERGED =
            Map.of("cuda.strategy", "block", "cuda.chunk.rows", "1000", "cuda.resident.bytes", "64");

    /// An aggregate that needs the groups of rows first.
    static final Map<String, String> MOMENTS = Map.of("cuda.slabs", "4");

    private static final int ROWS = 3_000;
    private static final int GROUPS = 11;
    private static final int MOST_CALLS = 400;

    private final OpenDevice open;
    private final Faults faults;
    private final Backend backend;
    private final Backend cpu;

    DriverFailures(OpenDevice open, Faults faults) {
        this.open = open;
        this.faults = faults;
        this.backend = new CudaBackend(() -> new CudaStatus.Unavailable("under test"), _ -> open);
        this.cpu = Backends.all().stream()
                .filter(each -> each.name().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }

    /// What a query came to, and what was decided.
    record Answer(Map<Object, List<Object>> groups, List<Decision> decisions) {
        boolean ranOnCpu() {
            return decisions.stream().anyMatch(decision -> decision.choice().equals("cpu"));
        }

        String how() {
            return decisions.toString();
        }
    }

    /// Sums are exact in any order.
    static Table table() {
        return table(ROWS, GROUPS);
    }

    static Table table(int rows, int groups) {
        int each = (rows + groups - 1) / groups;
        return Table.of(
                "k",
                IntStream.range(0, rows).map(row -> row / each).toArray(),
                "v",
                IntStream.range(0, rows).mapToDouble(row -> row % 7).toArray());
    }

    /// Keys that come again and again.
    static Table scattered(int rows, int groups) {
        return Table.of(
                "k",
                IntStream.range(0, rows).map(row -> row % groups).toArray(),
                "v",
                IntStream.range(0, rows).mapToDouble(row -> row % 7).toArray());
    }

    private static Expr[] aggregates(Map<String, String> settings) {
        if (settings.equals(MOMENTS)) {
            return new Expr[] {corr("v", "v").as("a"), count().as("b")};
        }
        return "members".equals(settings.get("cuda.strategy"))
                ? new Expr[] {mean("v").as("a"), count().as("b")}
                : new Expr[] {sum("v").as("a"), count().as("b"), min("v").as("c")};
    }

    Answer onDevice(Table table, Map<String, String> settings, MemoryPool pool) {
        try {
            return run(backend, table, settings, pool);
        } finally {
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
            assertThat(pool.usedBytes(Tier.PINNED)).isZero();
        }
    }

    Answer onCpu(Table table, Map<String, String> settings, MemoryPool pool) {
        return run(cpu, table, settings, pool);
    }

    private static Answer run(Backend on, Table table, Map<String, String> settings, MemoryPool pool) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(1)
                .settings(new Settings(settings))
                .build();
        GroupByRequest request = GroupBy.on(table, "k").request(aggregates(settings));
        Map<Object, List<Object>> groups = new HashMap<>();
        try (BatchSource input =
                        new TableDataset(table).scan(new Scan(request.input().names(), Optional.empty()), context);
                BatchSource result = on.execute(request, input, context)) {
            Batch batch;
            while ((batch = result.next(context)) != null) {
                try (Batch got = batch) {
                    put(got.table(), groups);
                }
            }
        }
        return new Answer(groups, context.decisions());
    }

    private static void put(Table table, Map<Object, List<Object>> groups) {
        table.rows()
                .forEach(row -> groups.put(
                        row.get(0),
                        IntStream.range(1, table.columnCount())
                                .mapToObj(row::get)
                                .toList()));
    }

    /// Lets the first call of a function fail while a query runs, then the second, until a query runs to its end
    /// before that; gives how many of them left the query to the CPU.
    int eachCall(String function, int code, Map<String, String> settings, MemoryPool pool) {
        try (Table table = table()) {
            Answer expected = onCpu(table, settings, pool);
            assertThat(onDevice(table, settings, pool).ranOnCpu())
                    .as("%s", settings)
                    .isFalse();
            int failures = 0;
            for (int call = 0; call < MOST_CALLS; call++) {
                Answer answer = failing(function, call, code, () -> onDevice(table, settings, pool));
                assertThat(answer.groups()).as("%s, call %d", settings, call).isEqualTo(expected.groups());
                if (answer.ranOnCpu()) {
                    assertThat(answer.how()).contains(function + " ");
                    failures++;
                } else if (faults.isPending(function)) {
                    break;
                }
                faults.failNever(function);
            }
            faults.failNever(function);
            Answer next = onDevice(table, settings, pool);
            assertThat(next.ranOnCpu()).as("%s", next.how()).isFalse();
            assertThat(next.groups()).isEqualTo(expected.groups());
            return failures;
        }
    }

    /// Memory that was given back is not used again, so that every allocation is a call. Each fails twice, since it
    /// is tried again after what is cached was given back.
    private <T> T failing(String function, int call, int code, java.util.function.Supplier<T> query) {
        open.device().memory().trim();
        faults.failAfter(function, call, code, 2);
        return query.get();
    }

    /// The same for a table that is brought to the device to stay there, and is grouped there.
    int eachCallOfResident(String function, int code, MemoryPool pool) {
        return eachCallOfResident(function, code, pool, aggregates(Map.of()));
    }

    /// The same with lists among the results.
    int eachCallOfLists(String function, int code, MemoryPool pool) {
        Expr kept = ((Expr.Aggregate) collectList("v")).filter(col("k").gt(2));
        return eachCallOfResident(function, code, pool, collectList("v").as("a"), kept.as("b"), count().as("c"));
    }

    /// The same of scans, the first of which gives each row another number. The CPU answers if the device cannot.
    int eachCallOfScans(String function, int code, Table table, MemoryPool pool, GroupScan... scans) {
        try (Groups groups = GroupBy.on(table, "k").groups(QueryContext.create(), GroupsOptions.DEFAULT);
                Table onCpu = groups.scan(QueryContext.create(), RowsBy.TABLE, scans)) {
            return eachCallOfResident(
                    function,
                    code,
                    pool,
                    table,
                    onCpu,
                    (loaded, context, stream) -> loaded.groupBy("k").scan(context, stream, scans));
        }
    }

    private int eachCallOfResident(String function, int code, MemoryPool pool, Expr... asked) {
        try (Table table = table();
                Table onCpu = GroupBy.on(table, "k").aggregate(asked)) {
            return eachCallOfResident(
                    function,
                    code,
                    pool,
                    table,
                    onCpu,
                    (loaded, context, stream) -> loaded.groupBy("k").aggregate(context, stream, asked));
        }
    }

    /// What is asked of a table on the device.
    @FunctionalInterface
    private interface Query {
        GpuTable of(GpuTable loaded, QueryContext context, GpuStream stream);
    }

    private int eachCallOfResident(String function, int code, MemoryPool pool, Table table, Table onCpu, Query query) {
        Device device = open.device();
        Gpu gpu = new Gpu(open);
        int failures = 0;
        Map<Object, List<Object>> expected = new HashMap<>();
        put(onCpu, expected);
        for (int call = 0; call < MOST_CALLS; call++) {
            Map<Object, List<Object>> groups = new HashMap<>();
            boolean fails = failing(function, call, code, () -> fails(gpu, table, query, groups, pool));
            boolean isOver = faults.isPending(function);
            faults.failNever(function);
            assertThat(pool.usedBytes(Tier.DEVICE)).as("call %d", call).isZero();
            assertThat(pool.usedBytes(Tier.PINNED)).as("call %d", call).isZero();
            if (!fails) {
                assertThat(groups).as("call %d", call).isEqualTo(expected);
            }
            if (isOver) {
                assertThat(fails).isFalse();
                break;
            }
            failures++;
        }
        assertThat(device.lost()).isEmpty();
        return failures;
    }

    /// Whether a table cannot be brought to the device, or its groups cannot stay there; else its groups.
    private static boolean fails(Gpu gpu, Table table, Query query, Map<Object, List<Object>> groups, MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (GpuStream stream = gpu.openStream();
                GpuTable loaded = gpu.load(new TableDataset(table), context, stream);
                GpuTable grouped = query.of(loaded, context, stream);
                Table host = grouped.download(pool, stream)) {
            put(host, groups);
            return false;
        } catch (CudaException failure) {
            assertThat(failure).hasMessageContaining("failed: ").hasMessageContaining("on GPU 0");
            return true;
        }
    }
}
