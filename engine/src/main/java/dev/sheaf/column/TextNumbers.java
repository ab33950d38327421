package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.RunMemory;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Numbers of texts or binary values, equal ones alike, from 0 on in the order in which they first appear; of a null 0.
///
/// A hash table of row numbers, at load factor one half at most. Cost: a hash of each text, and a comparison of
/// those that were there before.
final class TextNumbers implements AutoCloseable {
    private static final String PURPOSE = "numbers of texts";
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private static final int PIECE_ROWS = 1 << 14;

    private final VarColumn texts;
    private final Buffer numbers;
    private final Buffer firsts;
    private final int most;
    private int count;

    private TextNumbers(VarColumn texts, Buffer numbers, Buffer firsts, int most) {
        this.texts = texts;
        this.numbers = numbers;
        this.firsts = firsts;
        this.most = most;
    }

    /// Of a column of at most 2^30 rows, which stays the caller's and open.
    static TextNumbers of(VarColumn texts, MemoryPool pool) {
        return of(texts, texts.length(), pool).orElseThrow();
    }

    /// The same if at most so many texts are distinct; else it costs what the rows cost up to the one too many.
    static Optional<TextNumbers> of(VarColumn texts, long most, MemoryPool pool) {
        int distinct = Math.toIntExact(Math.min(texts.length(), most));
        try (Closer closer = new Closer()) {
            Buffer numbers = closer.add(pool.allocateZeroed(texts.length() * Integer.BYTES, PURPOSE));
            Buffer firsts = closer.add(pool.allocate((long) distinct * Integer.BYTES, PURPOSE));
            TextNumbers made = new TextNumbers(texts, numbers, firsts, distinct);
            if (!made.fill(pool)) {
                return Optional.empty();
            }
            closer.release();
            return Optional.of(made);
        }
    }

    private boolean fill(MemoryPool pool) {
        long slots = Long.highestOneBit(Math.max(1, most)) * 4;
        boolean fits = true;
        try (Buffer table = pool.allocateZeroed(slots * Integer.BYTES, PURPOSE)) {
            Ints slot = Ints.of(table.segment());
            for (long row = 0; fits && row < texts.length(); row += PIECE_ROWS) {
                Checkpoint.pass();
                int to = (int) Math.min(texts.length(), row + PIECE_ROWS);
                fits = add((int) row, to, slot, slots - 1);
            }
        }
        return fits;
    }

    /// Slots hold row + 1, 0 where free. False if there is a text too many.
    private boolean add(int from, int to, Ints slots, long mask) {
        boolean allValid = texts.validity().allValid();
        RunMemory runs = texts.runs();
        Ints number = Ints.of(numbers.segment());
        Ints first = Ints.of(firsts.segment());
        for (int row = from; row < to; row++) {
            if (!allValid && texts.isNull(row)) {
                continue;
            }
            long slot = hash(runs, row) & mask;
            int other = slots.get(slot);
            while (other != 0 && runs.compare(other - 1, runs, row) != 0) {
                slot = (slot + 1) & mask;
                other = slots.get(slot);
            }
            if (other == 0 && count == most) {
                return false;
            }
            number.put(row, other == 0 ? count : number.get(other - 1));
            if (other == 0) {
                slots.put(slot, row + 1);
                first.put(count++, row);
            }
        }
        return true;
    }

    /// Words of eight bytes, zeros behind the end.
    private static long hash(RunMemory runs, long row) {
        long start = runs.start(row);
        long size = runs.start(row + 1) - start;
        long hash = size;
        for (long at = 0; at < size; at += Long.BYTES) {
            hash = mixed(hash ^ runs.word(start + at, size - at));
        }
        return mixed(hash);
    }

    /// Both halves of a product of 128 bits: texts that differ in their last bytes alone differ in high bits of a word,
    /// which do not reach the low bits of the low half.
    private static long mixed(long word) {
        return Math.unsignedMultiplyHigh(word, MULTIPLIER) ^ (word * MULTIPLIER);
    }

    /// The numbers of the rows from `row` on, int32.
    MemorySegment from(long row) {
        return numbers.segment().asSlice(row * Integer.BYTES);
    }

    /// The numbers of all rows, retained.
    Buffer all() {
        return numbers.retain();
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
