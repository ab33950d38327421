package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// From the states of SUM_OF_SQUARES to its results.
public final class Squares {
    private Squares() {}

    /// Of whole numbers if their squares were summed exactly, else of doubles.
    public static Finalizer of(boolean whole, Field result, Overflow overflow) {
        return whole ? (states, groups) -> whole(states, result, overflow, groups) : Finalizer::same;
    }

    /// States: the low 128 bits, the high word.
    private static Column whole(List<Column> states, Field result, Overflow overflow, Finalizer.Groups groups) {
        FixedColumn sums = (FixedColumn) states.getFirst();
        MemorySegment high = ((FixedColumn) states.get(1)).segment();
        boolean unsigned = result.type().equals(DataType.UINT64);
        try (Closer closer = new Closer()) {
            Buffer buffer = closer.add(groups.pool().allocate((long) groups.count() * Long.BYTES, "sums"));
            for (int id = 0; id < groups.count(); id++) {
                long low = Int128.low(sums.segment(), id);
                long more = Int128.high(sums.segment(), id) | high.getAtIndex(ValueLayout.JAVA_LONG, id);
                boolean fits = more == 0 && (unsigned || low >= 0);
                if (overflow == Overflow.ERROR && !fits && !sums.isNull(id)) {
                    throw SumResults.overflow(result, groups, id);
                }
                buffer.segment().setAtIndex(ValueLayout.JAVA_LONG, id, low);
            }
            closer.release();
            return new FixedColumn(
                    result.type(), groups.count(), buffer, sums.validity().slice(0, groups.count()));
        }
    }
}
