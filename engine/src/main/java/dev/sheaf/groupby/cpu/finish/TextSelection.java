package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.RunMemory;
import dev.sheaf.memory.RunWord;
import java.lang.foreign.MemorySegment;

/// Finds the text of a rank, seven bytes at a time: the word of the rank is selected, and texts that have it are read
/// on. So a text is read only as far as it agrees with that of the rank, and none is moved.
///
/// ```
/// rank 2 of  red apple, red brick, red chair, tea   words  red app|.  red bri|.  red cha|.  tea
/// rank 2 has the word "red cha"                     one text has it: red chair
/// ```
/// One instance serves one thread. Cost: O(n) for each seven bytes in which texts agree.
final class TextSelection implements AutoCloseable {
    private final RunMemory texts;
    private final Selection selection = new Selection();
    private final Buffer scratch;
    private final MemorySegment wordMemory;
    private final MemorySegment lostMemory;
    private final Longs words;
    private final Longs lost;
    private final Ints rows;

    /// For groups of at most so many of `texts`.
    TextSelection(VarColumn texts, long most, MemoryPool pool) {
        this.texts = texts.runs();
        this.scratch = pool.allocate(most * (2 * Long.BYTES + Integer.BYTES), "quantiles");
        this.wordMemory = scratch.segment().asSlice(0, most * Long.BYTES);
        this.lostMemory = scratch.segment().asSlice(most * Long.BYTES, most * Long.BYTES);
        this.words = Longs.of(wordMemory);
        this.lost = Longs.of(lostMemory);
        this.rows = Ints.of(scratch.segment().asSlice(2 * most * Long.BYTES));
    }

    /// The row of a text that has rank `rank` among those of the `size` rows from `from` on, none of them null.
    int select(long from, int size, int rank) {
        number(from, size);
        int left = size;
        int place = rank;
        for (long depth = 0; left > 1; depth += RunWord.BYTES) {
            read(left, depth);
            MemorySegment.copy(wordMemory, 0, lostMemory, 0, (long) left * Long.BYTES);
            long word = selection.select(lost, 0, left, place);
            place -= less(left, word);
            left = keep(left, word);
            if (RunWord.isWhole(word ^ Long.MIN_VALUE)) {
                break;
            }
        }
        return rows.get(0);
    }

    private void number(long from, int size) {
        for (int i = 0; i < size; i++) {
            rows.put(i, (int) (from + i));
        }
    }

    /// Reads words as signed numbers, which a selection compares.
    private void read(int left, long depth) {
        for (int i = 0; i < left; i++) {
            int row = rows.get(i);
            long start = texts.start(row) + depth;
            long size = texts.start(row + 1L) - start;
            words.put(i, RunWord.of(texts.word(start, size), size) ^ Long.MIN_VALUE);
        }
    }

    private int less(int left, long word) {
        int less = 0;
        for (int i = 0; i < left; i++) {
            less += words.get(i) < word ? 1 : 0;
        }
        return less;
    }

    /// Moves the rows with a word to the front and returns how many there are.
    private int keep(int left, long word) {
        int kept = 0;
        for (int i = 0; i < left; i++) {
            rows.put(kept, rows.get(i));
            kept += words.get(i) == word ? 1 : 0;
        }
        return kept;
    }

    @Override
    public void close() {
        scratch.close();
    }
}
