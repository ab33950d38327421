package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.expr.value.ExactMean;
import dev.sheaf.groupby.cpu.chunk.Decimals;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Views;
import java.math.BigInteger;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
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
        return means(
                sums,
                groups,
                (from, count, out) -> divide(sums.doubles(from, count), counts.longs(from, count), count, out));
    }

    /// Writes the means of some groups.
    private interface Loop {
        void write(int from, int count, DoubleBuffer out);
    }

    /// A mean where there is a sum.
    private static Column means(FixedColumn sums, Finalizer.Groups groups, Loop loop) {
        Buffer buffer = groups.pool().allocate((long) groups.count() * Double.BYTES, "means");
        GroupBlocks.forEach(
                groups.count(), (from, count) -> loop.write(from, count, Views.doubles(buffer.segment(), from, count)));
        return new FixedColumn(
                DataType.FLOAT64, groups.count(), buffer, sums.validity().slice(0, groups.count()));
    }

    private static void divide(DoubleBuffer sums, LongBuffer counts, int groups, DoubleBuffer means) {
        for (int i = 0; i < groups; i++) {
            means.put(i, sums.get(i) / counts.get(i));
        }
    }

    /// States: sum, of wide numbers wraps, count.
    private static Column ofWhole(List<Column> states, int scale, Finalizer.Groups groups) {
        FixedColumn sums = (FixedColumn) states.getFirst();
        FixedColumn wraps = states.size() == 2 ? null : (FixedColumn) states.get(1);
        FixedColumn counts = (FixedColumn) states.getLast();
        return means(sums, groups, (from, count, out) -> {
            long[] high = new long[count];
            if (wraps != null) {
                Widen.longs(wraps, from, count, high);
            }
            ofWhole(sums.longs(from, count), high, counts.longs(from, count), scale, count, out);
        });
    }

    private static void ofWhole(
            LongBuffer sums, long[] wraps, LongBuffer counts, int scale, int groups, DoubleBuffer out) {
        for (int i = 0; i < groups; i++) {
            long low = sums.get(i);
            out.put(i, ExactMean.of(wraps[i] + (low >> 63), low, scale, Math.max(1, counts.get(i))));
        }
    }

    /// States: sum, its high word, count.
    private static Column ofWide(List<Column> states, int scale, Finalizer.Groups groups) {
        FixedColumn sums = (FixedColumn) states.getFirst();
        FixedColumn highest = (FixedColumn) states.get(1);
        FixedColumn counts = (FixedColumn) states.get(2);
        return means(
                sums,
                groups,
                (from, count, out) -> ofWide(
                        sums.longs(2L * from, 2L * count),
                        highest.longs(from, count),
                        counts.longs(from, count),
                        scale,
                        count,
                        out));
    }

    private static void ofWide(
            LongBuffer sums, LongBuffer highest, LongBuffer counts, int scale, int groups, DoubleBuffer out) {
        for (int i = 0; i < groups; i++) {
            long low = sums.get(2 * i);
            long high = sums.get(2 * i + 1);
            long top = highest.get(i);
            long count = Math.max(1, counts.get(i));
            double mean = top == high >> 63
                    ? ExactMean.of(high, low, scale, count)
                    : ExactMean.of(ofThreeWords(top, high, low), scale, count);
            out.put(i, mean);
        }
    }

    private static BigInteger ofThreeWords(long top, long high, long low) {
        return Int128.toBigInteger(top, high).shiftLeft(Long.SIZE).add(Int128.toBigInteger(0, low));
    }

    /// Fractions of the unit are cut off.
    private static Column ofDurations(List<Column> states, DataType result, Finalizer.Groups groups) {
        FixedColumn sums = (FixedColumn) states.getFirst();
        FixedColumn wraps = (FixedColumn) states.get(1);
        FixedColumn counts = (FixedColumn) states.get(2);
        Buffer buffer = groups.pool().allocate((long) groups.count() * Long.BYTES, "means");
        GroupBlocks.forEach(
                groups.count(),
                (from, count) -> ofDurations(
                        sums.longs(from, count),
                        wraps.longs(from, count),
                        counts.longs(from, count),
                        count,
                        Views.longs(buffer.segment(), from, count)));
        return new FixedColumn(result, groups.count(), buffer, sums.validity().slice(0, groups.count()));
    }

    private static void ofDurations(LongBuffer sums, LongBuffer wraps, LongBuffer counts, int groups, LongBuffer out) {
        for (int i = 0; i < groups; i++) {
            BigInteger count = BigInteger.valueOf(Math.max(1, counts.get(i)));
            out.put(i, Decimals.exact(wraps.get(i), sums.get(i)).divide(count).longValue());
        }
    }
}
