package dev.sheaf.groupby.cpu.plan;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.column.Layout;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.List;

/// A column of the moments of whole numbers, and of decimals as whole numbers: about the floor of the mean, from which
/// the exact sum is less than a count away.
///
/// @param state which one: `shift`, `sum` or `squares`
/// @param scale digits behind the point, by which whole numbers are too large
/// @param count number of the result that counts the values
/// @param total that of their sum
/// @param spread that of their squared distances from the mean
record WholeMoments(String state, int scale, int count, int total, int spread) implements StatePart {

    @Override
    public Column of(List<Column> results, MemoryPool pool) {
        FixedColumn counts = (FixedColumn) results.get(count);
        FixedColumn sums = (FixedColumn) results.get(total);
        FixedColumn spreads = (FixedColumn) results.get(spread);
        double unit = Math.pow(10, 2.0 * scale);
        return switch (state) {
            case "shift" -> StateValues.longs(counts.length(), pool, group -> shift(counts, sums, group));
            case "sum" -> StateValues.doubles(counts.length(), pool, group -> rest(counts, sums, group));
            default -> StateValues.doubles(counts.length(), pool, group -> squares(counts, sums, spreads, group, unit));
        };
    }

    private static long shift(FixedColumn counts, FixedColumn sums, long group) {
        long count = count(counts, group);
        return count == 0 ? 0 : divided(sums, group, count)[0];
    }

    private static double rest(FixedColumn counts, FixedColumn sums, long group) {
        long count = count(counts, group);
        return count == 0 ? 0 : divided(sums, group, count)[1];
    }

    private static double squares(FixedColumn counts, FixedColumn sums, FixedColumn spreads, long group, double unit) {
        double rest = rest(counts, sums, group);
        double spread = spreads.isNull(group) ? 0 : spreads.segment().getAtIndex(ValueLayout.JAVA_DOUBLE, group);
        return rest == 0 ? spread * unit : spread * unit + rest / count(counts, group) * rest;
    }

    private static long count(FixedColumn counts, long group) {
        return counts.segment().getAtIndex(ValueLayout.JAVA_LONG, group);
    }

    /// The floor of a sum divided by a count, which is among the values, and what is left.
    private static long[] divided(FixedColumn sums, long group, long count) {
        if (sums.type().layout() == Layout.INT64) {
            long sum = sums.segment().getAtIndex(ValueLayout.JAVA_LONG, group);
            return new long[] {Math.floorDiv(sum, count), Math.floorMod(sum, count)};
        }
        BigInteger sum = Int128.toBigInteger(Int128.high(sums.segment(), group), Int128.low(sums.segment(), group));
        BigInteger rest = sum.mod(BigInteger.valueOf(count));
        return new long[] {sum.subtract(rest).divide(BigInteger.valueOf(count)).longValueExact(), rest.longValueExact()
        };
    }
}
