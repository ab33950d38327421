package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
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
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// SUM or MEAN of an operand: exact sums of whole numbers, sums of doubles for floating ones, and counts.
public final class SumState implements GroupState {
    private static final int KIND_SUM = 1;

    /// Whole numbers up to here are doubles as they are.
    private static final long EXACT = 1L << 53;

    private final DeviceRun run;
    private final int operand;
    private final DataType argument;
    private final boolean mean;
    private final boolean wraps;
    private final Field result;
    private final Specialization kernel;
    private final CountState counts;
    private final List<DeviceArray> digits = new ArrayList<>();

    public SumState(DeviceRun run, int operand, DataType argument, boolean mean, Overflow overflow, Field result) {
        this.run = run;
        this.operand = operand;
        this.argument = argument;
        this.mean = mean;
        this.wraps = overflow == Overflow.WRAP;
        this.result = result;
        CudaType type = Operand.cudaType(argument);
        this.kernel =
                Specialization.of(KernelFile.REDUCE_GROUPS).type("Value", type).number("KIND", KIND_SUM);
        this.counts = new CountState(run, operand);
        try {
            int words = type.isFloating() ? 1 : Math.max(1, type.byteWidth() / Integer.BYTES);
            for (int word = 0; word < words; word++) {
                digits.add(new DeviceArray(run, Long.BYTES, 0, "sums"));
            }
        } catch (RuntimeException | Error failure) {
            close();
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
                digits);
    }

    @Override
    public Optional<GroupValue> value(int groups) {
        DataType type = result.type();
        if (!GroupValue.isKnown(type) || (mean && argument instanceof DataType.DecimalType)) {
            return Optional.empty(); // means of decimals are rounded once, from all of their digits
        }
        digits.forEach(digit -> digit.reserve(groups));
        List<DeviceArray> arrays = new ArrayList<>(List.of(counts.counts(groups)));
        arrays.addAll(digits);
        boolean canFault = !mean && !argument.isFloating();
        return Optional.of(GroupValue.of(type, text(), true, arrays.toArray(DeviceArray[]::new))
                .withFaults(canFault));
    }

    private String text() {
        if (argument.isFloating()) {
            return (mean ? "mean_of_doubles" : "sum_of_doubles") + "($0, $1, in)";
        }
        String shape = digits.size() + ", " + isSigned();
        if (mean) {
            String function = argument instanceof DataType.DurationType ? "whole_mean" : "mean_of_whole";
            return function + "<" + shape + ">(&$0, in, fault)";
        }
        String type = ExpressionText.type(result.type());
        return "whole_sum<" + type + ", " + shape + ", " + wraps + ">(&$0, in, fault)";
    }

    private boolean isSigned() {
        return !(argument instanceof DataType.IntType(int bits, boolean signed)) || signed || bits < Long.SIZE;
    }

    @Override
    public Column finish(HostResults results) {
        List<Buffer> words = new ArrayList<>();
        try (Closer closer = new Closer();
                Buffer sizes = results.words(counts.counts(results.groups()))) {
            for (DeviceArray digit : digits) {
                Buffer host = results.words(digit);
                words.add(closer.add(host));
            }
            int width = result.type().layout().byteWidth();
            Buffer out = results.pool().allocate((long) results.groups() * width, "sums");
            closer.add(out);
            fill(words, sizes.segment(), out.segment(), results);
            Validity validity = results.above(sizes, 0);
            return new FixedColumn(result.type(), results.groups(), out.retain(), validity);
        }
    }

    private void fill(List<Buffer> words, MemorySegment sizes, MemorySegment out, HostResults results) {
        if (argument.isFloating()) {
            floating(words.getFirst().segment(), sizes, out, results.groups());
            return;
        }
        DigitSum sum = new DigitSum(words, isSigned());
        for (int group = 0; group < results.groups(); group++) {
            long count = sizes.getAtIndex(JAVA_LONG, group);
            if (count > 0) {
                sum.read(group);
                store(sum, count, group, out, results);
            }
        }
    }

    private void floating(MemorySegment sums, MemorySegment sizes, MemorySegment out, int groups) {
        for (int group = 0; group < groups; group++) {
            double sum = sums.getAtIndex(JAVA_DOUBLE, group);
            out.setAtIndex(JAVA_DOUBLE, group, mean ? sum / sizes.getAtIndex(JAVA_LONG, group) : sum);
        }
    }

    private void store(DigitSum sum, long count, int group, MemorySegment out, HostResults results) {
        if (mean) {
            storeMean(sum, count, group, out);
        } else if (result.type() instanceof DataType.DecimalType) {
            if (!sum.fitsDecimal()) {
                throw results.overflow(result, group);
            }
            Int128.set(out, group, sum.high(), sum.low());
        } else {
            boolean fits = result.type().equals(DataType.UINT64) ? sum.fitsUint64() : sum.fitsInt64();
            if (!fits && results.overflow() == Overflow.ERROR) {
                throw results.overflow(result, group);
            }
            out.setAtIndex(JAVA_LONG, group, sum.low());
        }
    }

    private void storeMean(DigitSum sum, long count, int group, MemorySegment out) {
        if (argument instanceof DataType.DurationType) {
            out.setAtIndex(
                    JAVA_LONG,
                    group,
                    sum.exact().divide(BigInteger.valueOf(count)).longValue());
            return;
        }
        int scale = argument instanceof DataType.DecimalType decimal ? decimal.scale() : 0;
        boolean small = scale == 0 && sum.fitsInt64() && Math.abs(sum.low()) <= EXACT && sum.low() != Long.MIN_VALUE;
        double value = small
                ? (double) sum.low() / count
                : new BigDecimal(sum.exact(), scale)
                        .divide(BigDecimal.valueOf(count), MathContext.DECIMAL128)
                        .doubleValue();
        out.setAtIndex(JAVA_DOUBLE, group, value);
    }

    @Override
    public void close() {
        counts.close();
        digits.forEach(DeviceArray::close);
    }
}
