package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.hash.Probe;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;

/// Different texts by their numbers, and whether a text is the one with a number.
///
/// Each entry has two words. Those of short text are its twelve bytes and its length ([TextWords]), so it is compared
/// without leaving the entry. Longer text lies in a heap: the first word is its place there, the second its length and
/// four of its bytes.
final class TextEntries implements AutoCloseable {
    /// What the memory is for.
    static final String PURPOSE = "group text";

    private static final int ENTRY_BYTES = 2 * Long.BYTES;
    private static final int[] NO_ROWS = {};

    private final MemoryPool pool;
    private final long mostViewed;
    private final StateColumn entries;
    private final LongTexts longs;
    private int count;
    private int longTexts;
    private long totalBytes;

    TextEntries(MemoryPool pool) {
        this(pool, Views.MAX_BYTES);
    }

    /// The same, with views of at most so many bytes of texts.
    TextEntries(MemoryPool pool, long mostViewed) {
        this.pool = pool;
        this.mostViewed = mostViewed;
        this.entries = new StateColumn(pool, PURPOSE, ENTRY_BYTES, 0);
        this.longs = new LongTexts(pool, PURPOSE, mostViewed);
    }

    int count() {
        return count;
    }

    TextCounts counts() {
        return new TextCounts(count, longTexts);
    }

    /// How many bytes the texts have.
    long totalBytes() {
        return totalBytes;
    }

    /// From the first text on there will be room for so many.
    void expect(int texts) {
        entries.reserve(texts);
    }

    /// Makes room for so many texts.
    void reserve(int texts) {
        entries.ensure(texts);
    }

    /// Whether there is room for so many more.
    boolean hasRoom(long more) {
        return StateColumn.fits(count + more, ENTRY_BYTES);
    }

    /// The first word of the short text with a number.
    long first(int number) {
        return entries.longs().get(entryAt(number));
    }

    /// The second word of the text with a number.
    long second(int number) {
        return entries.longs().get(entryAt(number) + 1);
    }

    private static int entryAt(int number) {
        return StateColumn.FRONT_LONGS + 2 * number;
    }

    /// Adds the text of a row, for which there is room, and gives its number.
    int add(TextWords words, int row) {
        int number = count++;
        long second = words.second(row);
        int size = (int) TextWords.length(second);
        long word = words.first[row];
        if (size > TextWords.INLINE_BYTES) {
            longTexts++;
            word = longs.append(words.bytes(row), words.start(row), size);
        }
        totalBytes += size;
        entries.longs().put(entryAt(number), word);
        entries.longs().put(entryAt(number) + 1, second);
        return number;
    }

    /// Makes misses of the rows of a chunk whose text is not that of the number proposed.
    void compare(TextWords words, Probe probe, int rows, int[] numbers) {
        probe.rests(words.anyLong() ? rows : 0);
        int[] alike = words.anyLong() ? probe.alike() : NO_ROWS;
        compareWords(words.first, words.second, rows, numbers, entries.longs(), probe, alike);
        if (probe.alikeCount() > 0) {
            compareRests(words, probe, numbers);
        }
    }

    /// Compares each row's words with those of the number proposed. Of long text only the second words are compared,
    /// and rows where these are right are written to `alike`.
    private static void compareWords(
            long[] first, long[] second, int rows, int[] numbers, LongBuffer entries, Probe probe, int[] alike) {
        int[] misses = probe.misses();
        int missCount = 0;
        int alikeCount = 0;
        for (int i = 0; i < rows; i++) {
            int at = entryAt(numbers[i]);
            long isLong = (TextWords.INLINE_BYTES - TextWords.length(second[i])) >> (Long.SIZE - 1);
            long difference = ((entries.get(at) ^ first[i]) & ~isLong) | (entries.get(at + 1) ^ second[i]);
            int isMiss = difference == 0 && numbers[i] >= 0 ? 0 : 1;
            misses[missCount] = i;
            missCount += isMiss;
            if (alike.length > 0) {
                alike[alikeCount] = i;
                alikeCount += (int) -isLong & (isMiss ^ 1);
            }
        }
        probe.missCount(missCount);
        probe.alikeCount(alikeCount);
    }

