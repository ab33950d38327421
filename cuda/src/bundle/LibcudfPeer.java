package dev.sheaf.groupby.cuda;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.Cuda;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.GroupByAggregation;
import ai.rapids.cudf.GroupByAggregationOnColumn;
import ai.rapids.cudf.GroupByOptions;
import ai.rapids.cudf.GroupByScanAggregation;
import ai.rapids.cudf.GroupByScanAggregationOnColumn;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.HostMemoryBuffer;
import ai.rapids.cudf.NullPolicy;
import ai.rapids.cudf.OrderByArg;
import ai.rapids.cudf.ReplacePolicy;
import ai.rapids.cudf.ReplacePolicyWithColumn;
import ai.rapids.cudf.Rmm;
import ai.rapids.cudf.RmmAllocationMode;
import ai.rapids.cudf.RollingAggregation;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import ai.rapids.cudf.WindowOptions;
import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.window.Frame;
import dev.sheaf.window.RunFunction;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;

/// libcudf by its Java binding, ai.rapids:cudf. Loads `libcudf.so` and `libcudfjni.so` from a folder, and copies the
/// columns of a table to the device when a shape first asks for them.
final class LibcudfPeer implements ShapesPeer {
    private static final long POOL_BYTES = 60L << 30;

    private final dev.sheaf.column.Table host;
    private final Map<String, ColumnVector> columns = new HashMap<>();

    LibcudfPeer(Path folder, dev.sheaf.column.Table host) {
        System.load(folder.resolve("libcudf.so").toString());
        System.load(folder.resolve("libcudfjni.so").toString());
        Rmm.initialize(RmmAllocationMode.POOL, null, POOL_BYTES);
        this.host = host;
    }

    @Override
    public Optional<Timed> time(ShapesBenchmark.Shape shape, int warmUp, int samples) {
        List<String> names = names(shape);
        List<GroupByAggregationOnColumn> asked = new ArrayList<>();
        for (Expr named : shape.aggregates()) {
            Optional<GroupByAggregationOnColumn> one = aggregation(named, names);
            if (one.isEmpty()) {
                return Optional.empty();
            }
            asked.add(one.orElseThrow());
        }
        if (shape.keys().isEmpty()) {
            return Optional.empty();
        }
        int[] keys = shape.keys().stream().mapToInt(names::indexOf).toArray();
        GroupByAggregationOnColumn[] aggregates = asked.toArray(GroupByAggregationOnColumn[]::new);
        return Optional.of(timed(names, warmUp, samples, table -> run(table, names, shape, keys, aggregates)));
    }

    /// The median of some runs over some columns.
    private Timed timed(List<String> names, int warmUp, int samples, Function<Table, Table> work) {
        double[] millis = new double[samples];
        long rows = 0;
        try (Table table = new Table(names.stream().map(this::column).toArray(ColumnVector[]::new))) {
            for (int i = -warmUp; i < samples; i++) {
                Cuda.deviceSynchronize();
                long start = System.nanoTime();
                try (Table result = work.apply(table)) {
                    Cuda.deviceSynchronize();
                    rows = result.getRowCount();
                    if (i >= 0) {
                        millis[i] = (System.nanoTime() - start) / 1e6;
                    }
                }
            }
        }
        Arrays.sort(millis);
        return new Timed(millis[samples / 2], rows);
    }

    @Override
    public Optional<Timed> scans(List<String> keys, List<GroupScan> scans, int warmUp, int samples) {
        List<String> names = new ArrayList<>(keys);
        List<Call> calls = new ArrayList<>();
        for (GroupScan scan : scans) {
            Optional<Call> call = call(scan, names);
            if (call.isEmpty()) {
                return Optional.empty();
            }
            calls.add(call.orElseThrow());
        }
        Call first = calls.getFirst();
        if (calls.stream().anyMatch(call -> call.what() != first.what()) || (calls.size() > 1 && first.isSorted())) {
            return Optional.empty();
        }
        int[] by = IntStream.range(0, keys.size()).toArray();
        return Optional.of(timed(names, warmUp, samples, table -> first.run(table, by, calls)));
    }

    /// What is asked of groups.
    private enum What {
        SCANS,
        FILLS,
        SHIFTS,
        RANKS
    }

    /// A call of a scan.
    ///
    /// @param column that it reads
    /// @param number rows of a shift
    private record Call(What what, GroupByScanAggregation scan, ReplacePolicy fill, int column, int number) {
        /// Whether rows have to be sorted by the keys, or the keys and the column.
        boolean isSorted() {
            return what == What.SHIFTS || what == What.RANKS;
        }

        Table run(Table table, int[] keys, List<Call> all) {
            return switch (what) {
                case SCANS ->
                    table.groupBy(keys)
                            .scan(all.stream()
                                    .map(call -> call.scan.onColumn(call.column))
                                    .toArray(GroupByScanAggregationOnColumn[]::new));
                case FILLS ->
                    table.groupBy(keys)
                            .replaceNulls(all.stream()
                                    .map(call -> call.fill.onColumn(call.column))
                                    .toArray(ReplacePolicyWithColumn[]::new));
                case SHIFTS -> shifted(table, keys);
                case RANKS -> ranked(table, keys);
            };
        }

