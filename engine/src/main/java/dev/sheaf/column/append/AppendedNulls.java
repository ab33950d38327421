package dev.sheaf.column.append;

import dev.sheaf.column.Validity;
import dev.sheaf.column.copy.Bits;
import dev.sheaf.column.grow.LateBuffer;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Where nulls lie in an [AppendedColumn]. Parts begin at any row, so that their bits share bytes: they are put
/// together by one thread, when all are known.
final class AppendedNulls implements AutoCloseable {
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
            Bits all = Bits.of(bits.segment());
            for (Part part : parts) {
                Checkpoint.pass();
                clear(all, part);
            }
            return Validity.of(bits, rows);
        } catch (RuntimeException | Error failure) {
            bits.close();
            throw failure;
        }
    }

    private static void clear(Bits bits, Part part) {
        Validity validity = part.validity();
        for (long i = 0; i < validity.length(); i += Long.SIZE) {
            int rows = (int) Math.min(Long.SIZE, validity.length() - i);
            bits.clear(part.row() + i, ~validity.word(i) & -1L >>> (Long.SIZE - rows));
        }
    }

    @Override
    public void close() {
        parts.forEach(part -> part.validity().close());
        parts.clear();
    }
}
