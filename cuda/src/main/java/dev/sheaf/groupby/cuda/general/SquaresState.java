package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.ExpressionText;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.groupby.cuda.request.Operand;
import dev.sheaf.groupby.cuda.request.RowValues;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// SUM_OF_SQUARES of an operand: exact for integers, whose squares have 128 bits; of doubles for other numbers.
final class SquaresState implements GroupState {
    private static final int KIND_SQUARES = 4;
    private static final int DIGITS = 4;

    private final DeviceRun run;
    private final int operand;
    private final DataType argument;
    private final boolean wraps;
    private final Field result;
    private final Specialization kernel;
    private final CountState counts;
    private final List<DeviceArray> digits = new ArrayList<>();

    SquaresState(DeviceRun run, int operand, DataType argument, Overflow overflow, Field result) {
        this.run = run;
        this.operand = operand;
        this.argument = argument;
        this.wraps = overflow == Overflow.WRAP;
        this.result = result;
        CudaType type = argument.isInteger() ? Operand.cudaType(argument) : CudaType.F64;
        this.kernel =
                Specialization.of(KernelFile.REDUCE_GROUPS).type("Value", type).number("KIND", KIND_SQUARES);
        this.counts = new CountState(run, operand);
        try {
            for (int digit = 0; digit < (argument.isInteger() ? DIGITS : 1); digit++) {
                digits.add(new DeviceArray(run, Long.BYTES, 0, "sums of squares"));
            }
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    @Override
    public void update(Chunk chunk, long mask) {
        counts.update(chunk, mask);
        RowValues values = chunk.operands().get(operand);
        try (Buffer numbers =
                argument.isInteger() ? values.data().retain() : OperandDoubles.of(run, chunk, operand, argument)) {
            ReducedGroups.add(run, kernel, chunk, operand, numbers.address(), mask, digits);
        }
    }

    @Override
    public Optional<GroupValue> value(int groups) {
        digits.forEach(digit -> digit.reserve(groups));
        List<DeviceArray> arrays = new ArrayList<>(List.of(counts.counts(groups)));
        arrays.addAll(digits);
        String type = ExpressionText.type(result.type());
        String text = argument.isInteger()
                ? "whole_sum<" + type + ", " + DIGITS + ", false, " + wraps + ">(&$0, in, fault)"
                : "sum_of_doubles($0, $1, in)";
        return Optional.of(GroupValue.of(result.type(), text, true, arrays.toArray(DeviceArray[]::new))
                .withFaults(argument.isInteger()));
    }

    @Override
    public Column finish(HostResults results) {
        try (Closer closer = new Closer();
                Buffer sizes = results.words(counts.counts(results.groups()))) {
            List<Buffer> words = new ArrayList<>();
            for (DeviceArray digit : digits) {
                Buffer host = results.words(digit);
                words.add(closer.add(host));
            }
            Buffer out = words.getFirst();
            if (argument.isInteger()) {
                out = results.pool().allocate((long) results.groups() * Long.BYTES, "sums of squares");
                closer.add(out);
                fill(new DigitSum(words, false), sizes.segment(), out.segment(), results);
            }
            Validity validity = results.above(sizes, 0);
            return new FixedColumn(result.type(), results.groups(), out.retain(), validity);
        }
    }

    private void fill(DigitSum sum, MemorySegment sizes, MemorySegment out, HostResults results) {
        for (int group = 0; group < results.groups(); group++) {
            if (sizes.getAtIndex(JAVA_LONG, group) > 0) {
                sum.read(group);
                boolean fits = result.type().equals(DataType.UINT64) ? sum.fitsUint64() : sum.fitsInt64();
                if (!fits && results.overflow() == Overflow.ERROR) {
                    throw results.overflow(result, group);
                }
                out.setAtIndex(JAVA_LONG, group, sum.low());
            }
        }
    }

    @Override
    public void close() {
        counts.close();
        digits.forEach(DeviceArray::close);
    }
}
