package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.cuda.kernel.ExpressionText;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.expr.Aggregation.BitOperation;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.groupby.cuda.request.Operand;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/// BITWISE AND, OR and XOR of an operand of integers, widened to 64 bits.
final class BitwiseState implements GroupState {
    // The kinds of reduce_groups.cu.
    private static final int KIND_AND = 5;
    private static final int KIND_OR = 6;
    private static final int KIND_XOR = 7;

    private final DeviceRun run;
    private final int operand;
    private final DataType type;
    private final boolean inverted;
    private final Specialization kernel;
    private final CountState counts;
    private final DeviceArray bits;

    BitwiseState(DeviceRun run, int operand, DataType type, BitOperation operation) {
        this.run = run;
        this.operand = operand;
        this.type = type;
        this.inverted = operation == BitOperation.AND;
        int kind = switch (operation) {
            case AND -> KIND_AND;
            case OR -> KIND_OR;
            case XOR -> KIND_XOR;
        };
        this.kernel = Specialization.of(KernelFile.REDUCE_GROUPS)
                .type("Value", Operand.cudaType(type))
                .number("KIND", kind);
        this.counts = new CountState(run, operand);
        try {
            this.bits = new DeviceArray(run, Long.BYTES, 0, "group bits");
        } catch (RuntimeException | Error failure) {
            counts.close();
            throw failure;
        }
    }

    @Override
    public void update(Chunk chunk, long mask) {
        counts.update(chunk, mask);
        ReducedGroups.add(
                run,
                kernel,
                chunk,
                operand,
                chunk.operands().get(operand).data().address(),
                mask,
                List.of(bits));
    }

    @Override
    public Optional<GroupValue> value(int groups) {
        bits.reserve(groups);
        String text = "bits_of<" + ExpressionText.type(type) + ", " + inverted + ">($0, $1, in)";
        return Optional.of(GroupValue.of(type, text, true, counts.counts(groups), bits));
    }

    @Override
    public Column finish(HostResults results) {
        int width = type.layout().byteWidth();
        try (Buffer sizes = results.words(counts.counts(results.groups()));
                Buffer words = results.words(bits);
                Buffer out = results.pool().allocate((long) results.groups() * width, "group bits")) {
            for (int group = 0; group < results.groups(); group++) {
                long word = words.segment().getAtIndex(JAVA_LONG, group);
                store(out.segment(), width, group, inverted ? ~word : word);
            }
            Validity validity = results.above(sizes, 0);
            return new FixedColumn(type, results.groups(), out.retain(), validity);
        }
    }

    private static void store(MemorySegment out, int width, int group, long word) {
        switch (width) {
            case Byte.BYTES -> out.set(JAVA_BYTE, group, (byte) word);
            case Short.BYTES -> out.setAtIndex(JAVA_SHORT, group, (short) word);
            case Integer.BYTES -> out.setAtIndex(JAVA_INT, group, (int) word);
            default -> out.setAtIndex(JAVA_LONG, group, word);
        }
    }

    @Override
    public void close() {
        counts.close();
        bits.close();
    }
}
