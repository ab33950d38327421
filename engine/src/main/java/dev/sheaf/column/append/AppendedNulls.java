package dev.sheaf.column.append;

import dev.sheaf.column.Validity;
import dev.sheaf.column.grow.LateBuffer;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// Where nulls lie in an [AppendedColumn]. Parts begin at any row, so that their bits share bytes: they are put
/// together by one thread, when all are known.
final class AppendedNulls implements AutoCloseable {
    private static final ValueLayout.OfLong LE_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final List<Part> parts = new ArrayList<>();

    private record Part(Validity validity, long row) {}

    /// Takes note of the nulls of a part whose first row is `row`; its validity stays the caller's.
    void add(Validity validity, long row) {
        if (!validity.allValid()) {
            parts.add(new Part(validity.slice(0, validity.length()), row));
        }
    }

    /// The validity of all rows, to be closed by the caller.
    Validity of(long rows, MemoryPool pool) {
        if (parts.isEmpty()) {
            return Validity.allValid(rows);
        }
        Buffer bits = pool.allocate(Validity.byteSize(rows), LateBuffer.PURPOSE);
        try {
            bits.segment().fill((byte) -1);
            for (Part part : parts) {
                Checkpoint.pass();
                clear(bits.segment(), part);
            }
            return Validity.of(bits, rows);
        } catch (RuntimeException | Error failure) {
            bits.close();
            throw failure;
        }
    }

    private static void clear(MemorySegment bits, Part part) {
        Validity validity = part.validity();
        long whole = validity.length() & -Long.SIZE;
        for (long i = 0; i < whole; i += Long.SIZE) {
            clear(bits, part.row() + i, ~validity.word(i));
        }
        for (long i = whole; i < validity.length(); i++) {
            if (!validity.isValid(i)) {
                long bit = part.row() + i;
                clearInByte(bits, bit >>> 3, 1L << (bit & 7));
            }
        }
    }

    /// Clears those of the 64 bits from `bit` on that are set in `nulls`: eight bytes, and what is left in a ninth.
    private static void clear(MemorySegment bits, long bit, long nulls) {
        long at = bit >>> 3;
        int shift = (int) (bit & 7);
        bits.set(LE_LONG, at, bits.get(LE_LONG, at) & ~(nulls << shift));
        if (shift > 0) {
            clearInByte(bits, at + Long.BYTES, nulls >>> (Long.SIZE - shift));
        }
    }

    private static void clearInByte(MemorySegment bits, long at, long nulls) {
        byte before = bits.get(ValueLayout.JAVA_BYTE, at);
        bits.set(ValueLayout.JAVA_BYTE, at, (byte) (before & ~nulls));
    }

    @Override
    public void close() {
        parts.forEach(part -> part.validity().close());
        parts.clear();
    }
}
