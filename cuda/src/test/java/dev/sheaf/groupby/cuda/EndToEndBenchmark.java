package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceProfile;
import dev.sheaf.groupby.cuda.device.DeviceProfiles;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The cases that libcudf was measured with from pinned host memory to a result on the host, first and warm.
/// `EndToEndBenchmark FILE`
final class EndToEndBenchmark {
    private static final int SAMPLES = 3;
    private static final long HOST_BYTES = 6_000_000_000L;

    private final Results results;
    private final BenchData data;
    private final Stream stream;
    private final MemoryPool pool;
    private final Backend backend = backend("cuda");

    private EndToEndBenchmark(BenchRun run) {
        this.results = run.results();
        this.data = run.data();
        this.stream = run.stream();
        this.pool = run.pool();
    }

    /// @param arguments the file for the results
    public static void main(String[] arguments) throws IOException {
        BenchRun.of("endtoend", arguments[0], run -> {
            EndToEndBenchmark benchmark = new EndToEndBenchmark(run);
            benchmark.calibration(OpenDevice.ofThisProcess(0));
            benchmark.cases();
        });
    }

    /// The rates that estimates rest on.
    private void calibration(OpenDevice open) {
        DeviceProfile profile = DeviceProfiles.ofThisProcess().of(open.device().info());
        results.add(
                "calibration",
                "GB/s of the link",
                new double[] {profile.linkBytes() / 1e9},
                "stagedByAThread",
                Results.number(profile.stagedBytes() / 1e9),
                "deviceMemory",
                Results.number(profile.memoryBytes() / 1e9),
                "waitMicros",
                Results.number(profile.waitSeconds() * 1e6),
                "source",
                "\"" + profile.source() + "\"");
    }

    private void cases() {
        try (Buffer host = stream.device().pinned().allocate(pool, HOST_BYTES, "benchmark")) {
            for (BenchCase test : BenchCase.againstLibcudf()) {
                try (Table table = table(test, host)) {
                    measure(test, table);
                }
            }
        }
    }

    /// The table of a case in pinned memory.
    private Table table(BenchCase test, Buffer host) {
        long[] end = {0};
        try (DeviceTable onDevice = data.table(test.rows(), test.keys(), test.values())) {
            List<Column> columns = new ArrayList<>();
            for (DeviceColumn column : onDevice.columns()) {
                Buffer values = copy(column.values(), host, end);
                Buffer offsets = column.offsets();
                columns.add(
                        offsets == null
                                ? new FixedColumn(column.type(), test.rows(), values, Validity.allValid(test.rows()))
                                : new VarColumn(
                                        DataType.STRING,
                                        new Offsets(copy(offsets, host, end), false, test.rows()),
                                        values,
                                        Validity.allValid(test.rows())));
            }
            return new Table(onDevice.schema(), columns, test.rows());
        }
    }

    private Buffer copy(Buffer source, Buffer host, long[] end) {
        Buffer part = host.slice(end[0], source.byteSize());
        end[0] = (end[0] + source.byteSize() + 255) & -256;
        stream.download(source, 0, part.segment().asSlice(0, source.byteSize()));
        stream.synchronize();
        return part;
    }

    private void measure(BenchCase test, Table table) {
        GroupByRequest request = request(test, table.schema());
        long bytes =
                table.columns().stream().mapToLong(EndToEndBenchmark::bytes).sum();
        double first = millis(backend, request, table);
        double[] millis = new double[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            millis[i] = millis(backend, request, table);
        }
        double median = median(millis);
        results.add(
                test.name(),
                "ms",
                millis,
                "rows",
                String.valueOf(test.rows()),
                "megabytes",
                Results.number(bytes / 1e6),
                "gigabytesPerSecond",
                Results.number(bytes / median / 1e6),
                "firstQuery",
                Results.number(first));
    }

    private static long bytes(Column column) {
        return switch (column) {
            case FixedColumn fixed -> fixed.values().byteSize();
            case VarColumn text ->
                text.bytes().byteSize() + text.offsets().buffer().byteSize();
            default -> throw new IllegalArgumentException(column.type().toString());
        };
    }

    private static GroupByRequest request(BenchCase test, Schema schema) {
        List<Expr> keys = new ArrayList<>();
        for (int i = 0; i < test.keys().size(); i++) {
            keys.add(Expressions.col(schema.field(i).name()));
        }
        List<Expr> aggregates = new ArrayList<>();
        for (DeviceAggregate each : test.aggregates()) {
            String column = each.column() < 0 ? "" : schema.field(each.column()).name();
            Expr aggregate = switch (each.function()) {
                case COUNT_ROWS -> Expressions.count();
                case COUNT -> Expressions.count(column);
                case SUM -> Expressions.sum(column);
                case MEAN -> Expressions.mean(column);
                case MIN -> Expressions.min(column);
                case MAX -> Expressions.max(column);
                case MEDIAN -> Expressions.median(column);
                case STD -> Expressions.std(column);
                case VARIANCE -> Expressions.variance(column);
                case QUANTILE, M2, COVARIANCE, CORRELATION, BIT_AND, BIT_OR, BIT_XOR, RATIO ->
                    throw new IllegalArgumentException(each.toString());
            };
            aggregates.add(aggregate.as("a" + aggregates.size()));
        }
        return new GroupByRequest(schema, Optional.empty(), keys, aggregates, dev.sheaf.groupby.GroupByOptions.DEFAULT);
    }

    private double millis(Backend on, GroupByRequest request, Table table) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        long start = System.nanoTime();
        try (BatchSource input =
                        new TableDataset(table).scan(new Scan(request.input().names(), Optional.empty()), context);
                BatchSource result = on.execute(request, input, context)) {
            Batch batch;
            while ((batch = result.next(context)) != null) {
                batch.close();
            }
        }
        double millis = (System.nanoTime() - start) / 1e6;
        if (on.equals(backend)
                && context.decisions().stream()
                        .noneMatch(decision -> decision.choice().startsWith("cuda"))) {
            throw new IllegalStateException(context.decisions().toString());
        }
        return millis;
    }

    private static Backend backend(String name) {
        return Backends.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static double median(double[] millis) {
        return Arrays.stream(millis).sorted().toArray()[millis.length / 2];
    }
}
