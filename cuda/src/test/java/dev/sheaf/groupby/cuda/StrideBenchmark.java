package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Installation;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.fast.FastGroupBy;
import dev.sheaf.groupby.cuda.fast.Outcome;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// How fast host tables stream through the device: 335 million int32 rows from pinned and from pageable memory,
/// end to end, beside the bare copy. `StrideBenchmark FILE`; answers are checked before anything is timed.
public final class StrideBenchmark {
    private static final long ROWS = 335_000_000L;
    private static final int GROUPS = 10_000;
    private static final int REPEATS = 11;
    private static final int WARM_UPS = 20;

    /// Until Java has compiled what a query does on the host.
    private static final int FIRST_WARM_UPS = 80;

    private static final long TEXT_ROWS = 50_000_000L;
    private static final List<Integer> THREADS = List.of(2, 8);
    private static final List<Shape> SHAPES = List.of(new Shape(2048, 32, 15));
    private static final List<Integer> FIRST_WAVES = List.of(4, 64);
    private static final List<Long> LIMITS = List.of(1L << 30, 256L << 20);

    /// More than a block's table has room for, by a pool that takes the table as a whole and by one that does not.
    private static final List<Integer> MANY_GROUPS = List.of(100_000, 1_000_000);

    private static final List<Long> LIMITS_OF_MANY = List.of(16L << 30, 1L << 30);
    private static final long UNKNOWN = Long.MIN_VALUE;
    private static final String LINK = "share of the link";

    private final Results results;
    private final Device device;
    private final CudaBackend backend = new CudaBackend();
    private final MemoryPool pool;

    /// Of the results of the last query.
    private long total = UNKNOWN;

    private record Shape(int slabKib, int slabs, int threads) {
        @Override
        public String toString() {
            return slabs + " slabs of " + slabKib + " KiB, " + threads + " threads";
        }
    }

    private StrideBenchmark(Results results, Device device, MemoryPool pool) {
        this.pool = pool;
        this.results = results;
        this.device = device;
    }

    /// @param arguments the file for the results
    public static void main(String[] arguments) throws IOException {
        Installation.Usable usable = BenchRun.usable();
        Device device = OpenDevice.ofThisProcess(0).device();
        Results results = new Results("strides", usable.driver(), device.info(), usable.nvrtc());
        new StrideBenchmark(results, device, MemoryPool.create()).run();
        results.write(Path.of(arguments[0]));
    }

    private void run() {
        long bytes = ROWS * Integer.BYTES;
        Buffer pinned = device.call(() -> device.pinned().allocate(pool, bytes, "benchmark"));
        fill(pinned, GROUPS);
        double link = link(pinned, bytes);
        for (int streams = 1; streams <= 2; streams++) {
            waves(pinned, bytes, streams);
        }
        warmUp(pinned);
        table("pinned", pinned, link, Map.of());
        for (int mebibytes : FIRST_WAVES) {
            table(
                    "pinned, first wave of " + mebibytes + " MiB",
                    pinned,
                    link,
                    Map.of("cuda.wave.rows", String.valueOf((long) mebibytes << 18)));
        }
        zeroCopy(pinned, link);
        limited(pinned, link);
        try (Buffer pageable = pool.allocate(bytes, "benchmark")) {
            fill(pageable, GROUPS);
            registered(pageable, bytes);
            for (int threads : THREADS) {
                table(
                        "pageable, " + threads + " threads",
                        pageable,
                        link,
                        Map.of("cuda.slab.threads", String.valueOf(threads)));
            }
            for (Shape shape : SHAPES) {
                table(
                        "pageable, " + shape,
                        pageable,
                        link,
                        Map.of(
                                "cuda.slab.bytes", String.valueOf(shape.slabKib << 10),
                                "cuda.slabs", String.valueOf(shape.slabs),
                                "cuda.slab.threads", String.valueOf(shape.threads)));
            }
        }
        manyGroups(pinned, link);
        pinned.close();
        texts(link);
    }

