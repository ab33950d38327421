package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.ExpressionText;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.expr.Binder;
import dev.sheaf.expr.BoundExpr;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Finisher;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Applies a [GroupFinish] to groups that lie on the device: `finish_groups.cu`.
final class DeviceFinish {
    private static final int THREADS = 256;
    private static final int MAX_BLOCKS = 1 << 12;
    private static final int MAX_COLUMNS = 64;

    /// A column of the result: one of the groups as it lies, or a text.
    private sealed interface Output {
        record Same(int column) implements Output {}

        record Computed(DataType type, String text, Set<Integer> reads, boolean mayBeNull) implements Output {}
    }

    /// Whether the device applies it, or why not.
    sealed interface Result {
        record Possible(DeviceFinish finish) implements Result {}

        record Refused(String reason) implements Result {}
    }

    private final Schema schema;
    private final List<Output> outputs;
    private final Optional<String> condition;
    private final int columns;

    private DeviceFinish(Schema schema, List<Output> outputs, Optional<String> condition, int columns) {
        this.schema = schema;
        this.outputs = outputs;
        this.condition = condition;
        this.columns = columns;
    }

    /// What the device does of `finish` for groups with this schema.
    ///
    /// @throws IllegalArgumentException if an expression does not fit it
    static Result of(GroupFinish finish, Schema groups) {
        return of(finish, groups, Set.of());
    }

    /// The same for groups of which some columns are texts that lie there as numbers, int32; they can be passed on.
    static Result of(GroupFinish finish, Schema groups, Set<Integer> numbered) {
        List<Field> fields = new ArrayList<>();
        List<Output> outputs = new ArrayList<>();
        List<Expr> wanted = Finisher.outputs(finish, groups);
        if (groups.size() > MAX_COLUMNS || wanted.size() > MAX_COLUMNS) {
            return new Result.Refused("it takes up to " + MAX_COLUMNS + " columns");
        }
        for (Expr output : wanted) {
            BoundExpr bound = Binder.bind(output.unaliased(), groups);
            fields.add(new Field(output.outputName(), bound.type()));
            if (bound instanceof BoundExpr.Column column && finish.having().isEmpty()) {
                outputs.add(new Output.Same(column.index()));
                continue;
            }
            if (bound instanceof BoundExpr.Column column && numbered.contains(column.index())) {
                String text = "read<i32>(inputs[" + column.index() + "], in)";
                outputs.add(new Output.Computed(DataType.INT32, text, Set.of(column.index()), false));
                continue;
            }
            Set<Integer> reads = new TreeSet<>();
            switch (text(bound, groups, reads)) {
                case ExpressionText.Result.Refused(String reason) -> {
                    return new Result.Refused(reason);
                }
                case ExpressionText.Result.Text(String text) ->
                    outputs.add(new Output.Computed(bound.type(), text, reads, Nullness.mayBeNull(bound)));
            }
        }
        Optional<String> condition = Optional.empty();
        if (finish.having().isPresent()) {
            BoundExpr having = Binder.bindPredicate(finish.having().orElseThrow(), groups);
            switch (text(having, groups, new TreeSet<>())) {
                case ExpressionText.Result.Refused(String reason) -> {
                    return new Result.Refused(reason);
                }
                case ExpressionText.Result.Text(String text) -> condition = Optional.of(text);
            }
        }
        return new Result.Possible(new DeviceFinish(new Schema(fields), outputs, condition, groups.size()));
    }

    /// The column of the groups that an output is, as it lies; -1 if it is none.
    int source(int output) {
        return switch (outputs.get(output)) {
            case Output.Same(int column) -> column;
            case Output.Computed(DataType _, String _, Set<Integer> reads, boolean _) ->
                schema.field(output).type().layout() == Layout.VARIABLE
                        ? reads.iterator().next()
                        : -1;
        };
    }

    private static ExpressionText.Result text(BoundExpr bound, Schema groups, Set<Integer> reads) {
        return ExpressionText.of(bound, index -> {
            reads.add(index);
            String type = ExpressionText.type(groups.field(index).type().decoded());
            return "read<" + type + ">(inputs[" + index + "], in)";
        });
    }

    /// The kernel, if there is anything to compute.
    Specialization specialization() {
        StringBuilder text = new StringBuilder();
        text.append("__device__ __forceinline__ bool is_kept(const InputColumn* inputs, u64 in, bool& fault) {\n")
                .append("    return is_true(")
                .append(condition.orElse("just(true)"))
                .append(");\n}\n")
                .append("__device__ __forceinline__ void finish_group(\n    const InputColumn* inputs,")
                .append(" const FinishedColumn* outputs, u64 in, u64 out, bool& fault) {\n");
        for (int i = 0; i < outputs.size(); i++) {
            if (outputs.get(i) instanceof Output.Computed computed) {
                text.append("    put(outputs[")
                        .append(i)
                        .append("], out, ")
                        .append(computed.text())
                        .append(");\n");
            }
        }
        return Specialization.of(KernelFile.FINISH_GROUPS)
                .number("INPUTS", Math.max(columns, 1))
                .number("OUTPUTS", Math.max(outputs.size(), 1))
                .number("THREADS", THREADS)
                .flag("HAS_CONDITION", condition.isPresent())
                .code("Finish", text.append("}\n").toString());
    }

