package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Offsets;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.RunWord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Finds the text of a rank, seven bytes at a time: the word of the rank is selected, and texts that have it are read
/// on. So a text is read only as far as it agrees with that of the rank, and none is moved.
///
/// ```
/// rank 2 of  red apple, red brick, red chair, tea   words  red app|.  red bri|.  red cha|.  tea
/// rank 2 has the word "red cha"                     one text has it: red chair
/// ```
/// One instance serves one thread. Cost: O(n) for each seven bytes in which texts agree.
final class TextSelection implements AutoCloseable {
    private final VarColumn texts;
    private final Selection selection = new Selection();
    private final Buffer scratch;
    private final MemorySegment words;
    private final MemorySegment lost;
    private final MemorySegment rows;

    /// For groups of at most so many of `texts`.
    TextSelection(VarColumn texts, long most, MemoryPool pool) {
        this.texts = texts;
        this.scratch = pool.allocate(most * (2 * Long.BYTES + Integer.BYTES), "quantiles");
        this.words = scratch.segment().asSlice(0, most * Long.BYTES);
        this.lost = scratch.segment().asSlice(most * Long.BYTES, most * Long.BYTES);
        this.rows = scratch.segment().asSlice(2 * most * Long.BYTES);
    }

    /// The row of a text that has rank `rank` among those of the `size` rows from `from` on, none of them null.
    int select(long from, int size, int rank) {
        number(from, size);
        int left = size;
        int place = rank;
        for (long depth = 0; left > 1; depth += RunWord.BYTES) {
            read(left, depth);
            MemorySegment.copy(words, 0, lost, 0, (long) left * Long.BYTES);
            long word = selection.select(lost, left, place);
            place -= less(left, word);
            left = keep(left, word);
            if (RunWord.isWhole(word ^ Long.MIN_VALUE)) {
                break;
            }
        }
        return rows.get(ValueLayout.JAVA_INT, 0);
    }

    private void number(long from, int size) {
        for (int i = 0; i < size; i++) {
            rows.set(ValueLayout.JAVA_INT, (long) i << 2, (int) (from + i));
        }
    }

    /// Reads words as signed numbers, which a selection compares.
    private void read(int left, long depth) {
        Offsets offsets = texts.offsets();
        MemorySegment bytes = texts.segment();
        for (int i = 0; i < left; i++) {
            int row = rows.get(ValueLayout.JAVA_INT, (long) i << 2);
            long start = offsets.start(row) + depth;
            long word = RunWord.of(bytes, start, offsets.start(row + 1L) - start);
            words.set(ValueLayout.JAVA_LONG, (long) i << 3, word ^ Long.MIN_VALUE);
        }
    }

    private int less(int left, long word) {
        int less = 0;
        for (int i = 0; i < left; i++) {
            less += words.get(ValueLayout.JAVA_LONG, (long) i << 3) < word ? 1 : 0;
        }
        return less;
    }

    /// Moves the rows with a word to the front and returns how many there are.
    private int keep(int left, long word) {
        int kept = 0;
        for (int i = 0; i < left; i++) {
            int row = rows.get(ValueLayout.JAVA_INT, (long) i << 2);
            rows.set(ValueLayout.JAVA_INT, (long) kept << 2, row);
            kept += words.get(ValueLayout.JAVA_LONG, (long) i << 3) == word ? 1 : 0;
        }
        return kept;
    }

    @Override
    public void close() {
        scratch.close();
    }
}
