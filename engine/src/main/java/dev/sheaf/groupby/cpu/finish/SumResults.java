package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.cpu.chunk.Decimals;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
            int overflown = firstOverflow(sums, (FixedColumn) states.get(1), unsigned, groups.count());
            if (overflown >= 0) {
                throw overflow(result, groups, overflown);
            }
        }
        return sums.as(result.type());
    }

    /// A sum fits if it has no wraps; an unsigned one from 2^63 on has one and a set top bit.
    private static int firstOverflow(FixedColumn sums, FixedColumn wraps, boolean unsigned, int count) {
        MemorySegment low = sums.segment();
        MemorySegment high = wraps.segment();
        for (int id = 0; id < count; id++) {
            long topBit = unsigned ? low.getAtIndex(ValueLayout.JAVA_LONG, id) >>> 63 : 0;
            if (high.getAtIndex(ValueLayout.JAVA_LONG, id) != topBit && !sums.isNull(id)) {
                return id;
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
        Buffer buffer = groups.pool().allocate(groups.count() * 16L, "sums");
        MemorySegment out = buffer.segment();
        for (int id = 0; id < groups.count(); id++) {
            long low = sums.segment().getAtIndex(ValueLayout.JAVA_LONG, id);
            long wraps = states.size() == 1
                    ? 0
                    : ((FixedColumn) states.get(1)).segment().getAtIndex(ValueLayout.JAVA_LONG, id);
            long high = wraps + (low >> 63);
            Int128.set(out, id, high, low);
        }
        Validity validity = sums.validity().slice(0, groups.count());
        return new FixedColumn(result.type(), groups.count(), buffer, validity);
    }

    /// States: sum, high word. A sum fits if the high word only repeats the sign and it has at most 38 digits.
    private static Column wide(List<Column> states, Field result, Finalizer.Groups groups) {
        FixedColumn sums = (FixedColumn) states.getFirst();
        MemorySegment high = ((FixedColumn) states.get(1)).segment();
        for (int id = 0; id < groups.count(); id++) {
            long middle = Int128.high(sums.segment(), id);
            boolean fits = high.getAtIndex(ValueLayout.JAVA_LONG, id) == middle >> 63
                    && Decimals.fits(middle, Int128.low(sums.segment(), id));
            if (!fits && !sums.isNull(id)) {
                throw overflow(result, groups, id);
            }
        }
        return sums.as(result.type());
    }
}
