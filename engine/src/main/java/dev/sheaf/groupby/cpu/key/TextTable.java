package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.ByteHeap;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.hash.Hashing;
import dev.sheaf.groupby.cpu.hash.Probe;
import dev.sheaf.groupby.cpu.hash.Slots;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Maps text (or binary values) to dense numbers in order of first appearance.
///
/// Each entry has two words, twelve bytes and the length ([TextWords]); all bytes of longer text also lie in a
/// heap. So short text is compared without leaving the entry.
public final class TextTable implements AutoCloseable {
    /// Gives a text the number that it has in the whole run.
    @FunctionalInterface
    interface Numbering {
        /// The number of a text, given as [TextWords] has it.
        int number(int hash, long first, long second, MemorySegment bytes, long start);
    }

    private static final String PURPOSE = "group text";
    private static final int ENTRY_SHIFT = 4;

    private final MemoryPool pool;
    private final Slots slots;
    private final StateColumn entries;
    private final StateColumn places;
    private final ByteHeap heap;
    private final TextWords words;
    private final Probe probe = new Probe();
    private final DictionaryIds codes;
    private final TextIndex index;
    private int count;
    private int longTexts;
    private final @Nullable Numbering shared;
    private final StateColumn globals;
    private long totalBytes;

    /// An empty table that takes chunks of up to `chunkRows` rows, with an index of at most 2^`indexBits` places
    /// before it, or none if that is 0. Numbers are those of `shared`, if there is one,
    /// else the table's own.
    public TextTable(MemoryPool pool, long firstSlots, int chunkRows, int indexBits, @Nullable Numbering shared) {
        this.pool = pool;
        this.shared = shared;
        this.globals = new StateColumn(pool, PURPOSE, Integer.BYTES, 0);
        this.slots = new Slots(pool, firstSlots);
        this.entries = new StateColumn(pool, PURPOSE, 1 << ENTRY_SHIFT, 0);
        this.places = new StateColumn(pool, PURPOSE, Long.BYTES, 0);
        this.heap = new ByteHeap(pool, PURPOSE);
        this.codes = new DictionaryIds(pool);
        this.words = new TextWords(chunkRows);
        this.index = new TextIndex(pool, indexBits, chunkRows);
    }

    /// How many different texts there are.
    public int count() {
        return count;
    }

    /// The bits of the index before the table, or 0 if it has none.
    public int indexBits() {
        return index.isOn() ? index.bits() : 0;
    }

    /// The same, and how many of them are longer than their entries.
    public TextCounts counts() {
        return new TextCounts(count, longTexts);
    }

    /// How many bytes they have.
    long totalBytes() {
        return totalBytes;
    }

    /// Makes room for so many texts.
    public void reserve(int texts) {
        slots.ensure(texts);
        entries.ensure(texts);
    }

    /// Writes the number of each row's text. Rows under a null get some number, or -1 from a dictionary; they
    /// make no entry if `valid` tells of them.
    public void assign(VarColumn column, long from, int rows, byte @Nullable [] valid, int[] numbers) {
        slots.ensure((long) count + rows);
        entries.ensure(count + rows);
        if (valid == null) {
            words.load(column, from, rows);
            number(rows, column.segment(), numbers);
        } else {
            numberValid(column, from, rows, valid, numbers);
        }
    }

    /// Numbers the rows that are in [#words].
    private void number(int rows, MemorySegment bytes, int[] numbers) {
        if (rows > 0 && index.isOn() && isIndexable(rows)) {
            look(rows, bytes, numbers);
            return;
        }
        words.hash(rows);
        probe(rows, bytes, numbers);
        if (shared != null) {
            globals.ensure(1);
            toGlobal(numbers, rows, globals.segment());
        }
    }

    /// Whether the index has a place for every row; teaches it what is new, and switches it off where it ends.
    private boolean isIndexable(int rows) {
        if (words.anyLong()) {
            index.switchOff();
            return false;
        }
        if (index.load(words, rows)) {
            return true;
        }
        if (!index.learn(words, rows)) {
            return false;
        }
        enterAll();
        return index.load(words, rows);
    }

