package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.groupby.cpu.finish.SumResults;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Views;
import java.nio.LongBuffer;
import java.util.List;

/// From the states of [ProductLongReduction] to products.
final class Products {
    private Products() {}

    static Finalizer of(DataType type, Field result, Overflow overflow) {
        return type.isFloating() ? Finalizer::same : (states, groups) -> whole(states, result, overflow, groups);
    }

    /// States: magnitude, flags.
    private static Column whole(List<Column> states, Field result, Overflow overflow, Finalizer.Groups groups) {
        FixedColumn magnitudes = (FixedColumn) states.getFirst();
        LongBuffer flags = ((FixedColumn) states.get(1)).longs(0, groups.count());
        LongBuffer absolute = magnitudes.longs(0, groups.count());
        boolean unsigned = result.type().equals(DataType.UINT64);
        try (Closer closer = new Closer()) {
            Buffer buffer = closer.add(groups.pool().allocate((long) groups.count() * Long.BYTES, "products"));
            LongBuffer out = Views.longs(buffer.segment(), 0, groups.count());
            for (int group = 0; group < groups.count(); group++) {
                long magnitude = absolute.get(group);
                long bits = flags.get(group);
                if (overflow == Overflow.ERROR && !fits(magnitude, bits, unsigned) && !magnitudes.isNull(group)) {
                    throw SumResults.overflow(result, groups, group);
                }
                out.put(group, value(magnitude, bits));
            }
            closer.release();
            return new FixedColumn(
                    result.type(), groups.count(), buffer, magnitudes.validity().slice(0, groups.count()));
        }
    }

    private static boolean fits(long magnitude, long flags, boolean unsigned) {
        if ((flags & ProductLongReduction.ZERO) != 0) {
            return true;
        }
        if ((flags & ProductLongReduction.OVERFLOWN) != 0) {
            return false;
        }
        boolean negative = (flags & ProductLongReduction.NEGATIVE) != 0;
        return unsigned || magnitude >= 0 || (negative && magnitude == Long.MIN_VALUE);
    }

    private static long value(long magnitude, long flags) {
        if ((flags & ProductLongReduction.ZERO) != 0) {
            return 0;
        }
        return (flags & ProductLongReduction.NEGATIVE) != 0 ? -magnitude : magnitude;
    }
}