        private static OrderByArg[] order(int[] keys, int... more) {
            return IntStream.concat(Arrays.stream(keys), Arrays.stream(more))
                    .mapToObj(OrderByArg::asc)
                    .toArray(OrderByArg[]::new);
        }

        private Table shifted(Table table, int[] keys) {
            RollingAggregation by = number < 0 ? RollingAggregation.lead(-number) : RollingAggregation.lag(number);
            int before = number < 0 ? 0 : number + 1;
            int behind = Math.max(0, -number);
            try (Table sorted = table.orderBy(order(keys));
                    Scalar preceding = Scalar.fromInt(before);
                    Scalar following = Scalar.fromInt(behind);
                    WindowOptions window = WindowOptions.builder()
                            .minPeriods(0)
                            .window(preceding, following)
                            .build()) {
                return sorted.groupBy(keys).aggregateWindows(by.onColumn(column).overWindow(window));
            }
        }

        private Table ranked(Table table, int[] keys) {
            GroupByOptions isSorted = GroupByOptions.builder()
                    .withIgnoreNullKeys(false)
                    .withKeysSorted(true)
                    .build();
            try (Table sorted = table.orderBy(order(keys, column))) {
                return sorted.groupBy(isSorted, keys).scan(scan.onColumn(column));
            }
        }
    }

    private static Optional<Call> call(GroupScan scan, List<String> names) {
        if (!(scan instanceof GroupScan.Run run)) {
            return Optional.empty();
        }
        int column = run.input()
                .map(input -> place(((Expr.ColumnRef) input).name(), names))
                .orElse(0);
        return switch (run.function()) {
            case RunFunction.Folded(Aggregation aggregation, Frame frame)
            when frame.equals(Frame.RUNNING) ->
                scanned(aggregation).map(each -> new Call(What.SCANS, each, null, column, 0));
            case RunFunction.Filled(boolean preceding) -> {
                ReplacePolicy policy = preceding ? ReplacePolicy.PRECEDING : ReplacePolicy.FOLLOWING;
                yield Optional.of(new Call(What.FILLS, null, policy, column, 0));
            }
            case RunFunction.Shifted(long distance, boolean _) ->
                Optional.of(new Call(What.SHIFTS, null, null, column, Math.toIntExact(distance)));
            case RunFunction.Ranked ranked
            when ranked.method() == RunFunction.RankMethod.MIN ->
                Optional.of(new Call(What.RANKS, GroupByScanAggregation.rank(), null, column, 0));
            case RunFunction.Ranked ranked
            when ranked.method() == RunFunction.RankMethod.DENSE ->
                Optional.of(new Call(What.RANKS, GroupByScanAggregation.denseRank(), null, column, 0));
            default -> Optional.empty();
        };
    }

    private static int place(String name, List<String> names) {
        if (!names.contains(name)) {
            names.add(name);
        }
        return names.indexOf(name);
    }

    private static Optional<GroupByScanAggregation> scanned(Aggregation aggregation) {
        return Optional.ofNullable(
                switch (aggregation) {
                    case Aggregation.CountAll() -> GroupByScanAggregation.count(NullPolicy.INCLUDE);
                    case Aggregation.Sum() -> GroupByScanAggregation.sum();
                    case Aggregation.Min() -> GroupByScanAggregation.min();
                    case Aggregation.Max() -> GroupByScanAggregation.max();
                    default -> null;
                });
    }

    private static Table run(
            Table table,
            List<String> names,
            ShapesBenchmark.Shape shape,
            int[] keys,
            GroupByAggregationOnColumn[] aggregates) {
        if (shape.bound().isEmpty()) {
            return table.groupBy(keys).aggregate(aggregates);
        }
        try (Scalar bound = Scalar.fromDouble(shape.bound().getAsDouble());
                ColumnVector mask = table.getColumn(names.indexOf("d")).lessThan(bound);
                Table kept = table.filter(mask)) {
            return kept.groupBy(keys).aggregate(aggregates);
        }
    }

    /// The columns that a shape reads.
    private static List<String> names(ShapesBenchmark.Shape shape) {
        TreeSet<String> names = new TreeSet<>(shape.keys());
        if (shape.bound().isPresent()) {
            names.add("d");
        }
        for (Expr named : shape.aggregates()) {
            ((Expr.Aggregate) named.unaliased())
                    .arguments()
                    .forEach(argument -> names.add(((Expr.ColumnRef) argument).name()));
        }
        return List.copyOf(names);
    }

