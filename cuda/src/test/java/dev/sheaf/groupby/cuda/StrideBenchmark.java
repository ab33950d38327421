package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Driver;
import dev.sheaf.cuda.driver.Installation;
import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// How fast host tables stream through the device: 335 million int32 rows from pinned and from pageable memory,
/// end to end, beside the bare copy. `StrideBenchmark FILE`; answers are checked before anything is timed.
public final class StrideBenchmark {
    private static final long ROWS = 335_000_000L;
    private static final int GROUPS = 10_000;
    private static final int REPEATS = 7;

    private final Results results;
    private final Device device;
    private final CudaBackend backend = new CudaBackend();
    private final MemoryPool pool = MemoryPool.create();

    private StrideBenchmark(Results results, Device device) {
        this.results = results;
        this.device = device;
    }

    /// @param arguments the file for the results
    public static void main(String[] arguments) throws IOException {
        switch (Installation.ofThisProcess()) {
            case Installation.Absent(String reason) -> {
                System.out.println("no GPU: " + reason);
                System.exit(1);
            }
            case Installation.Usable(Driver driver, Nvrtc nvrtc) -> {
                Device device = OpenDevice.ofThisProcess(0).device();
                Results results = new Results("strides", driver, device.info(), nvrtc);
                new StrideBenchmark(results, device).run();
                results.write(Path.of(arguments[0]));
            }
        }
    }

    private void run() {
        long bytes = ROWS * Integer.BYTES;
        Buffer pinned = device.call(() -> device.pinned().allocate(pool, bytes, "benchmark"));
        fill(pinned);
        double link = link(pinned, bytes);
        table("pinned", pinned, link);
        try (Buffer pageable = pool.allocate(bytes, "benchmark")) {
            fill(pageable);
            table("pageable", pageable, link);
        }
        pinned.close();
    }

    private static void fill(Buffer keys) {
        for (long row = 0; row < ROWS; row++) {
            keys.segment().setAtIndex(JAVA_INT, row, (int) (row * 2_654_435_761L % GROUPS));
        }
    }

    /// Bytes a second of the bare copy.
    private double link(Buffer pinned, long bytes) {
        return device.call(() -> {
            try (Stream stream = device.openStream();
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

    private void table(String memory, Buffer keys, double link) {
        Schema schema = Schema.of(new Field("k", DataType.INT32, false));
        FixedColumn column = new FixedColumn(DataType.INT32, ROWS, keys.retain(), Validity.allValid(ROWS));
        try (Table table = new Table(schema, List.of(column), ROWS)) {
            query(memory + ": COUNT by 10 000 keys", table, count().as("n"), link);
            query(memory + ": SUM by 10 000 keys", table, sum("k").as("s"), link);
        }
    }

    private void query(String name, Table table, Expr aggregate, double link) {
        GroupByRequest request = GroupBy.on(table, "k").request(aggregate);
        check(request, table);
        double[] millis = new double[REPEATS];
        String phases = "";
        for (int i = 0; i < REPEATS; i++) {
            long start = System.nanoTime();
            QueryContext context = context();
            groups(request, table, context);
            millis[i] = (System.nanoTime() - start) / 1e6;
            phases = phases(context);
        }
        double rate = ROWS * Integer.BYTES / median(millis) * 1e3;
        results.add(
                name,
                "ms",
                millis,
                "GB/s",
                Results.number(rate / 1e9),
                "share of the link",
                Results.number(rate / link));
        System.out.println("  " + phases);
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

    private QueryContext context() {
        return QueryContext.builder().pool(pool).build();
    }

    private void check(GroupByRequest request, Table table) {
        long groups = groups(request, table, context());
        if (groups != GROUPS) {
            throw new IllegalStateException(groups + " groups instead of " + GROUPS);
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
            return batch.rowCount();
        }
    }
}