    /// Adds the rows whose second words are right and whose bytes are not to the misses. The loads of long texts, each
    /// of which may wait for memory, are made for all rows in a loop without branches: it compares their last eight
    /// bytes, after which the bytes between are in the cache.
    private void compareRests(TextWords words, Probe probe, int[] numbers) {
        int[] alike = probe.alike();
        int count = probe.alikeCount();
        byte[] differs = probe.differing();
        compareEnds(words, probe, numbers);
        int[] misses = probe.misses();
        int missCount = probe.missCount();
        for (int k = 0; k < count; k++) {
            if (differs[k] != 0 || !isText(numbers[alike[k]], words, alike[k])) {
                misses[missCount++] = alike[k];
            }
        }
        probe.missCount(missCount);
    }

    /// Looks at the ends of long texts that one view has; of others it finds no difference.
    private void compareEnds(TextWords words, Probe probe, int[] numbers) {
        int count = probe.alikeCount();
        ByteBuffer own = words.bytes();
        ByteBuffer others = longs.all();
        if (own == null || others == null) {
            Arrays.fill(probe.differing(), 0, count, (byte) 0);
            return;
        }
        int[] ends = probe.ends();
        int[] otherEnds = probe.otherEnds();
        for (int k = 0; k < count; k++) {
            int row = probe.alike()[k];
            int end = (int) TextWords.length(words.second[row]) - Long.BYTES;
            ends[k] = words.start(row) + end;
            otherEnds[k] = (int) first(numbers[row]) + end;
        }
        compareEnds(own, ends, others, otherEnds, count, probe.differing());
    }

    private static void compareEnds(
            ByteBuffer own, int[] ends, ByteBuffer others, int[] otherEnds, int count, byte[] differs) {
        for (int k = 0; k < count; k++) {
            differs[k] = (byte) (own.getLong(ends[k]) == others.getLong(otherEnds[k]) ? 0 : 1);
        }
    }

    /// Whether the text of a row is the one with a number.
    boolean isText(int number, TextWords words, int row) {
        long second = words.second(row);
        if (second(number) != second) {
            return false;
        }
        long word = first(number);
        int size = (int) TextWords.length(second);
        return size <= TextWords.INLINE_BYTES
                ? word == words.first[row]
                : longs.isSame(word, words.bytes(row), words.start(row), size);
    }

    /// All texts in the order of their numbers, to be closed by the caller, who gives away the validity. They share the
    /// bytes of long texts if all are long.
    VarColumn values(DataType type, Validity validity) {
        boolean allLong = longs.size() == totalBytes;
        try (WrittenTexts written = new WrittenTexts(pool, count, totalBytes, !allLong, mostViewed)) {
            if (allLong) {
                addSizes(written);
            } else {
                write(written);
            }
            return allLong ? written.column(type, longs.view(), validity) : written.column(type, validity);
        }
    }

    private void addSizes(WrittenTexts written) {
        for (int number = 0; number < count; number++) {
            written.add((int) TextWords.length(second(number)));
        }
    }

    private void write(WrittenTexts written) {
        for (int number = 0; number < count; number++) {
            int size = (int) TextWords.length(second(number));
            copy(number, size, written.room(size), written.at());
            written.add(size);
        }
    }

    /// Copies a text to byte `to` of `target`. Where there is room, the bytes after it up to the 16th are written over,
    /// and after a long one up to the eighth: texts are copied from front to back.
    private void copy(int number, int size, ByteBuffer target, int to) {
        long word = first(number);
        if (size > TextWords.INLINE_BYTES) {
            longs.copy(word, size, target, to);
        } else {
            target.putLong(to, word);
            target.putInt(to + Long.BYTES, (int) second(number));
        }
    }

    void clear() {
        longs.clear();
        count = 0;
        longTexts = 0;
        totalBytes = 0;
    }

    @Override
    public void close() {
        entries.close();
        longs.close();
    }
}