    private static Optional<GroupByAggregationOnColumn> aggregation(Expr named, List<String> names) {
        Expr.Aggregate aggregate = (Expr.Aggregate) named.unaliased();
        if (aggregate.arguments().size() > 1) {
            return Optional.empty();
        }
        int column = aggregate.arguments().isEmpty()
                ? 0
                : names.indexOf(((Expr.ColumnRef) aggregate.arguments().getFirst()).name());
        return Optional.ofNullable(
                        switch (aggregate.aggregation()) {
                            case Aggregation.CountAll() -> GroupByAggregation.count(NullPolicy.INCLUDE);
                            case Aggregation.CountValid() -> GroupByAggregation.count(NullPolicy.EXCLUDE);
                            case Aggregation.Sum() -> GroupByAggregation.sum();
                            case Aggregation.Mean() -> GroupByAggregation.mean();
                            case Aggregation.Min() -> GroupByAggregation.min();
                            case Aggregation.Max() -> GroupByAggregation.max();
                            case Aggregation.ArgMin() -> GroupByAggregation.argMin();
                            case Aggregation.ArgMax() -> GroupByAggregation.argMax();
                            case Aggregation.First _ -> GroupByAggregation.nth(0, NullPolicy.INCLUDE);
                            case Aggregation.Last _ -> GroupByAggregation.nth(-1, NullPolicy.INCLUDE);
                            case Aggregation.Variance(int ddof) -> GroupByAggregation.variance(ddof);
                            case Aggregation.Std(int ddof) -> GroupByAggregation.standardDeviation(ddof);
                            case Aggregation.Median() -> GroupByAggregation.median();
                            case Aggregation.Quantile(double q, _) -> GroupByAggregation.quantile(q);
                            case Aggregation.CollectList(boolean skipNulls) ->
                                GroupByAggregation.collectList(skipNulls ? NullPolicy.EXCLUDE : NullPolicy.INCLUDE);
                            case Aggregation.NUnique _ -> GroupByAggregation.nunique();
                            default -> null;
                        })
                .map(found -> found.onColumn(column));
    }

    private ColumnVector column(String name) {
        return columns.computeIfAbsent(name, _ -> copy(host.column(name)));
    }

    private static ColumnVector copy(Column column) {
        HostColumnVector copied =
                switch (column) {
                    case FixedColumn fixed ->
                        new HostColumnVector(
                                type(fixed.type()),
                                fixed.length(),
                                nulls(fixed.validity()),
                                buffer(fixed.values().segment()),
                                validity(fixed));
                    case VarColumn texts ->
                        new HostColumnVector(
                                DType.STRING,
                                texts.length(),
                                nulls(texts.validity()),
                                buffer(texts.bytes().segment()),
                                validity(texts),
                                buffer(texts.offsets().buffer().segment()));
                    case BoolColumn bits ->
                        new HostColumnVector(
                                DType.BOOL8, bits.length(), nulls(bits.validity()), bytes(bits), validity(bits));
                    default -> throw new IllegalArgumentException("no shape has " + column.type());
                };
        try (copied) {
            return copied.copyToDevice();
        }
    }

    private static DType type(DataType type) {
        return switch (type) {
            case DataType.IntType(int bits, boolean _) -> bits == Long.SIZE ? DType.INT64 : DType.INT32;
            case DataType.DecimalType decimal ->
                DType.create(
                        decimal.precision() <= 18 ? DType.DTypeEnum.DECIMAL64 : DType.DTypeEnum.DECIMAL128,
                        -decimal.scale());
            case DataType.DateType _ -> DType.TIMESTAMP_DAYS;
            default -> DType.FLOAT64;
        };
    }

    private static Optional<Long> nulls(Validity validity) {
        return Optional.of(validity.nullCount());
    }

    private static HostMemoryBuffer validity(Column column) {
        Validity validity = column.validity();
        if (validity.nullCount() == 0) {
            return null;
        }
        long bytes = (column.length() + Byte.SIZE - 1) / Byte.SIZE;
        HostMemoryBuffer bits = HostMemoryBuffer.allocate((bytes + 63) / 64 * 64);
        for (long row = 0; row < column.length(); row += Byte.SIZE) {
            int all = 0;
            for (int bit = 0; bit < Byte.SIZE && row + bit < column.length(); bit++) {
                all |= validity.isValid(row + bit) ? 1 << bit : 0;
            }
            bits.setByte(row / Byte.SIZE, (byte) all);
        }
        return bits;
    }

    private static HostMemoryBuffer bytes(BoolColumn bits) {
        HostMemoryBuffer bytes = HostMemoryBuffer.allocate(bits.length());
        for (long row = 0; row < bits.length(); row++) {
            bytes.setByte(row, (byte) (bits.isTrue(row) ? 1 : 0));
        }
        return bytes;
    }

    private static HostMemoryBuffer buffer(MemorySegment from) {
        HostMemoryBuffer copy = HostMemoryBuffer.allocate(from.byteSize());
        MemorySegment.ofAddress(copy.getAddress()).reinterpret(from.byteSize()).copyFrom(from);
        return copy;
    }

    @Override
    public void close() {
        columns.values().forEach(ColumnVector::close);
    }
}
