package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.expr.value.ExactMean;
import dev.sheaf.groupby.cpu.chunk.Decimals;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.List;

/// From the states of a sum and a count to the mean.
public final class Means {
    private Means() {}

    /// The finalizer of MEAN over an argument of `type`.
    public static Finalizer of(DataType type, DataType result) {
        return switch (type) {
            case DataType.FloatType _ -> Means::ofDoubles;
            case DataType.DurationType _ -> (states, groups) -> ofDurations(states, result, groups);
            case DataType.DecimalType decimal
            when decimal.bits() == 128 -> (states, groups) -> ofWide(states, decimal.scale(), groups);
            case DataType.DecimalType(int _, int scale) -> (states, groups) -> ofWhole(states, scale, groups);
            default -> (states, groups) -> ofWhole(states, 0, groups);
        };
    }

    /// States: sum, count.
    private static Column ofDoubles(List<Column> states, Finalizer.Groups groups) {
        FixedColumn sums = (FixedColumn) states.getFirst();
        FixedColumn counts = (FixedColumn) states.get(1);
        Buffer buffer = groups.pool().allocate((long) groups.count() * Double.BYTES, "means");
        divide(sums.segment(), counts.segment(), groups.count(), buffer.segment());
        return new FixedColumn(
                DataType.FLOAT64, groups.count(), buffer, sums.validity().slice(0, groups.count()));
    }

    private static void divide(MemorySegment sums, MemorySegment counts, int groups, MemorySegment means) {
        for (int id = 0; id < groups; id++) {
            double sum = sums.getAtIndex(ValueLayout.JAVA_DOUBLE, id);
            means.setAtIndex(ValueLayout.JAVA_DOUBLE, id, sum / counts.getAtIndex(ValueLayout.JAVA_LONG, id));
        }
    }

    /// States: sum, of wide numbers wraps, count.
    private static Column ofWhole(List<Column> states, int scale, Finalizer.Groups groups) {
        FixedColumn sums = (FixedColumn) states.getFirst();
        boolean narrow = states.size() == 2;
        MemorySegment lows = sums.segment();
        MemorySegment wraps = ((FixedColumn) states.get(1)).segment();
        MemorySegment counts = ((FixedColumn) states.getLast()).segment();
        Buffer buffer = groups.pool().allocate((long) groups.count() * Double.BYTES, "means");
        MemorySegment out = buffer.segment();
        for (int id = 0; id < groups.count(); id++) {
            long low = lows.getAtIndex(ValueLayout.JAVA_LONG, id);
            long high = (narrow ? 0 : wraps.getAtIndex(ValueLayout.JAVA_LONG, id)) + (low >> 63);
            long count = Math.max(1, counts.getAtIndex(ValueLayout.JAVA_LONG, id));
            out.setAtIndex(ValueLayout.JAVA_DOUBLE, id, ExactMean.of(high, low, scale, count));
        }
        return new FixedColumn(
                DataType.FLOAT64, groups.count(), buffer, sums.validity().slice(0, groups.count()));
    }

    /// States: sum, its high word, count.
    private static Column ofWide(List<Column> states, int scale, Finalizer.Groups groups) {
        FixedColumn sums = (FixedColumn) states.getFirst();
        MemorySegment highest = ((FixedColumn) states.get(1)).segment();
        MemorySegment counts = ((FixedColumn) states.get(2)).segment();
        Buffer buffer = groups.pool().allocate((long) groups.count() * Double.BYTES, "means");
        for (int id = 0; id < groups.count(); id++) {
            long low = Int128.low(sums.segment(), id);
            long high = Int128.high(sums.segment(), id);
            long top = highest.getAtIndex(ValueLayout.JAVA_LONG, id);
            long count = Math.max(1, counts.getAtIndex(ValueLayout.JAVA_LONG, id));
            double mean = top == high >> 63
                    ? ExactMean.of(high, low, scale, count)
                    : ExactMean.of(ofThreeWords(top, high, low), scale, count);
            buffer.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, id, mean);
        }
        return new FixedColumn(
                DataType.FLOAT64, groups.count(), buffer, sums.validity().slice(0, groups.count()));
    }

    private static BigInteger ofThreeWords(long top, long high, long low) {
        return Int128.toBigInteger(top, high).shiftLeft(Long.SIZE).add(Int128.toBigInteger(0, low));
    }

    /// Fractions of the unit are cut off.
    private static Column ofDurations(List<Column> states, DataType result, Finalizer.Groups groups) {
        FixedColumn sums = (FixedColumn) states.getFirst();
        MemorySegment wraps = ((FixedColumn) states.get(1)).segment();
        MemorySegment counts = ((FixedColumn) states.get(2)).segment();
        Buffer buffer = groups.pool().allocate((long) groups.count() * Long.BYTES, "means");
        for (int id = 0; id < groups.count(); id++) {
            long low = sums.segment().getAtIndex(ValueLayout.JAVA_LONG, id);
            long high = wraps.getAtIndex(ValueLayout.JAVA_LONG, id);
            BigInteger count = BigInteger.valueOf(Math.max(1, counts.getAtIndex(ValueLayout.JAVA_LONG, id)));
            long mean = Decimals.exact(high, low).divide(count).longValue();
            buffer.segment().setAtIndex(ValueLayout.JAVA_LONG, id, mean);
        }
        return new FixedColumn(result, groups.count(), buffer, sums.validity().slice(0, groups.count()));
    }
}
