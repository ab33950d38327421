package dev.sheaf.groupby.cpu.key;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.IntBuffer;
import org.jspecify.annotations.Nullable;

/// The numbers of known texts, indexed by the bits in which texts differ ([TextBits]): one load a row where a hash
/// table takes a hash, a slot and a comparison.
///
/// It stands before a [TextTable], which keeps the texts. Texts that differ in more bits than the index may have,
/// or that are longer than [TextWords] hold, switch it off for good.
final class TextIndex implements AutoCloseable {
    /// The index may take such a part of all memory: texts are found without it, and groups have to fit, too.
    private static final int SHARE = 8;

    /// One view has so many places.
    private static final int MOST_BITS = 28;

    private final MemoryPool pool;
    private final int maxBits;
    private final TextBits bits = new TextBits();
    private final int[] places;
    private @Nullable Buffer numbers;
    private @Nullable IntBuffer view;
    private boolean on;

    /// An index of at most 2^`maxBits` places, fewer if the pool is small, for chunks of up to `chunkRows` rows.
    TextIndex(MemoryPool pool, int maxBits, int chunkRows) {
        this.pool = pool;
        long most = Math.max(1, pool.limitBytes() / SHARE / Integer.BYTES);
        this.maxBits = Math.min(Math.min(MOST_BITS, maxBits), Long.SIZE - 1 - Long.numberOfLeadingZeros(most));
        this.on = maxBits > 0;
        this.places = new int[on ? chunkRows : 0];
    }

    /// Whether it is in use.
    boolean isOn() {
        return on;
    }

    /// How many bits the index has.
    int bits() {
        return bits.bits();
    }

    /// Takes a chunk; false if the index has to learn bits first.
    boolean load(TextWords words, int rows) {
        if (!bits.covers(words, rows)) {
            return false;
        }
        bits.numbers(words, rows, places);
        return true;
    }

    /// Learns the bits of a chunk. The index is empty afterwards; false if it has been switched off.
    boolean learn(TextWords words, int rows) {
        bits.learn(words, rows);
        clear();
        if (bits.bits() > maxBits) {
            switchOff();
        }
        return on;
    }

    /// From here on the index is not used.
    void switchOff() {
        on = false;
        close();
    }

    /// Writes the number of each text of the chunk, -1 for those not known, whose rows are also written to
    /// `misses`; returns how many these are.
    int look(int rows, int[] found, int[] misses) {
        return look(places, rows, view(), found) < 0 ? negatives(found, rows, misses) : 0;
    }

    private static int look(int[] places, int rows, IntBuffer numbers, int[] found) {
        int anyMiss = 0;
        for (int i = 0; i < rows; i++) {
            int number = numbers.get(places[i]) - 1;
            found[i] = number;
            anyMiss |= number;
        }
        return anyMiss;
    }

    private static int negatives(int[] found, int rows, int[] misses) {
        int missCount = 0;
        for (int i = 0; i < rows; i++) {
            misses[missCount] = i;
            missCount += found[i] >>> 31;
        }
        return missCount;
    }

    /// Enters the number of the text in a row of the chunk.
    void enterRow(int row, int number) {
        view().put(places[row], number + 1);
    }

    /// Enters the number of a text.
    void enter(long first, long second, int number) {
        view().put(bits.number(first, second), number + 1);
    }

    private IntBuffer view() {
        return view == null ? view = newView() : view;
    }

    private IntBuffer newView() {
        numbers = pool.allocateZeroed((long) Integer.BYTES << bits.bits(), "group text index");
        return Views.ints(numbers.segment(), 0, 1L << bits.bits());
    }

    /// Forgets the texts, and keeps what is known about their bits.
    void clear() {
        close();
    }

    @Override
    public void close() {
        if (numbers != null) {
            numbers.close();
            numbers = null;
            view = null;
        }
    }
}
