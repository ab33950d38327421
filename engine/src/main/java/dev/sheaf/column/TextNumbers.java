package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Numbers of texts or binary values, equal ones alike, from 0 on in the order in which they first appear.
///
/// A hash table of row numbers, at load factor one half at most. Cost: a hash of each text, and a comparison of
/// those that were there before.
final class TextNumbers implements AutoCloseable {
    private static final String PURPOSE = "numbers of texts";
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private final VarColumn texts;
    private final Buffer numbers;
    private final Buffer firsts;
    private int count;

    private TextNumbers(VarColumn texts, Buffer numbers, Buffer firsts) {
        this.texts = texts;
        this.numbers = numbers;
        this.firsts = firsts;
    }

    /// Of a column without nulls, of at most 2^30 rows, which stays the caller's and open.
    static TextNumbers of(VarColumn texts, MemoryPool pool) {
        long bytes = texts.length() * Integer.BYTES;
        Buffer numbers = pool.allocate(bytes, PURPOSE);
        try {
            TextNumbers made = new TextNumbers(texts, numbers, pool.allocate(bytes, PURPOSE));
            try {
                made.fill(pool);
                return made;
            } catch (RuntimeException | Error failure) {
                made.firsts.close();
                throw failure;
            }
        } catch (RuntimeException | Error failure) {
            numbers.close();
            throw failure;
        }
    }

    private void fill(MemoryPool pool) {
        long slots = Long.highestOneBit(Math.max(1, texts.length())) * 4;
        try (Buffer table = pool.allocateZeroed(slots * Integer.BYTES, PURPOSE)) {
            Checkpoint.inPieces(0, texts.length(), (from, to) -> add((int) from, (int) to, table.segment(), slots - 1));
        }
    }

    /// Slots hold row + 1, 0 where free.
    private void add(int from, int to, MemorySegment slots, long mask) {
        for (int row = from; row < to; row++) {
            long slot = hash(row) & mask;
            int other = slots.getAtIndex(ValueLayout.JAVA_INT, slot);
            while (other != 0 && ColumnComparator.compareBytes(texts, other - 1, texts, row) != 0) {
                slot = (slot + 1) & mask;
                other = slots.getAtIndex(ValueLayout.JAVA_INT, slot);
            }
            int number = other == 0 ? count : numbers.segment().getAtIndex(ValueLayout.JAVA_INT, other - 1);
            numbers.segment().setAtIndex(ValueLayout.JAVA_INT, row, number);
            if (other == 0) {
                slots.setAtIndex(ValueLayout.JAVA_INT, slot, row + 1);
                firsts.segment().setAtIndex(ValueLayout.JAVA_INT, count++, row);
            }
        }
    }

    /// Words of eight bytes, the last of them ending where the text does.
    private long hash(long row) {
        MemorySegment bytes = texts.segment();
        long start = texts.offsets().start(row);
        long size = texts.offsets().size(row);
        long hash = size;
        for (long at = 0; at + Long.BYTES <= size; at += Long.BYTES) {
            hash = mixed(hash ^ bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, start + at));
        }
        if (size >= Long.BYTES) {
            return mixed(hash ^ bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, start + size - Long.BYTES));
        }
        long word = 0;
        for (long at = 0; at < size; at++) {
            word = (word << Byte.SIZE) | (bytes.get(ValueLayout.JAVA_BYTE, start + at) & 0xFF);
        }
        return mixed(hash ^ word);
    }

    private static long mixed(long word) {
        long product = word * MULTIPLIER;
        return product ^ (product >>> 29);
    }

    /// The numbers of the rows from `row` on, int32.
    MemorySegment from(long row) {
        return numbers.segment().asSlice(row * Integer.BYTES);
    }

    /// The text of each number, to be closed by the caller.
    Column distinct(MemoryPool pool) {
        return Take.rows(texts, firsts.segment(), count, pool);
    }

    @Override
    public void close() {
        numbers.close();
        firsts.close();
    }
}
