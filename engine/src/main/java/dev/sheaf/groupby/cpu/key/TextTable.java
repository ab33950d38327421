package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.hash.Probe;
import dev.sheaf.groupby.cpu.hash.Slots;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Maps text (or binary values) to dense numbers in order of first appearance.
///
/// What was seen lies in [TextEntries]. A chunk is looked up in the slots of a hash table, or without one where a
/// [TextIndex] tells all texts apart; of a dictionary each entry is looked up once.
public final class TextTable implements AutoCloseable {
    private final Slots slots;
    private final TextEntries texts;
    private final TextWords words;
    private final Probe probe = new Probe();
    private final EntryNumbers entries;
    private final TextIndex index;

    /// An empty table that takes chunks of up to `chunkRows` rows, with an index of at most 2^`indexBits` places
    /// before it, or none if that is 0.
    public TextTable(MemoryPool pool, long firstSlots, int chunkRows, int indexBits) {
        this(pool, firstSlots, chunkRows, indexBits, Views.MAX_BYTES);
    }

    /// The same, with views of at most so many bytes of texts.
    TextTable(MemoryPool pool, long firstSlots, int chunkRows, int indexBits, long mostViewed) {
        this.slots = new Slots(pool, firstSlots);
        this.texts = new TextEntries(pool, mostViewed);
        this.entries = new EntryNumbers((column, rows, found) -> assign(column, 0, rows, null, found), pool);
        this.words = new TextWords(chunkRows, mostViewed);
        this.index = new TextIndex(pool, indexBits, chunkRows);
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

    /// Whether there is room for so many texts more.
    public boolean hasRoom(long more) {
        return texts.hasRoom(more);
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
            number(rows, numbers);
        } else {
            numberValid(column, from, rows, valid, numbers);
        }
    }

    /// Numbers the rows that are in [#words].
    private void number(int rows, int[] numbers) {
        if (rows > 0 && index.isOn() && isIndexable(rows)) {
            look(rows, numbers);
            return;
        }
        words.hash(rows);
        probe(rows, numbers);
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

    private void look(int rows, int[] numbers) {
        probe.begin(rows);
        int misses = index.look(rows, numbers, probe.misses());
        if (misses > 0) {
            enterMisses(misses, numbers);
        }
    }

    private void enterMisses(int misses, int[] numbers) {
        for (int k = 0; k < misses; k++) {
            int row = probe.misses()[k];
            numbers[row] = numberOf(row, words.shortHash(row));
            index.enterRow(row, numbers[row]);
        }
    }

    /// Writes the number of each row's text, which is looked up once for each entry of the dictionary.
    public void assign(DictionaryColumn column, long from, int rows, byte @Nullable [] valid, int[] numbers) {
        entries.assign(column, from, rows, valid, numbers);
    }

    private void probe(int rows, int[] numbers) {
        probe.begin(rows);
        int before = texts.count();
        if (probe.isMostlyNew()) {
            probe.missAll(slots, words.hashes, rows, numbers);
        } else {
            slots.propose(words.hashes, rows, numbers);
            texts.compare(words, probe, rows, numbers);
        }
        for (int k = 0; k < probe.missCount(); k++) {
            int row = probe.misses()[k];
            numbers[row] = numberOf(row, words.hashes[row]);
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
            number(packed, numbers);
            for (int i = rows - 1; i >= 0; i--) {
                numbers[i] = valid[i] != 0 ? numbers[--packed] : -1;
            }
        } else {
            number(rows, numbers);
            for (int i = 0; i < rows; i++) {
                numbers[i] |= valid[i] - 1;
            }
        }
    }

    /// The number of the text of one row, for which there is room.
    private int numberOf(int row, int hash) {
        Longs known = slots.longs();
        int shift = slots.shift();
        int slot = hash >>> shift;
        while (true) {
            long entry = known.get(slot);
            int number = (int) entry - 1;
            if (number < 0) {
                known.put(slot, Slots.entry(hash, texts.count()));
                return texts.add(words, row);
            }
            if ((int) (entry >>> 32) == hash && texts.isText(number, words, row)) {
                return number;
            }
            slot = (slot + 1) & Slots.mask(shift);
        }
    }

    /// Forgets all texts.
    public void clear() {
        slots.clear();
        texts.clear();
        entries.clear();
        index.clear();
    }

    @Override
    public void close() {
        slots.close();
        texts.close();
        entries.close();
        index.close();
    }
}
