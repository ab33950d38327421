package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.ByteHeap;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.hash.Probe;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Different texts by their numbers, and whether a text is the one with a number.
///
/// Each entry has two words. Those of short text are its twelve bytes and its length ([TextWords]), so it is compared
/// without leaving the entry. Longer text lies in a heap: the first word is its place there, the second its length and
/// four of its bytes.
final class TextEntries implements AutoCloseable {
    /// What the memory is for.
    static final String PURPOSE = "group text";

    private static final int ENTRY_SHIFT = 4;
    private static final int[] NO_ROWS = {};

    private final MemoryPool pool;
    private final StateColumn entries;
    private final ByteHeap heap;
    private int count;
    private int longTexts;
    private long totalBytes;

    TextEntries(MemoryPool pool) {
        this.pool = pool;
        this.entries = new StateColumn(pool, PURPOSE, 1 << ENTRY_SHIFT, 0);
        this.heap = new ByteHeap(pool, PURPOSE);
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

    /// Makes room for so many texts.
    void reserve(int texts) {
        entries.ensure(texts);
    }

    /// The first word of the short text with a number.
    long first(int number) {
        return entries.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, entryAt(number));
    }

    /// The second word of the text with a number.
    long second(int number) {
        return entries.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, entryAt(number) + Long.BYTES);
    }

    private static long entryAt(int number) {
        return StateColumn.FRONT + ((long) number << ENTRY_SHIFT);
    }

    /// Adds a text, given as [TextWords] has it, for which there is room, and gives its number.
    int add(long first, long second, MemorySegment bytes, long start) {
        int number = count++;
        long at = entryAt(number);
        long size = TextWords.length(second);
        long word = first;
        if (size > TextWords.INLINE_BYTES) {
            longTexts++;
            word = heap.append(bytes, start, size);
        }
        totalBytes += size;
        entries.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at, word);
        entries.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at + 8, second);
        return number;
    }

    /// Makes misses of the rows of a chunk whose text is not that of the number proposed.
    void compare(TextWords words, Probe probe, int rows, MemorySegment bytes, int[] numbers) {
        probe.rests(words.anyLong() ? rows : 0);
        int[] alike = words.anyLong() ? probe.alike() : NO_ROWS;
        compareWords(words.first, words.second, rows, numbers, entries.segment(), probe, alike);
        if (probe.alikeCount() > 0) {
            compareRests(words, probe, bytes, numbers);
        }
    }

    /// Compares each row's words with those of the number proposed. Of long text only the second words are compared,
    /// and rows where these are right are written to `alike`.
    private static void compareWords(
            long[] first, long[] second, int rows, int[] numbers, MemorySegment entries, Probe probe, int[] alike) {
        int[] misses = probe.misses();
        int missCount = 0;
        int alikeCount = 0;
        for (int i = 0; i < rows; i++) {
            long at = StateColumn.FRONT + ((long) numbers[i] << ENTRY_SHIFT);
            long isLong = (TextWords.INLINE_BYTES - TextWords.length(second[i])) >> (Long.SIZE - 1);
            long difference = ((entries.get(ValueLayout.JAVA_LONG_UNALIGNED, at) ^ first[i]) & ~isLong)
                    | (entries.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8) ^ second[i]);
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

    /// Adds the rows whose second words are right and whose bytes are not to the misses. The loads from the heap, each
    /// of which may wait for memory, are made for all rows in a loop without branches: it compares their last eight
    /// bytes, after which the bytes between are in the cache.
    private void compareRests(TextWords words, Probe probe, MemorySegment bytes, int[] numbers) {
        int[] alike = probe.alike();
        int count = probe.alikeCount();
        long[] at = probe.places();
        long[] starts = probe.starts();
        byte[] differs = probe.differing();
        for (int k = 0; k < count; k++) {
            at[k] = first(numbers[alike[k]]);
            starts[k] = words.start(alike[k]);
        }
        compareEnds(words.second, alike, count, starts, bytes, at, heap.segment(), differs);
        int[] misses = probe.misses();
        int missCount = probe.missCount();
        for (int k = 0; k < count; k++) {
            long size = TextWords.length(words.second[alike[k]]);
            if (differs[k] != 0 || !ByteRuns.same(heap.segment(), at[k], bytes, starts[k], size)) {
                misses[missCount++] = alike[k];
            }
        }
        probe.missCount(missCount);
    }

    private static void compareEnds(
            long[] second,
            int[] rows,
            int count,
            long[] starts,
            MemorySegment bytes,
            long[] places,
            MemorySegment heap,
            byte[] differs) {
        for (int k = 0; k < count; k++) {
            long end = TextWords.length(second[rows[k]]) - Long.BYTES;
            long own = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, starts[k] + end);
            long other = heap.get(ValueLayout.JAVA_LONG_UNALIGNED, places[k] + end);
            differs[k] = (byte) (own == other ? 0 : 1);
        }
    }

    /// Whether a text, given as [TextWords] has it, is the one with a number.
    boolean isText(int number, long first, long second, MemorySegment bytes, long start) {
        if (second(number) != second) {
            return false;
        }
        long word = first(number);
        long size = TextWords.length(second);
        return size <= TextWords.INLINE_BYTES ? word == first : ByteRuns.same(heap.segment(), word, bytes, start, size);
    }

    /// All texts in the order of their numbers, to be closed by the caller, who gives away the validity. They share the
    /// heap if it has all of them.
    VarColumn values(DataType type, Validity validity) {
        boolean wide = totalBytes > Integer.MAX_VALUE;
        boolean allLong = heap.size() == totalBytes;
        try (Closer closer = new Closer()) {
            Buffer offsets = closer.add(pool.allocate((count + 1L) * (wide ? Long.BYTES : Integer.BYTES), PURPOSE));
            // texts are written as whole words
            Buffer bytes = closer.add(allLong ? heap.view() : pool.allocate(totalBytes + Long.BYTES, PURPOSE));
            MemorySegment starts = offsets.segment();
            MemorySegment target = bytes.segment();
            long at = 0;
            for (int number = 0; number < count; number++) {
                setOffset(starts, wide, number, at);
                at += allLong ? size(number) : copy(number, target, at);
            }
            setOffset(starts, wide, count, at);
            closer.release();
            return new VarColumn(type, new Offsets(offsets, wide, count), bytes, validity);
        }
    }

    static void setOffset(MemorySegment offsets, boolean wide, long row, long at) {
        if (wide) {
            offsets.set(ValueLayout.JAVA_LONG_UNALIGNED, row << 3, at);
        } else {
            offsets.set(ValueLayout.JAVA_INT_UNALIGNED, row << 2, (int) at);
        }
    }

    private long size(int number) {
        return TextWords.length(second(number));
    }

    /// Copies a text to byte `to` of `target` and returns its size. Where there is room, the bytes after it up
    /// to the 16th are written over, and after a long one up to the eighth, for which there is room: texts are
    /// copied from front to back.
    long copy(int number, MemorySegment target, long to) {
        long entry = entryAt(number);
        MemorySegment own = entries.segment();
        long second = own.get(ValueLayout.JAVA_LONG_UNALIGNED, entry + 8);
        long size = TextWords.length(second);
        if (size <= TextWords.INLINE_BYTES && to + 2 * Long.BYTES <= target.byteSize()) {
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, to, own.get(ValueLayout.JAVA_LONG_UNALIGNED, entry));
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, to + 8, second);
        } else if (size <= TextWords.INLINE_BYTES) {
            MemorySegment.copy(own, entry, target, to, size);
        } else {
            long place = own.get(ValueLayout.JAVA_LONG_UNALIGNED, entry);
            ByteRuns.copy(heap.segment(), place, size, target, to, target.byteSize());
        }
        return size;
    }

    void clear() {
        heap.clear();
        count = 0;
        longTexts = 0;
        totalBytes = 0;
    }

    @Override
    public void close() {
        entries.close();
        heap.close();
    }
}