    private boolean isCopy() {
        return condition.isEmpty() && outputs.stream().allMatch(Output.Same.class::isInstance);
    }

    /// The finished groups, to be closed by the caller; `groups` stays open. Waits for them.
    ///
    /// @throws Projection.Fault if an expression has no result for a group
    DeviceTable apply(DeviceTable groups, KernelStore kernels, MemoryPool accounts, Stream stream) {
        List<Room> rooms = new ArrayList<>();
        try {
            for (Output output : outputs) {
                rooms.add(room(output, groups, accounts, stream));
            }
            long kept = isCopy() ? groups.rowCount() : run(groups, rooms, kernels, accounts, stream);
            List<DeviceColumn> finished = new ArrayList<>();
            for (int i = 0; i < rooms.size(); i++) {
                finished.add(column(i, rooms.get(i), groups, kept));
            }
            return new DeviceTable(schema, finished, kept);
        } finally {
            rooms.forEach(Room::close);
        }
    }

    /// Where an output is written; nothing of one that is there.
    private record Room(@Nullable Buffer values, @Nullable Buffer validity) implements AutoCloseable {
        @Override
        public void close() {
            if (values != null) {
                values.close();
            }
            if (validity != null) {
                validity.close();
            }
        }
    }

    private static Room room(Output output, DeviceTable groups, MemoryPool accounts, Stream stream) {
        if (!(output instanceof Output.Computed computed)) {
            return new Room(null, null);
        }
        Buffer values = stream.device()
                .memory()
                .allocate(accounts, bytes(computed.type(), Math.max(groups.rowCount(), 1)), "final values", stream);
        stream.fill(values, 0, values.byteSize(), (byte) 0);
        boolean nullable = computed.mayBeNull()
                || computed.reads().stream()
                        .anyMatch(column -> groups.columns().get(column).validity() != null);
        if (!nullable) {
            return new Room(values, null);
        }
        try {
            long bytes = bits(Math.max(groups.rowCount(), 1));
            Buffer validity = stream.device().memory().allocate(accounts, bytes, "final values", stream);
            stream.fill(validity, 0, bytes, (byte) 0);
            return new Room(values, validity);
        } catch (RuntimeException | Error failure) {
            values.close();
            throw failure;
        }
    }

    private static long bytes(DataType type, long rows) {
        return type.equals(DataType.BOOL)
                ? bits(rows)
                : rows * CudaType.of(type).byteWidth();
    }

    private static long bits(long rows) {
        return (rows + Integer.SIZE - 1) / Integer.SIZE * Integer.BYTES;
    }

    private long run(DeviceTable groups, List<Room> rooms, KernelStore kernels, MemoryPool accounts, Stream stream) {
        Kernel kernel =
                kernels.get(List.of(KernelFile.FINISH_GROUPS, outputs, condition, columns), this::specialization);
        try (Buffer counters =
                        stream.device().memory().allocateZeroed(accounts, 3L * Long.BYTES, "final values", stream);
                Signal signal = new Signal(accounts, 2, "final values", stream)) {
            KernelStruct struct = new KernelStruct(stream).add(groups.rowCount());
            for (DeviceColumn column : groups.columns()) {
                struct.add(column.values().address())
                        .add(column.validityAddress())
                        .add(column.firstBit());
            }
            for (Room room : rooms) {
                struct.add(room.values() == null ? 0 : room.values().address())
                        .add(room.validity() == null ? 0 : room.validity().address());
            }
            struct.add(counters.address()).add(signal.address());
            int blocks = Math.clamp((groups.rowCount() + THREADS - 1) / THREADS, 1, MAX_BLOCKS);
            stream.launchWith(kernel.function(), new LaunchShape(blocks, THREADS), struct.segment());
            signal.await();
            if (signal.get(1) != 0) {
                throw new Projection.Fault();
            }
            return condition.isPresent() ? signal.get(0) : groups.rowCount();
        }
    }

    private DeviceColumn column(int number, Room room, DeviceTable groups, long rows) {
        return switch (outputs.get(number)) {
            case Output.Same(int column) -> groups.columns().get(column).retain();
            case Output.Computed computed ->
                new DeviceColumn(
                        computed.type(),
                        rows,
                        Objects.requireNonNull(room.values()).slice(0, bytes(computed.type(), rows)),
                        room.validity() == null ? null : room.validity().slice(0, bits(rows)),
                        0);
        };
    }
}
