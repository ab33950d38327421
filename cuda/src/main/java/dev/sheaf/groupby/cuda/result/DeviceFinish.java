package dev.sheaf.groupby.cuda.result;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Applies a [dev.sheaf.groupby.GroupFinish] to groups on the device, whichever strategy found them:
/// `finish_groups.cu`.
///
/// The kernel evaluates HAVING for each group, and writes of those that are kept what it can compute, the columns
/// that it can read, and their numbers. What the host then has to do is an expression for each output, over these
/// columns and those that only their owner can bring, of the groups that are kept. [FinishText] writes it.
///
/// @param outputs what the kernel writes, in the order of [Finished#columns]
/// @param left the columns of the groups that their owner has to bring to the host
/// @param rest the outputs, over the columns that are left and those that the kernel writes
/// @param whyRest why the host computes some outputs; nothing if it computes none
/// @param condition the text of HAVING
/// @param checks what is computed of every group because it may not fit its type
/// @param inputs the arrays that these texts read, by number
/// @param literals the words of the literals in them
public record DeviceFinish(
        List<Output> outputs,
        List<Integer> left,
        List<Expr> rest,
        Optional<String> whyRest,
        Optional<String> condition,
        List<String> checks,
        List<GroupValue.Input> inputs,
        List<Long> literals) {
    private static final int THREADS = 256;
    private static final int MAX_BLOCKS = 1 << 12;

    /// What the kernel writes of each group: a column of the groups by its number, or an expression, -1.
    public record Output(int column, Field field, DataType type, String text, boolean mayBeNull) {}

    /// Whether the device applies it, or why not.
    public sealed interface Result {
        record Possible(DeviceFinish finish) implements Result {}

        record Refused(String reason) implements Result {}
    }

    /// The value of each group as a column on the host, to be closed by the caller.
    ///
    /// @throws Projection.Refused if a result does not fit its type
    public static Column column(
            GroupValue value, long groups, KernelStore kernels, MemoryPool accounts, Stream stream) {
        try (DeviceColumn written = onDevice(value, groups, kernels, accounts, stream)) {
            return new ColumnDownload(accounts, stream).download(written);
        }
    }

    /// The same on the device, in the type in which the kernel writes it.
    public static DeviceColumn onDevice(
            GroupValue value, long groups, KernelStore kernels, MemoryPool accounts, Stream stream) {
        try (Finished written = of(value).apply(groups, kernels, accounts, stream)) {
            return written.columns().getFirst().retain();
        }
    }

    /// Values of every row of arrays, by the texts of `outputs`.
    public static DeviceFinish ofAll(List<Output> outputs, List<GroupValue.Input> inputs, List<Long> literals) {
        return new DeviceFinish(
                outputs, List.of(), List.of(), Optional.empty(), Optional.empty(), List.of(), inputs, literals);
    }

    /// The numbers of the rows of arrays for which the text of a condition is true.
    public static DeviceFinish ofKept(String condition, List<GroupValue.Input> inputs, List<Long> literals) {
        return new DeviceFinish(
                List.of(), List.of(), List.of(), Optional.empty(), Optional.of(condition), List.of(), inputs, literals);
    }

    /// The kernel that does it.
    public static Specialization specialization(GroupValue value) {
        return of(value).specialization();
    }

    private static DeviceFinish of(GroupValue value) {
        Field field = new Field("value", value.type());
        Output output = new Output(0, field, value.type(), value.text(0), value.mayBeNull());
        return ofAll(List.of(output), value.inputs(), List.of());
    }

    /// The kernel, if there is anything to compute.
    public Specialization specialization() {
        StringBuilder text = new StringBuilder();
        text.append("__device__ __forceinline__ bool is_kept(\n    const InputColumn* inputs,")
                .append(" [[maybe_unused]] const u64* literals, u64 in, bool& fault) {\n");
        String check = checks.stream().map(value -> "    " + value + ";\n").collect(Collectors.joining());
        text.append(condition.isPresent() ? check : "")
                .append("    return is_true(")
                .append(condition.orElse("just(true)"))
                .append(");\n}\n")
                .append("__device__ __forceinline__ void finish_group(\n    const InputColumn* inputs,")
                .append(
                        " [[maybe_unused]] const u64* literals, const FinishedColumn* outputs, u64 in, u64 out, bool& fault) {\n")
                .append(condition.isPresent() ? "" : check);
        for (int i = 0; i < outputs.size(); i++) {
            text.append("    put<HAS_CONDITION>(outputs[")
                    .append(i)
                    .append("], out, ")
                    .append(outputs.get(i).text())
                    .append(");\n");
        }
        return Specialization.of(KernelFile.FINISH_GROUPS)
                .number("INPUTS", Math.max(inputs.size(), 1))
                .number("LITERALS", Math.max(literals.size(), 1))
                .number("OUTPUTS", Math.max(outputs.size(), 1))
                .number("THREADS", THREADS)
                .flag("HAS_CONDITION", condition.isPresent())
                .code("Finish", text.append("}\n").toString());
    }

    /// What became of the groups.
    ///
    /// @param columns of the outputs, whose type is that in which the kernel writes them
    /// @param rows how many groups are kept
    /// @param numbers their numbers, int32, in the order of the columns; null if all are kept
    public record Finished(
            List<DeviceColumn> columns, long rows, @Nullable Buffer numbers) implements AutoCloseable {
        @Override
        public void close() {
            columns.forEach(DeviceColumn::close);
            if (numbers != null) {
                numbers.close();
            }
        }
    }

    /// Finishes groups, and waits for it; what is read stays open. The result is to be closed by the caller.
    ///
    /// @throws Projection.Refused if an expression, or a result of a group, kept or not, does not fit its type
    public Finished apply(long groups, KernelStore kernels, MemoryPool accounts, Stream stream) {
        try (Closer closer = new Closer()) {
            List<Room> rooms = new ArrayList<>();
            for (Output output : outputs) {
                Room room = room(output, groups, accounts, stream);
                rooms.add(closer.add(room));
            }
            Buffer numbers = condition.isEmpty() ? null : allocate(groups * Integer.BYTES, accounts, stream);
            if (numbers != null) {
                closer.add(numbers);
            }
            boolean isNothing = condition.isEmpty() && outputs.isEmpty() && checks.isEmpty();
            long kept = isNothing ? groups : run(groups, rooms, numbers, kernels, accounts, stream);
            List<DeviceColumn> columns = new ArrayList<>();
            for (int i = 0; i < rooms.size(); i++) {
                columns.add(column(outputs.get(i), rooms.get(i), kept));
            }
            Buffer found = numbers == null ? null : numbers.slice(0, kept * Integer.BYTES);
            return new Finished(columns, kept, found);
        }
    }

    /// The memory into which an output is written.
    private record Room(Buffer values, @Nullable Buffer validity) implements AutoCloseable {
        @Override
        public void close() {
            values.close();
            if (validity != null) {
                validity.close();
            }
        }
    }

    /// Bits are set one by one where groups may be left out.
    private Room room(Output output, long groups, MemoryPool accounts, Stream stream) {
        boolean areBits = output.type().equals(DataType.BOOL);
        long rows = Math.max(groups, 1);
        try (Closer closer = new Closer()) {
            Buffer values = closer.add(allocate(bytes(output.type(), rows), accounts, stream));
            Buffer validity = output.mayBeNull() ? closer.add(allocate(bits(rows), accounts, stream)) : null;
            if (condition.isPresent() && areBits) {
                stream.fill(values, 0, values.byteSize(), (byte) 0);
            }
            if (condition.isPresent() && validity != null) {
                stream.fill(validity, 0, validity.byteSize(), (byte) 0);
            }
            closer.release();
            return new Room(values, validity);
        }
    }

    private static Buffer allocate(long bytes, MemoryPool accounts, Stream stream) {
        return stream.device().memory().allocate(accounts, bytes, "final values", stream);
    }

    private static long bytes(DataType type, long rows) {
        return type.equals(DataType.BOOL)
                ? bits(rows)
                : rows * CudaType.of(type).byteWidth();
    }

    private static long bits(long rows) {
        return (rows + Integer.SIZE - 1) / Integer.SIZE * Integer.BYTES;
    }

    /// How many groups are kept.
    private long run(
            long groups,
            List<Room> rooms,
            @Nullable Buffer numbers,
            KernelStore kernels,
            MemoryPool accounts,
            Stream stream) {
        Kernel kernel = kernels.get(
                List.of(KernelFile.FINISH_GROUPS, outputs, condition, checks, inputs.size(), literals.size()),
                this::specialization);
        try (Buffer counters =
                        stream.device().memory().allocateZeroed(accounts, 3L * Long.BYTES, "final values", stream);
                Signal signal = new Signal(accounts, 2, "final values", stream)) {
            KernelStruct struct = new KernelStruct(stream).add(groups);
            if (inputs.isEmpty()) {
                struct.add(0L).add(0L).add(0L);
            }
            inputs.forEach(
                    input -> struct.add(input.data()).add(input.validity()).add(input.firstBit()));
            long[] words = new long[literals.size()];
            Arrays.setAll(words, literals::get);
            struct.addAll(words);
            if (rooms.isEmpty()) {
                struct.add(0L).add(0L);
            }
            rooms.forEach(room -> struct.add(address(room.values())).add(address(room.validity())));
            struct.add(address(numbers)).add(counters.address()).add(signal.address());
            int blocks = Math.clamp((groups + THREADS - 1) / THREADS, 1, MAX_BLOCKS);
            stream.launchWith(kernel.function(), new LaunchShape(blocks, THREADS), struct.segment());
            signal.await();
            if (signal.get(1) != 0) {
                throw new Projection.Refused();
            }
            return condition.isPresent() ? signal.get(0) : groups;
        }
    }

    private static long address(@Nullable Buffer buffer) {
        return buffer == null ? 0 : buffer.address();
    }

    private static DeviceColumn column(Output output, Room room, long rows) {
        return new DeviceColumn(
                output.type(),
                rows,
                room.values().slice(0, bytes(output.type(), rows)),
                room.validity() == null ? null : room.validity().slice(0, bits(rows)),
                0);
    }
}
