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
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Different texts by their numbers, and whether a text is the one with a number.
///
/// Each entry has two words, twelve bytes and the length ([TextWords]); all bytes of longer text also lie in a heap. So
/// short text is compared without leaving the entry.
final class TextEntries implements AutoCloseable {
    /// What the memory is for.
    static final String PURPOSE = "group text";

    private static final int ENTRY_SHIFT = 4;

    private final MemoryPool pool;
    private final StateColumn entries;
    private final StateColumn places;
    private final ByteHeap heap;
    private int count;
    private int longTexts;
    private long totalBytes;

    TextEntries(MemoryPool pool) {
        this.pool = pool;
        this.entries = new StateColumn(pool, PURPOSE, 1 << ENTRY_SHIFT, 0);
        this.places = new StateColumn(pool, PURPOSE, Long.BYTES, 0);
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

    /// The first word of the text with a number.
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
        entries.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at, first);
        entries.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at + 8, second);
        long size = TextWords.length(second);
        totalBytes += size;
        if (size > TextWords.INLINE_BYTES) {
            longTexts++;
            places.ensure(count);
            long place = heap.append(bytes, start, size);
            places.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, placeAt(number), place);
        }
        return number;
    }

    /// Compares each row's words with those of the number proposed, and writes the rows that differ to `misses`.
    int compare(long[] first, long[] second, int rows, int[] numbers, int[] misses) {
        return compare(first, second, rows, numbers, entries.segment(), misses);
    }

    private static int compare(
            long[] first, long[] second, int rows, int[] numbers, MemorySegment entries, int[] misses) {
        int missCount = 0;
        for (int i = 0; i < rows; i++) {
            long at = StateColumn.FRONT + ((long) numbers[i] << ENTRY_SHIFT);
            long difference = (entries.get(ValueLayout.JAVA_LONG_UNALIGNED, at) ^ first[i])
                    | (entries.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8) ^ second[i]);
            misses[missCount] = i;
            missCount += difference == 0 && numbers[i] >= 0 ? 0 : 1;
        }
        return missCount;
    }

    /// Adds rows to the misses whose words are right and whose rest is not. The loads from the heap, each of which
    /// may wait for memory, are made for all rows in a loop without branches: it compares their last eight bytes,
    /// after which the bytes between are in the cache.
    void compareRests(TextWords words, Probe probe, int rows, MemorySegment bytes, int[] numbers) {
        if (heap.size() == 0) {
            return;
        }
        places.ensure(count);
        probe.rests(rows);
        long[] at = probe.places();
        byte[] differs = probe.differing();
        loadPlaces(numbers, rows, places.segment(), at);
        words.starts(rows, probe.starts());
        compareEnds(words.second, probe.starts(), bytes, at, heap.segment(), rows, differs);
        int[] misses = probe.misses();
        int known = probe.missCount();
        int missCount = known;
        int next = 0;
        for (int i = 0; i < rows; i++) {
            if (next < known && misses[next] == i) {
                next++;
            } else if (TextWords.length(words.second[i]) > TextWords.INLINE_BYTES
                    && (differs[i] != 0
                            || !TextWords.sameRest(
                                    heap.segment(),
                                    at[i],
                                    bytes,
                                    probe.starts()[i],
                                    TextWords.length(words.second[i])))) {
                misses[missCount++] = i;
            }
        }
        probe.missCount(missCount);
    }

    private static void loadPlaces(int[] numbers, int rows, MemorySegment places, long[] at) {
        for (int i = 0; i < rows; i++) {
            long place = StateColumn.FRONT + ((long) Math.max(0, numbers[i]) << 3);
            at[i] = places.get(ValueLayout.JAVA_LONG_UNALIGNED, place);
        }
    }

    /// Short text, and text whose words differ, is compared with itself.
    private static void compareEnds(
            long[] second,
            long[] starts,
            MemorySegment bytes,
            long[] places,
            MemorySegment heap,
            int rows,
            byte[] differs) {
        long most = heap.byteSize() - Long.BYTES;
        for (int i = 0; i < rows; i++) {
            long end = Math.max(0, TextWords.length(second[i]) - Long.BYTES);
            long own = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, starts[i] + end);
            long other = heap.get(ValueLayout.JAVA_LONG_UNALIGNED, Math.clamp(places[i] + end, 0, most));
            differs[i] = (byte) (own == other ? 0 : 1);
        }
    }

    /// Whether a text, given as [TextWords] has it, is the one with a number.
    boolean isText(int number, long first, long second, MemorySegment bytes, long start) {
        long at = StateColumn.FRONT + ((long) number << ENTRY_SHIFT);
        return entries.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at) == first
                && entries.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8) == second
                && (TextWords.length(second) <= TextWords.INLINE_BYTES || sameRest(number, second, bytes, start));
    }

    private boolean sameRest(int number, long second, MemorySegment bytes, long start) {
        long place = places.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, placeAt(number));
        return TextWords.sameRest(heap.segment(), place, bytes, start, TextWords.length(second));
    }

    private static long placeAt(int number) {
        return StateColumn.FRONT + ((long) number << 3);
    }

    /// All texts in the order of their numbers.
    VarColumn values(DataType type) {
        boolean wide = totalBytes > Integer.MAX_VALUE;
        Buffer offsets = pool.allocate((count + 1L) * (wide ? Long.BYTES : Integer.BYTES), PURPOSE);
        Buffer bytes;
        try {
            bytes = pool.allocate(totalBytes + Long.BYTES, PURPOSE); // texts are written as whole words
        } catch (RuntimeException | Error failure) {
            offsets.close();
            throw failure;
        }
        long at = 0;
        boolean allLong = heap.size() == totalBytes;
        if (allLong) {
            MemorySegment.copy(heap.segment(), 0, bytes.segment(), 0, totalBytes);
        }
        MemorySegment starts = offsets.segment();
        MemorySegment target = bytes.segment();
        for (int number = 0; number < count; number++) {
            setOffset(starts, wide, number, at);
            at += allLong ? size(number) : copy(number, target, at);
        }
        setOffset(starts, wide, count, at);
        return new VarColumn(type, new Offsets(offsets, wide, count), bytes, Validity.allValid(count));
    }

    static void setOffset(MemorySegment offsets, boolean wide, long row, long at) {
        if (wide) {
            offsets.set(ValueLayout.JAVA_LONG_UNALIGNED, row << 3, at);
        } else {
            offsets.set(ValueLayout.JAVA_INT_UNALIGNED, row << 2, (int) at);
        }
    }

    private long size(int number) {
        long entry = StateColumn.FRONT + ((long) number << ENTRY_SHIFT);
        return TextWords.length(entries.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, entry + 8));
    }

    /// Copies a text to byte `to` of `target` and returns its size. Where there is room, the bytes after it up
    /// to the 16th are written over, and after a long one up to the eighth, for which there is room: texts are
    /// copied from front to back.
    long copy(int number, MemorySegment target, long to) {
        long entry = StateColumn.FRONT + ((long) number << ENTRY_SHIFT);
        MemorySegment own = entries.segment();
        long second = own.get(ValueLayout.JAVA_LONG_UNALIGNED, entry + 8);
        long size = TextWords.length(second);
        if (size <= TextWords.INLINE_BYTES && to + 2 * Long.BYTES <= target.byteSize()) {
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, to, own.get(ValueLayout.JAVA_LONG_UNALIGNED, entry));
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, to + 8, second);
        } else if (size <= TextWords.INLINE_BYTES) {
            MemorySegment.copy(own, entry, target, to, size);
        } else {
            long place = places.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, placeAt(number));
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
        places.close();
        heap.close();
    }
}
