package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.PerEntry;
import dev.sheaf.groupby.cpu.hash.Probe;
import dev.sheaf.groupby.cpu.hash.Slots;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Maps text (or binary values) to dense numbers in order of first appearance.
///
/// What was seen lies in [TextEntries]. A chunk is looked up in the slots of a hash table, or without one where a
/// [TextIndex] tells all texts apart; of a dictionary each entry is looked up once.
public final class TextTable implements AutoCloseable {
    /// The number of an entry of a dictionary that was not looked up yet, and of one that is about to be.
    private static final int UNKNOWN = -1;

    private static final int MARKED = -2;

    private final MemoryPool pool;
    private final Slots slots;
    private final TextEntries texts;
    private final TextWords words;
    private final Probe probe = new Probe();
    private final PerEntry codes;
    private final TextIndex index;
    private boolean willAppend;
    private boolean appending;

    /// An empty table that takes chunks of up to `chunkRows` rows, with an index of at most 2^`indexBits` places
    /// before it, or none if that is 0.
    public TextTable(MemoryPool pool, long firstSlots, int chunkRows, int indexBits) {
        this.pool = pool;
        this.slots = new Slots(pool, firstSlots);
        this.texts = new TextEntries(pool);
        this.codes = new PerEntry(entries -> unknown(entries, pool));
        this.words = new TextWords(chunkRows);
        this.index = new TextIndex(pool, indexBits, chunkRows);
    }

    /// [#UNKNOWN] for each entry of a dictionary.
    private static Buffer unknown(VarColumn entries, MemoryPool pool) {
        Buffer numbers = pool.allocate(entries.length() * Integer.BYTES, "dictionary codes");
        numbers.segment().fill((byte) -1);
        return numbers;
    }

    /// How many different texts there are.
    public int count() {
        return texts.count();
    }

    /// Whether texts so far are found without a hash.
    public boolean isIndexed() {
        return index.isOn();
    }

    /// The bits of the index before the table, or 0 if it has none.
    public int indexBits() {
        return index.isOn() ? index.bits() : 0;
    }

    /// How many different texts there are, and how many of them are longer than their entries.
    public TextCounts counts() {
        return texts.counts();
    }

    /// How many bytes they have.
    public long totalBytes() {
        return texts.totalBytes();
    }

    /// All texts in the order of their numbers, to be closed by the caller. They may share memory with this.
    public VarColumn values(DataType type) {
        return texts.values(type, Validity.allValid(texts.count()));
    }

    /// Makes room for so many texts.
    public void reserve(int count) {
        slots.ensure(count);
        texts.reserve(count);
    }

    /// Writes the number of each row's text. Rows under a null get some number, or -1 from a dictionary; they
    /// make no entry if `valid` tells of them.
    public void assign(VarColumn column, long from, int rows, byte @Nullable [] valid, int[] numbers) {
        slots.ensure((long) texts.count() + rows);
        texts.reserve(texts.count() + rows);
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
        if (appending) {
            append(rows, bytes, numbers);
            return;
        }
        words.hash(rows);
        probe(rows, bytes, numbers);
    }

    /// Makes an entry of each row.
    private void append(int rows, MemorySegment bytes, int[] numbers) {
        words.spread(rows);
        for (int i = 0; i < rows; i++) {
            numbers[i] = texts.add(words.first[i], words.second[i], bytes, words.start(i));
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
        int count = texts.count();
        for (int number = 0; number < count; number++) {
            index.enter(texts.first(number), texts.second(number), number);
        }
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
            numbers[row] = number(words.shortHash(row), words.first[row], words.second(row), bytes, words.start(row));
            index.enterRow(row, numbers[row]);
        }
    }

    /// Writes the number of each row's text, which is looked up once for each entry of the dictionary.
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

    /// Writes the numbers of known entries without a branch for nulls, which get -1 whatever code they have.
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

    /// Looks the entries up that the chunk is the first to use, all at once and in the order of their rows.
    private void assignNew(
            DictionaryColumn column, long from, int rows, byte @Nullable [] valid, MemorySegment known, int[] numbers) {
        int[] entries = new int[rows];
        int count = newEntries(column.segment(), from, rows, valid, known, entries);
        int[] found = new int[count];
        try (VarColumn texts = (VarColumn) Take.rows(column.values(), entries, count, pool)) {
            assign(texts, 0, count, null, found);
        } catch (RuntimeException | Error failure) {
            Arrays.fill(found, UNKNOWN);
            throw failure;
        } finally {
            for (int i = 0; i < count; i++) {
                known.set(ValueLayout.JAVA_INT_UNALIGNED, (long) entries[i] << 2, found[i]);
            }
        }
        if (valid == null) {
            numbers(column.segment(), from, rows, known, numbers);
        } else {
            numbers(column.segment(), from, rows, valid, known, numbers);
        }
    }

    /// Writes the entries without a number that rows use, each once, marks them, and returns how many there are.
    private static int newEntries(
            MemorySegment codes, long from, int rows, byte @Nullable [] valid, MemorySegment known, int[] entries) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            if (valid == null || valid[i] != 0) {
                int code = codes.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
                if (known.get(ValueLayout.JAVA_INT_UNALIGNED, (long) code << 2) == UNKNOWN) {
                    known.set(ValueLayout.JAVA_INT_UNALIGNED, (long) code << 2, MARKED);
                    entries[count++] = code;
                }
            }
        }
        return count;
    }

    private void probe(int rows, MemorySegment bytes, int[] numbers) {
        probe.begin(rows);
        int before = texts.count();
        if (probe.isMostlyNew()) {
            probe.missAll(slots, words.hashes, rows, numbers);
        } else {
            slots.propose(words.hashes, rows, numbers);
            texts.compare(words, probe, rows, bytes, numbers);
        }
        for (int k = 0; k < probe.missCount(); k++) {
            int row = probe.misses()[k];
            numbers[row] = number(words.hashes[row], words.first[row], words.second[row], bytes, words.start(row));
        }
        probe.end(rows, texts.count() - before);
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
        int number = texts.add(first, second, bytes, start);
        slots.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3, Slots.entry(hash, number));
        return number;
    }

    /// The number of one text, given as [TextWords] has it.
    private int number(int hash, long first, long second, MemorySegment bytes, long start) {
        slots.ensure(texts.count() + 1L);
        texts.reserve(texts.count() + 1);
        int slot = hash >>> slots.shift();
        while (true) {
            long entry = slots.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3);
            int number = (int) entry - 1;
            if (number < 0) {
                return insert(slot, hash, first, second, bytes, start);
            }
            if ((int) (entry >>> 32) == hash && texts.isText(number, first, second, bytes, start)) {
                return number;
            }
            slot = (slot + 1) & Slots.mask(slots.shift());
        }
    }

    /// From the next [#clear()] on, whether texts outside the index and dictionaries are numbered without a look at
    /// those there, so that equal ones may have several numbers.
    public void appends(boolean value) {
        willAppend = value;
    }

    /// Forgets all texts.
    public void clear() {
        appending = willAppend;
        slots.clear();
        texts.clear();
        codes.clear();
        index.clear();
    }

    @Override
    public void close() {
        slots.close();
        texts.close();
        codes.close();
        index.close();
    }
}
