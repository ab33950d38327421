package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.cpu.chunk.Decimals;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Views;
import java.nio.LongBuffer;
import java.util.List;

/// From the states of sums to sums.
public final class SumResults {
    private SumResults() {}

    /// The finalizer of SUM over an argument of `type`.
    public static Finalizer of(DataType type, Field result, Overflow overflow) {
        return switch (type) {
            case DataType.FloatType _ -> Finalizer::same;
            case DataType.DecimalType decimal
            when decimal.bits() < 128 -> (states, groups) -> decimals(states, result, groups);
            case DataType.DecimalType _ -> (states, groups) -> wide(states, result, groups);
            default -> (states, groups) -> whole(states, result, overflow, groups);
        };
    }

    /// States: sum, and of wide numbers wraps.
    private static Column whole(List<Column> states, Field result, Overflow overflow, Finalizer.Groups groups) {
        FixedColumn sums = (FixedColumn) states.getFirst();
        if (overflow == Overflow.ERROR && states.size() > 1) {
            boolean unsigned = result.type().equals(DataType.UINT64);
            FixedColumn wraps = (FixedColumn) states.get(1);
            GroupBlocks.forEach(groups.count(), (from, count) -> {
                int overflown = firstOverflow(sums, wraps.longs(from, count), unsigned, from, count);
                if (overflown >= 0) {
                    throw overflow(result, groups, overflown);
                }
            });
        }
        return sums.as(result.type());
    }

    /// A sum fits if it has no wraps; an unsigned one from 2^63 on has one and a set top bit.
    private static int firstOverflow(FixedColumn sums, LongBuffer wraps, boolean unsigned, int from, int count) {
        LongBuffer low = sums.longs(from, count);
        for (int i = 0; i < count; i++) {
            long topBit = unsigned ? low.get(i) >>> 63 : 0;
            if (wraps.get(i) != topBit && !sums.isNull(from + i)) {
                return from + i;
            }
        }
        return -1;
    }

    public static ArithmeticException overflow(Field result, Finalizer.Groups groups, int group) {
        return new ArithmeticException(result.name() + " of " + groups.name().apply(group) + " does not fit "
                + result.type() + "; cast the argument to a decimal or to float64");
    }

    private static Column decimals(List<Column> states, Field result, Finalizer.Groups groups) {
        FixedColumn sums = (FixedColumn) states.getFirst();
        FixedColumn wraps = states.size() == 1 ? null : (FixedColumn) states.get(1);
        Buffer buffer = groups.pool().allocate(groups.count() * 16L, "sums");
        GroupBlocks.forEach(groups.count(), (from, count) -> {
            LongBuffer out = Views.longs(buffer.segment(), 2L * from, 2L * count);
            extend(sums.longs(from, count), count, out);
            if (wraps != null) {
                addHigh(wraps.longs(from, count), count, out);
            }
        });
        Validity validity = sums.validity().slice(0, groups.count());
        return new FixedColumn(result.type(), groups.count(), buffer, validity);
    }

    private static void extend(LongBuffer sums, int count, LongBuffer out) {
        for (int i = 0; i < count; i++) {
            long low = sums.get(i);
            out.put(2 * i, low);
            out.put(2 * i + 1, low >> 63);
        }
    }

    private static void addHigh(LongBuffer wraps, int count, LongBuffer out) {
        for (int i = 0; i < count; i++) {
            out.put(2 * i + 1, out.get(2 * i + 1) + wraps.get(i));
        }
    }

    private static Column wide(List<Column> states, Field result, Finalizer.Groups groups) {
        FixedColumn sums = (FixedColumn) states.getFirst();
        FixedColumn high = (FixedColumn) states.get(1);
        GroupBlocks.forEach(groups.count(), (from, count) -> {
            int overflown = firstOverflow(sums, high.longs(from, count), from, count);
            if (overflown >= 0) {
                throw overflow(result, groups, overflown);
            }
        });
        return sums.as(result.type());
    }

    /// A sum fits if the high word only repeats the sign and it has at most 38 digits.
    private static int firstOverflow(FixedColumn sums, LongBuffer high, int from, int count) {
        LongBuffer words = sums.longs(2L * from, 2L * count);
        for (int i = 0; i < count; i++) {
            long middle = words.get(2 * i + 1);
            boolean fits = high.get(i) == middle >> 63 && Decimals.fits(middle, words.get(2 * i));
            if (!fits && !sums.isNull(from + i)) {
                return from + i;
            }
        }
        return -1;
    }
}