    /// The bare copy in waves, as queries copy, by one stream or by two in turn.
    private void waves(Buffer pinned, long bytes, int streams) {
        long[] waves = {16 << 20, 64 << 20};
        device.run(() -> {
            try (Stream first = Stream.open(device);
                    Stream second = Stream.open(device);
                    Buffer target = device.memory().allocate(pool, bytes, "benchmark", first)) {
                for (long wave : waves) {
                    double[] millis = new double[REPEATS];
                    for (int i = -1; i < REPEATS; i++) {
                        long start = System.nanoTime();
                        int turn = 0;
                        for (long at = 0; at < bytes; at += wave) {
                            long size = Math.min(wave, bytes - at);
                            Stream stream = turn++ % streams == 0 ? first : second;
                            stream.upload(pinned.segment().asSlice(at, size), target, at);
                        }
                        first.synchronize();
                        second.synchronize();
                        millis[Math.max(i, 0)] = (System.nanoTime() - start) / 1e6;
                    }
                    results.add(
                            "bare copy in waves of " + (wave >> 20) + " MiB by " + streams
                                    + (streams == 1 ? " stream" : " streams"),
                            "ms",
                            millis);
                }
            }
        });
    }

    private void warmUp(Buffer pinned) {
        Schema schema = Schema.of(new Field("k", DataType.INT32, false));
        long rows = ROWS / 32;
        FixedColumn column =
                new FixedColumn(DataType.INT32, rows, pinned.slice(0, rows * Integer.BYTES), Validity.allValid(rows));
        try (Table table = new Table(schema, List.of(column), rows)) {
            for (Expr aggregate : List.of(count().as("n"), sum("k").as("s"))) {
                GroupByRequest request = GroupBy.on(table, "k").request(aggregate);
                for (int i = 0; i < FIRST_WARM_UPS; i++) {
                    groups(request, table, context(Map.of()));
                }
            }
        }
    }

    /// The kernels of a count that read pinned host memory themselves, beside those on a copy.
    private void zeroCopy(Buffer pinned, double link) {
        device.run(() -> {
            try (Stream stream = Stream.open(device);
                    Buffer copy = device.memory().allocate(pool, ROWS * Integer.BYTES, "benchmark", stream)) {
                stream.upload(pinned.segment().asSlice(0, ROWS * Integer.BYTES), copy, 0);
                stream.synchronize();
                kernels("COUNT by kernels that read pinned memory", pinned, stream, link);
                kernels("COUNT by kernels on a copy", copy, stream, link);
            }
        });
    }

    private void kernels(String name, Buffer keys, Stream stream, double link) {
        Schema schema = Schema.of(new Field("k", DataType.INT32, false));
        List<DeviceAggregate> counts =
                List.of(new DeviceAggregate(DeviceAggregate.Function.COUNT_ROWS, -1, DataType.INT64, 0));
        FastGroupBy groupBy = new FastGroupBy(OpenDevice.ofThisProcess(0).store(), pool);
        double[] millis = new double[REPEATS];
        try (DeviceTable table = new DeviceTable(
                schema, List.of(new DeviceColumn(DataType.INT32, ROWS, keys.retain(), null, 0)), ROWS)) {
            for (int i = -WARM_UPS; i < REPEATS; i++) {
                long start = System.nanoTime();
                switch (groupBy.group(table, List.of(0), false, counts, stream)) {
                    case Outcome.Grouped(DeviceGroups groups, String _) -> groups.close();
                    case Outcome.Refused(Refusal why) -> throw new IllegalStateException(why.text());
                }
                millis[Math.max(i, 0)] = (System.nanoTime() - start) / 1e6;
            }
        }
        double rate = ROWS * Integer.BYTES / median(millis) * 1e3;
        results.add(name, "ms", millis, "GB/s", Results.number(rate / 1e9), LINK, Results.number(rate / link));
    }

    /// A pool that lets a query have less of the device than the table takes.
    private void limited(Buffer pinned, double link) {
        for (long limit : LIMITS) {
            try (MemoryPool small = MemoryPool.withLimits(Long.MAX_VALUE, limit)) {
                StrideBenchmark limited = new StrideBenchmark(results, device, small);
                limited.table("pinned, " + (limit >> 20) + " MiB of the device", pinned, link, Map.of());
            }
        }
    }

