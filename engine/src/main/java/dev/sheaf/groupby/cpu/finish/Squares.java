package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Views;
import java.nio.LongBuffer;
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
        FixedColumn high = (FixedColumn) states.get(1);
        boolean unsigned = result.type().equals(DataType.UINT64);
        try (Closer closer = new Closer()) {
            Buffer buffer = closer.add(groups.pool().allocate((long) groups.count() * Long.BYTES, "sums"));
            GroupBlocks.forEach(groups.count(), (from, count) -> {
                LongBuffer words = sums.longs(2L * from, 2L * count);
                lowWords(words, count, Views.longs(buffer.segment(), from, count));
                int overflown = overflow == Overflow.ERROR
                        ? firstOverflow(sums, high.longs(from, count), unsigned, from, count)
                        : -1;
                if (overflown >= 0) {
                    throw SumResults.overflow(result, groups, overflown);
                }
            });
            closer.release();
            return new FixedColumn(
                    result.type(), groups.count(), buffer, sums.validity().slice(0, groups.count()));
        }
    }

    private static void lowWords(LongBuffer words, int count, LongBuffer out) {
        for (int i = 0; i < count; i++) {
            out.put(i, words.get(2 * i));
        }
    }

    private static int firstOverflow(FixedColumn sums, LongBuffer high, boolean unsigned, int from, int count) {
        LongBuffer words = sums.longs(2L * from, 2L * count);
        for (int i = 0; i < count; i++) {
            boolean fits = (words.get(2 * i + 1) | high.get(i)) == 0 && (unsigned || words.get(2 * i) >= 0);
            if (!fits && !sums.isNull(from + i)) {
                return from + i;
            }
        }
        return -1;
    }
}