    /// A loop in a method of its own, which is compiled while it runs and brings no other with it.
    private void enterAll() {
        for (int number = 0; number < count; number++) {
            long at = StateColumn.FRONT + ((long) number << ENTRY_SHIFT);
            index.enter(
                    entries.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at),
                    entries.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8),
                    global(number));
        }
    }

    /// How to get from a column to codes of the numbers of its texts in one step: the code of number `base` is
    /// 1, and the largest one `most + 1`. Null if there is no such way, or no text yet.
    public DirectKeys.@Nullable Text directKey(VarColumn column, long base, long most, int shift) {
        return count == 0 || !index.isOn() || column.offsets().wide()
                ? null
                : index.directKey(column, base, most, shift);
    }

    /// As above, without codes: a text is told by its bits, see [#number(DirectKeys.Text, int)].
    public DirectKeys.@Nullable Text directKey(VarColumn column) {
        return count == 0 || !index.isOn() || column.offsets().wide() ? null : index.directKey(column);
    }

    /// The number of the text at a place, which may be new.
    public int number(DirectKeys.Text key, int place) {
        long first = key.word(place);
        long second = (long) key.size() << Integer.SIZE;
        return global(number(Hashing.of(first, second), first, second, MemorySegment.NULL, 0));
    }

    private void look(int rows, MemorySegment bytes, int[] numbers) {
        probe.begin(rows);
        int misses = index.look(rows, numbers, probe.misses());
        if (misses > 0) {
            enterMisses(misses, bytes, numbers);
        }
    }

    private void enterMisses(int misses, MemorySegment bytes, int[] numbers) {
        for (int k = 0; k < misses; k++) {
            int row = probe.misses()[k];
            int number = number(words.shortHash(row), words.first[row], words.second(row), bytes, words.start(row));
            numbers[row] = global(number);
            index.enterRow(row, numbers[row]);
        }
    }

    /// The number that the world outside knows a text by.
    private int global(int number) {
        return shared == null
                ? number
                : globals.segment().get(ValueLayout.JAVA_INT_UNALIGNED, StateColumn.FRONT + ((long) number << 2));
    }

    private static void toGlobal(int[] numbers, int rows, MemorySegment globals) {
        for (int i = 0; i < rows; i++) {
            numbers[i] = globals.get(
                    ValueLayout.JAVA_INT_UNALIGNED, StateColumn.FRONT + ((long) Math.max(0, numbers[i]) << 2));
        }
    }

    /// As above, for dictionary-encoded text: each entry of the dictionary is looked up once.
    public void assign(DictionaryColumn column, long from, int rows, byte @Nullable [] valid, int[] numbers) {
        VarColumn values = (VarColumn) column.values();
        MemorySegment known = codes.of(values);
        int anyNew = valid == null
                ? numbers(column.segment(), from, rows, known, numbers)
                : numbers(column.segment(), from, rows, valid, known, numbers);
        if (anyNew < 0) {
            assignNew(column, from, rows, valid, known, numbers);
        }
    }

    /// Writes the numbers of the entries that are known and -1 for others, and returns a negative number if
    /// there is one. The loop is without a call, as nearly all chunks have nothing new.
    private static int numbers(MemorySegment codes, long from, int rows, MemorySegment known, int[] numbers) {
        int anyNew = 0;
        for (int i = 0; i < rows; i++) {
            long code = codes.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            int number = known.get(ValueLayout.JAVA_INT_UNALIGNED, code << 2);
            numbers[i] = number;
            anyNew |= number;
        }
        return anyNew;
    }

    /// As above without a branch for nulls, which get -1 whatever code they have.
    private static int numbers(
            MemorySegment codes, long from, int rows, byte[] valid, MemorySegment known, int[] numbers) {
        if (known.byteSize() == 0) {
            Arrays.fill(numbers, 0, rows, -1);
            return 0;
        }
        int anyNew = 0;
        for (int i = 0; i < rows; i++) {
            int keep = -valid[i];
            long code = codes.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2) & keep;
            int number = known.get(ValueLayout.JAVA_INT_UNALIGNED, code << 2);
            numbers[i] = number | ~keep;
            anyNew |= number & keep;
        }
        return anyNew;
    }

    private void assignNew(
            DictionaryColumn column, long from, int rows, byte @Nullable [] valid, MemorySegment known, int[] numbers) {
        MemorySegment source = column.segment();
        for (int i = 0; i < rows; i++) {
            if (valid != null && valid[i] == 0) {
                numbers[i] = -1;
                continue;
            }
            long code = source.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            int number = known.get(ValueLayout.JAVA_INT_UNALIGNED, code << 2);
            if (number < 0) {
                number = lookUp((VarColumn) column.values(), code);
                known.set(ValueLayout.JAVA_INT_UNALIGNED, code << 2, number);
            }
            numbers[i] = number;
        }
    }

    private int lookUp(VarColumn values, long row) {
        int[] number = new int[1];
        assign(values, row, 1, null, number);
        return number[0];
    }

    private void probe(int rows, MemorySegment bytes, int[] numbers) {
        probe.begin(rows);
        int before = count;
        if (probe.isMostlyNew()) {
            probe.missAll(slots, words.hashes, rows, numbers);
        } else {
            slots.propose(words.hashes, rows, numbers);
            probe.missCount(compare(words.first, words.second, rows, numbers, entries.segment(), probe.misses()));
            if (words.anyLong()) {
                compareRests(rows, bytes, numbers);
            }
        }
        for (int k = 0; k < probe.missCount(); k++) {
            int row = probe.misses()[k];
            numbers[row] = number(words.hashes[row], words.first[row], words.second[row], bytes, words.start(row));
        }
        probe.end(rows, count - before);
    }

    /// Compares each row's words with those of the number proposed, and writes the rows that differ to `misses`.
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
    private void compareRests(int rows, MemorySegment bytes, int[] numbers) {
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

    /// Nulls are numbered like some other row, and then are not; where there is long text, which is compared
    /// where it lies, rows are moved together instead.
    private void numberValid(VarColumn column, long from, int rows, byte[] valid, int[] numbers) {
        if (!words.load(column, from, rows, valid)) {
            Arrays.fill(numbers, 0, rows, -1);
        } else if (words.anyLong()) {
            int packed = words.keep(valid, rows);
            number(packed, column.segment(), numbers);
            for (int i = rows - 1; i >= 0; i--) {
                numbers[i] = valid[i] != 0 ? numbers[--packed] : -1;
            }
        } else {
            number(rows, column.segment(), numbers);
            for (int i = 0; i < rows; i++) {
                numbers[i] |= valid[i] - 1;
            }
        }
    }

    private int insert(int slot, int hash, long first, long second, MemorySegment bytes, long start) {
        int number = count++;
        slots.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3, Slots.entry(hash, number));
        long at = StateColumn.FRONT + ((long) number << ENTRY_SHIFT);
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
        return shared == null ? number : share(shared, number, hash, first, second, bytes, start);
    }

    /// Gives an entry the number that it has in the whole run.
    private int share(Numbering all, int number, int hash, long first, long second, MemorySegment bytes, long start) {
        int global = all.number(hash, first, second, bytes, start);
        globals.ensure(count);
        globals.segment().set(ValueLayout.JAVA_INT_UNALIGNED, StateColumn.FRONT + ((long) number << 2), global);
        return number;
    }

    /// The number of one text, given as [TextWords] has it.
    public int number(int hash, long first, long second, MemorySegment bytes, long start) {
        slots.ensure(count + 1L);
        entries.ensure(count + 1);
        int slot = hash >>> slots.shift();
        while (true) {
            long entry = slots.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3);
            int number = (int) entry - 1;
            if (number < 0) {
                return insert(slot, hash, first, second, bytes, start);
            }
            if ((int) (entry >>> 32) == hash && isText(number, first, second, bytes, start)) {
                return number;
            }
            slot = (slot + 1) & Slots.mask(slots.shift());
        }
    }

    private boolean isText(int number, long first, long second, MemorySegment bytes, long start) {
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
    public VarColumn values(DataType type) {
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
            at += allLong ? size(number) : copyText(number, target, at);
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
    long copyText(int number, MemorySegment target, long to) {
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

    public void clear() {
        slots.clear();
        heap.clear();
        codes.clear();
        index.clear();
        count = 0;
        longTexts = 0;
        totalBytes = 0;
    }

    @Override
    public void close() {
        slots.close();
        entries.close();
        places.close();
        globals.close();
        heap.close();
        codes.close();
        index.close();
    }
}