    /// Pinning pageable memory for its copy.
    private void registered(Buffer pageable, long bytes) {
        device.run(() -> {
            try (Stream stream = Stream.open(device);
                    Buffer target = device.memory().allocate(pool, bytes, "benchmark", stream)) {
                double[] millis = new double[REPEATS];
                for (int i = 0; i < REPEATS; i++) {
                    long start = System.nanoTime();
                    MemorySegment source = pageable.segment().asSlice(0, bytes);
                    try (var _ = device.pinned().register(source)) {
                        stream.upload(source, target, 0);
                        stream.synchronize();
                    }
                    millis[i] = (System.nanoTime() - start) / 1e6;
                }
                results.add(
                        "registered and copied, pageable",
                        "ms",
                        millis,
                        "GB/s",
                        Results.number(bytes / median(millis) / 1e6));
            }
        });
    }

    /// Texts of 11 bytes and doubles with nulls, pageable.
    private void texts(double link) {
        long rows = TEXT_ROWS;
        Buffer bytes = pool.allocate(rows * 11, "benchmark");
        Buffer starts = pool.allocate((rows + 1) * Integer.BYTES, "benchmark");
        Buffer values = pool.allocate(rows * Double.BYTES, "benchmark");
        Buffer valid = pool.allocate(rows / 8 + 8, "benchmark");
        MemorySegment texts = MemorySegment.ofArray(IntStream.range(0, 1_000)
                .mapToObj("id%09d"::formatted)
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.US_ASCII));
        for (long row = 0; row < rows; row++) {
            MemorySegment.copy(texts, row % 1_000 * 11, bytes.segment(), row * 11, 11);
            starts.segment().setAtIndex(JAVA_INT, row, (int) (row * 11));
            values.segment().setAtIndex(java.lang.foreign.ValueLayout.JAVA_DOUBLE, row, row);
        }
        starts.segment().setAtIndex(JAVA_INT, rows, (int) (rows * 11));
        valid.segment().fill((byte) 0x7f);
        Schema schema = Schema.of(new Field("k", DataType.STRING), new Field("v", DataType.FLOAT64));
        List<dev.sheaf.column.Column> columns = List.of(
                new dev.sheaf.column.VarColumn(
                        DataType.STRING,
                        new dev.sheaf.column.Offsets(starts, false, rows),
                        bytes,
                        Validity.allValid(rows)),
                new FixedColumn(DataType.FLOAT64, rows, values, Validity.of(valid, rows)));
        try (Table table = new Table(schema, columns, rows)) {
            long size = rows * (11 + 4 + 8) + rows / 8;
            query(
                    "pageable: SUM of doubles with nulls by 1 000 texts",
                    table,
                    sum("v").as("s"),
                    link,
                    size,
                    1_000,
                    UNKNOWN,
                    Map.of());
        }
    }

    private static long sumOfKeys() {
        return LongStream.range(0, ROWS).parallel().map(row -> key(row, GROUPS)).sum();
    }

    private static long key(long row, int groups) {
        return row * 2_654_435_761L % groups;
    }

    private static void fill(Buffer keys, int groups) {
        MemorySegment segment = keys.segment();
        LongStream.range(0, ROWS).parallel().forEach(row -> segment.setAtIndex(JAVA_INT, row, (int) key(row, groups)));
    }

    private void manyGroups(Buffer pinned, double link) {
        Schema schema = Schema.of(new Field("k", DataType.INT32, false));
        for (int groups : MANY_GROUPS) {
            fill(pinned, groups);
            for (long limit : LIMITS_OF_MANY) {
                try (MemoryPool own = MemoryPool.withLimits(Long.MAX_VALUE, limit);
                        Table table = new Table(
                                schema,
                                List.of(new FixedColumn(
                                        DataType.INT32, ROWS, pinned.retain(), Validity.allValid(ROWS))),
                                ROWS)) {
                    new StrideBenchmark(results, device, own)
                            .query(
                                    "pinned, " + (limit >> 30) + " GiB of the device: COUNT by " + groups + " keys",
                                    table,
                                    count().as("n"),
                                    link,
                                    ROWS * Integer.BYTES,
                                    groups,
                                    ROWS,
                                    Map.of());
                }
            }
        }
    }

    /// Bytes a second of the bare copy.
    private double link(Buffer pinned, long bytes) {
        return device.call(() -> {
            try (Stream stream = Stream.open(device);
                    Buffer target = device.memory().allocate(pool, bytes, "benchmark", stream)) {
                double[] millis = new double[REPEATS];
                for (int i = 0; i < REPEATS; i++) {
                    long start = System.nanoTime();
                    stream.upload(pinned.segment().asSlice(0, bytes), target, 0);
                    stream.synchronize();
                    millis[i] = (System.nanoTime() - start) / 1e6;
                }
                results.add(
                        "bare copy of 335 M int32, pinned",
                        "ms",
                        millis,
                        "GB/s",
                        Results.number(bytes / median(millis) / 1e6));
                return bytes / median(millis) * 1e3;
            }
        });
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        java.util.Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private void table(String memory, Buffer keys, double link, Map<String, String> settings) {
        Schema schema = Schema.of(new Field("k", DataType.INT32, false));
        FixedColumn column = new FixedColumn(DataType.INT32, ROWS, keys.retain(), Validity.allValid(ROWS));
        try (Table table = new Table(schema, List.of(column), ROWS)) {
            query(
                    memory + ": COUNT by 10 000 keys",
                    table,
                    count().as("n"),
                    link,
                    ROWS * Integer.BYTES,
                    GROUPS,
                    ROWS,
                    settings);
            query(
                    memory + ": SUM by 10 000 keys",
                    table,
                    sum("k").as("s"),
                    link,
                    ROWS * Integer.BYTES,
                    GROUPS,
                    sumOfKeys(),
                    settings);
        }
    }

    private void query(
            String name,
            Table table,
            Expr aggregate,
            double link,
            long bytes,
            int groups,
            long expectedTotal,
            Map<String, String> settings) {
        GroupByRequest request = GroupBy.on(table, "k").request(aggregate);
        check(request, table, groups, expectedTotal, settings);
        double[] millis = new double[REPEATS];
        String phases = "";
        String how = "";
        for (int i = 0; i < WARM_UPS; i++) {
            groups(request, table, context(settings));
        }
        for (int i = 0; i < REPEATS; i++) {
            long start = System.nanoTime();
            QueryContext context = context(settings);
            groups(request, table, context);
            millis[i] = (System.nanoTime() - start) / 1e6;
            phases = phases(context);
            how = context.decisions().getLast().choice();
        }
        double rate = bytes / median(millis) * 1e3;
        results.add(name, "ms", millis, "GB/s", Results.number(rate / 1e9), LINK, Results.number(rate / link));
        System.out.println("  " + phases + how);
    }

    private static String phases(QueryContext context) {
        StringBuilder text = new StringBuilder();
        for (Phase phase : Phase.values()) {
            text.append(phase)
                    .append(' ')
                    .append(context.phases().nanos(phase) / 1000)
                    .append(" us ");
        }
        return text.toString();
    }

    private QueryContext context(Map<String, String> settings) {
        return QueryContext.builder()
                .pool(pool)
                .settings(new Settings(settings))
                .build();
    }

    private void check(
            GroupByRequest request, Table table, int expected, long expectedTotal, Map<String, String> settings) {
        long groups = groups(request, table, context(settings));
        if (groups != expected) {
            throw new IllegalStateException(groups + " groups instead of " + expected);
        }
        if (total != expectedTotal) {
            throw new IllegalStateException(total + " in all instead of " + expectedTotal);
        }
    }

    private long groups(GroupByRequest request, Table table, QueryContext context) {
        try (BatchSource input =
                        new TableDataset(table).scan(new Scan(request.input().names(), Optional.empty()), context);
                BatchSource result = backend.execute(request, input, context);
                Batch batch = result.next(context)) {
            if (context.decisions().stream()
                    .noneMatch(decision -> decision.choice().startsWith("cuda"))) {
                throw new IllegalStateException(context.decisions().toString());
            }
            total = batch.table().column(1) instanceof FixedColumn numbers
                            && numbers.type().equals(DataType.INT64)
                    ? IntStream.range(0, (int) batch.rowCount())
                            .mapToLong(row -> numbers.values().segment().getAtIndex(JAVA_LONG, row))
                            .sum()
                    : UNKNOWN;
            return batch.rowCount();
        }
    }
}
