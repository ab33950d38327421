package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/// What `Sums.REPRODUCIBLE` makes of MEAN of whole numbers and decimals: the host divides all digits of the sum, and
/// rounds once.
///
/// @param sum the sum of the same operand, which this takes over
record ExactMean(ReducedState sum, DataType argument) implements GroupState {
    @Override
    public void update(Chunk chunk, long mask) {
        sum.update(chunk, mask);
    }

    @Override
    public Result result(int groups) {
        return new Result.OfHost(this::column);
    }

    private Column column(HostResults results) {
        try (Closer closer = new Closer();
                Buffer counts = results.words(sum.counts(results.all()))) {
            List<MemorySegment> digits = new ArrayList<>();
            for (DeviceArray array : sum.words(results.all())) {
                Buffer words = results.words(array);
                digits.add(closer.add(words).segment());
            }
            Buffer means = results.pool().allocate((long) results.groups() * Double.BYTES, "means");
            closer.add(means);
            for (int group = 0; group < results.groups(); group++) {
                long count = counts.segment().getAtIndex(JAVA_LONG, group);
                means.segment().setAtIndex(JAVA_DOUBLE, group, count == 0 ? 0 : mean(digits, group, count));
            }
            return new FixedColumn(DataType.FLOAT64, results.groups(), means.retain(), results.above(counts, 0));
        }
    }

    private double mean(List<MemorySegment> digits, int group, long count) {
        int scale = argument instanceof DataType.DecimalType decimal ? decimal.scale() : 0;
        return new BigDecimal(whole(digits, group), scale)
                .divide(BigDecimal.valueOf(count), MathContext.DECIMAL128)
                .doubleValue();
    }

    /// The sum of a group from those of its digits; the highest digit may have a sign.
    private BigInteger whole(List<MemorySegment> digits, int group) {
        int last = digits.size() - 1;
        BigInteger all = BigInteger.ZERO;
        for (int digit = last; digit >= 0; digit--) {
            long word = digits.get(digit).getAtIndex(JAVA_LONG, group);
            boolean hasSign = digit == last && ReducedState.isSigned(argument);
            BigInteger value = hasSign ? BigInteger.valueOf(word) : new BigInteger(Long.toUnsignedString(word));
            all = all.shiftLeft(Integer.SIZE).add(value);
        }
        return all;
    }

    @Override
    public void close() {
        sum.close();
    }
}
