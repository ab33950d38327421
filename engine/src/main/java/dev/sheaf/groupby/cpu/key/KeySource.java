package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.RowReferences;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.groupby.cpu.hash.Hashing;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads one key column as lanes of longs: text as its number in a table of texts, 16-byte values as two words,
/// everything else as it is.
public final class KeySource implements AutoCloseable {
    private static final byte[] NO_NULLS = new byte[0];
    private static final long[] NO_VALUES = new long[0];

    private final DataType type;
    private final MemoryPool pool;
    private final @Nullable TextTable texts;
    private final int numberedTexts;
    private final @Nullable RowReferences nested;
    private final @Nullable TextEncoding code;
    private final @Nullable TextWords words;
    private final @Nullable GroupTexts groupTexts;
    private final KeyStream first;
    private final @Nullable KeyStream second;
    private final long[] values;
    private final long[] highValues;
    private final int[] numbers;
    private final byte[] valid;
    private @Nullable VarColumn decoded;
    private MemorySegment textBytes = MemorySegment.NULL;
    private boolean hasNulls;
    private boolean covered = true;
    private boolean knowsNulls;
    private boolean wantsHashes;

    /// Text is numbered in a table of the source's own.
    public KeySource(DataType type, CpuSettings settings, MemoryPool pool) {
        int rows = settings.chunkRows();
        this.type = type.decoded();
        this.pool = pool;
        this.numberedTexts = settings.numberedTexts();
        this.texts =
                isNumbered() ? new TextTable(pool, settings.initialSlots(), rows, settings.textIndexMaxBits()) : null;
        this.nested = isNested() ? new RowReferences(this.type, settings, pool) : null;
        this.first = firstLane(this.type);
        this.second = isWide() ? new KeyStream(Long.MIN_VALUE, Long.MAX_VALUE, false) : null;
        this.values = new long[rows];
        this.highValues = new long[isWide() ? rows : 0];
        this.numbers = new int[isNumbered() ? rows : 0];
        this.valid = new byte[rows];
        this.code = null;
        this.words = null;
        this.groupTexts = null;
    }

    /// A source with these lanes, whose text is coded by `code` if it is text.
    public KeySource(
            DataType type, @Nullable TextEncoding code, List<KeyStream> lanes, CpuSettings settings, MemoryPool pool) {
        int rows = settings.chunkRows();
        this.type = type.decoded();
        this.pool = pool;
        this.numberedTexts = 0;
        this.texts = null;
        this.nested = null;
        this.code = code;
        this.words = code == null ? null : new TextWords(rows);
        this.groupTexts = code != null && code.isHashed() ? new GroupTexts(pool) : null;
        this.first = lanes.getFirst();
        this.second = lanes.size() == 1 ? null : lanes.getLast();
        this.values = new long[rows];
        this.highValues = new long[second == null ? 0 : rows];
        this.numbers = new int[0];
        this.valid = new byte[rows];
    }

    /// A source of the same column for a table that begins anew, with hashes of texts if it wants these. It is this one
    /// if it keeps nothing but the ranges of values.
    KeySource again(CpuSettings settings, MemoryPool pool) {
        if (wantsHashes || groupTexts != null) {
            return new KeySource(type, TextEncoding.HASHED, TextEncoding.HASHED.lanes(0), settings, pool);
        }
        return isNumbered() ? new KeySource(type, settings, pool) : this;
    }

    /// The lanes of a type whose values are numbers.
    public static List<KeyStream> lanes(DataType type) {
        boolean wide = type.layout() == Layout.INT128 || type.layout() == Layout.INTERVAL;
        KeyStream first = firstLane(type);
        return wide ? List.of(first, new KeyStream(Long.MIN_VALUE, Long.MAX_VALUE, false)) : List.of(first);
    }

    private static KeyStream firstLane(DataType type) {
        return switch (type.layout()) {
            case NONE, BIT -> new KeyStream(0, 1, true);
            case VARIABLE, LIST, STRUCT -> new KeyStream(0, Integer.MAX_VALUE, true);
            case INT8, INT16 -> ofBits(type.layout().byteWidth() * Byte.SIZE, type);
            case INT32, FLOAT32 -> ofBits(Integer.SIZE, type);
            case INT64, INT128, FLOAT64, INTERVAL -> new KeyStream(Long.MIN_VALUE, Long.MAX_VALUE, false);
            case DICTIONARY -> throw new AssertionError("dictionaries are taken as their values");
        };
    }

    private static KeyStream ofBits(int bits, DataType type) {
        return type instanceof DataType.IntType integer && !integer.signed()
                ? new KeyStream(0, (1L << bits) - 1, false)
                : new KeyStream(-1L << (bits - 1), (1L << (bits - 1)) - 1, false);
    }

    /// Whether values come as numbers that were given them.
    public boolean isNumbered() {
        return type.layout() == Layout.VARIABLE || isNested();
    }

    private boolean isNested() {
        return type.layout() == Layout.LIST || type.layout() == Layout.STRUCT;
    }

    private boolean isWide() {
        return type.layout() == Layout.INT128 || type.layout() == Layout.INTERVAL;
    }

    DataType type() {
        return type;
    }

    /// Makes room for so many different values, and in the range for their numbers; whether values come as numbers.
    boolean reserve(int count) {
        if (texts == null) {
            return false;
        }
        texts.reserve(count);
        first.expect(0, Math.max(1, count) - 1L);
        return true;
    }

    /// From the next [#clear()] on, whether texts of the source's own are numbered without being looked up.
    public void appends(boolean value) {
        if (forgetsTexts()) {
            Objects.requireNonNull(texts).appends(value);
        }
    }

    /// Forgets the texts.
    public void clear() {
        if (groupTexts != null) {
            groupTexts.clear();
        }
        if (forgetsTexts()) {
            Objects.requireNonNull(texts).clear();
        }
    }

    /// Numbers of lists and structs stay, since their first rows are kept by them.
    private boolean forgetsTexts() {
        return texts != null && nested == null;
    }

    /// How many different texts there have been.
    public TextCounts textCounts() {
        if (groupTexts != null) {
            return groupTexts.counts();
        }
        return texts == null ? TextCounts.NONE : texts.counts();
    }

    /// The values behind the numbers in their order, for a column that is numbered; to be closed by the caller.
    Column numbered() {
        TextTable table = Objects.requireNonNull(texts);
        if (nested == null) {
            return table.values(type);
        }
        try (Column picked = nested.values(table.count())) {
            return KeyForms.of(picked, pool);
        }
    }

    public List<KeyStream> lanes() {
        return second == null ? List.of(first) : List.of(first, second);
    }

    void read(Column column, long from, int rows) {
        knowsNulls = first.hasNulls();
        hasNulls = !column.validity().allValid();
        if (hasNulls) {
            Widen.validity(column.validity(), from, rows, valid);
        }
        if (groupTexts != null) {
            readHashed(column, from, rows);
        } else if (code != null && words != null) {
            readCoded(code, words, column, from, rows);
        } else if (nested != null && texts != null) {
            readNested(nested, texts, column, from, rows);
        } else if (texts != null) {
            readText(texts, column, from, rows);
        } else if (column instanceof DictionaryColumn) {
            readDecoded(column, from, rows);
        } else if (column instanceof FixedColumn fixed && second != null) {
            Widen.words(fixed, false, from, rows, values);
            Widen.words(fixed, true, from, rows, highValues);
        } else {
            Widen.keys(column, from, rows, values);
        }
    }

    private void readDecoded(Column column, long from, int rows) {
        try (Column chunk = column.slice(from, rows);
                Column plain = Dictionaries.decode(chunk, pool)) {
            boolean nulls = hasNulls;
            read(plain, 0, rows);
            hasNulls = nulls;
        }
    }

    private void readCoded(TextEncoding by, TextWords chunk, Column column, long from, int rows) {
        if (column instanceof DictionaryColumn) {
            readDecoded(column, from, rows);
            return;
        }
        if (!hasNulls) {
            chunk.load((VarColumn) column, from, rows);
        } else if (!chunk.load((VarColumn) column, from, rows, valid) || chunk.anyLong()) {
            by.hide(chunk, valid, rows);
        }
        covered = by.covers(chunk, hasNulls ? valid : null, rows);
        if (covered) {
            by.encode(chunk, rows, values, highValues);
        }
    }

    private void readHashed(Column column, long from, int rows) {
        if (column instanceof DictionaryColumn) {
            closeDecoded();
            try (Column chunk = column.slice(from, rows)) {
                decoded = (VarColumn) Dictionaries.decode(chunk, pool);
                load(decoded, 0, rows);
            }
        } else {
            load((VarColumn) column, from, rows);
        }
        Objects.requireNonNull(code).encode(Objects.requireNonNull(words), rows, values, highValues);
    }

    private void closeDecoded() {
        if (decoded != null) {
            decoded.close();
            decoded = null;
        }
    }

    /// The texts of the chunk, whose hashes are packed already.
    void compareWith(VarColumn column, long from, int rows) {
        hasNulls = !column.validity().allValid();
        if (hasNulls) {
            Widen.validity(column.validity(), from, rows, valid);
        }
        load(column, from, rows);
    }

    /// Nulls are empty texts.
    private void load(VarColumn column, long from, int rows) {
        TextWords chunk = Objects.requireNonNull(words);
        textBytes = column.segment();
        chunk.load(column, from, rows);
        chunk.spread(rows);
        if (hasNulls) {
            chunk.clear(valid, rows);
        }
    }

    /// Takes the texts of groups that the chunk has made, and marks rows with another text than their group's; whether
    /// there is one. Only if text is hashed there may be.
    boolean confirm(int rows, int[] ids, byte[] differs) {
        if (groupTexts == null || words == null) {
            return false;
        }
        groupTexts.add(words, textBytes, 0, rows, ids);
        return groupTexts.compare(words, textBytes, rows, ids, differs);
    }

    /// As [#confirm(int, int[], byte[])] for one row: whether it has another text than its group.
    boolean differs(int row, int[] ids) {
        if (groupTexts == null || words == null) {
            return false;
        }
        groupTexts.add(words, textBytes, row, row + 1, ids);
        return !groupTexts.isSame(words, textBytes, row, ids[row]);
    }

    /// Whether there are so many texts that groups would be found sooner by hashes of them than by their numbers.
    boolean wantsHashes() {
        return wantsHashes;
    }

    /// Whether packed keys have only hashes of the texts.
    boolean isHashed() {
        return groupTexts != null;
    }

    /// The texts of all groups, if they are hashed.
    VarColumn hashedTexts(Validity validity) {
        return Objects.requireNonNull(groupTexts).column(type, validity);
    }

    /// The code of text, if it is coded.
    @Nullable
    TextEncoding code() {
        return code;
    }

    /// The texts of the chunk, if they are coded.
    @Nullable
    TextWords words() {
        return words;
    }

    /// Whether every text of the chunk has a number; only if text is coded there may be none.
    boolean isCovered() {
        return covered;
    }

    private void readText(TextTable table, Column column, long from, int rows) {
        byte[] present = hasNulls ? valid : null;
        if (column instanceof DictionaryColumn codes) {
            table.assign(codes, from, rows, present, numbers);
        } else {
            table.assign((VarColumn) column, from, rows, present, numbers);
            wantsHashes = !table.isIndexed() && table.count() > numberedTexts;
        }
        useNumbers(rows);
    }

    private void useNumbers(int rows) {
        for (int i = 0; i < rows; i++) {
            values[i] = numbers[i];
        }
    }

    /// Numbers the values by their bytes, and picks a row of each number. Numbers of one chunk need not come in
    /// order: those of long bytes that differ late are given last.
    private void readNested(RowReferences firsts, TextTable table, Column column, long from, int rows) {
        int known = table.count();
        try (VarColumn bytes = RowBytes.of(column, from, rows, pool)) {
            table.assign(bytes, 0, rows, hasNulls ? valid : null, numbers);
        }
        if (table.count() > known) {
            long first = firsts.keep(column, column, table.count()) + from;
            for (int i = 0; i < rows; i++) {
                if (numbers[i] >= known && firsts.get(numbers[i]) == RowReferences.NONE) {
                    firsts.pick(numbers[i], first + i);
                }
            }
        }
        useNumbers(rows);
    }

    /// Whether a coding was told of nulls before the chunk was read.
    boolean knowsNulls() {
        return knowsNulls;
    }

    /// Adds the hashes of the chunk's keys to running ones, as [KeyHashes] does.
    void addHashes(int rows, long[] running) {
        if (words != null) {
            if (groupTexts == null) {
                words.hash(rows);
            }
            addText(words.hashes, rows, running, hasNulls ? valid : NO_NULLS);
        } else {
            addValues(values, second == null ? NO_VALUES : highValues, rows, running, hasNulls ? valid : NO_NULLS);
        }
    }

    private static void addValues(long[] values, long[] highValues, int rows, long[] running, byte[] valid) {
        for (int i = 0; i < rows; i++) {
            long word = highValues.length == 0 ? values[i] : Hashing.add(highValues[i], values[i]);
            running[i] = Hashing.add(running[i], valid.length == 0 ? word : orNull(word, valid[i]));
        }
    }

    private static void addText(int[] hashes, int rows, long[] running, byte[] valid) {
        for (int i = 0; i < rows; i++) {
            running[i] = Hashing.add(running[i], valid.length == 0 ? hashes[i] : orNull(hashes[i], valid[i]));
        }
    }

    /// Without a branch, which would be wrong for each null.
    private static long orNull(long word, byte valid) {
        return KeyHashes.NULL ^ ((word ^ KeyHashes.NULL) & -(long) valid);
    }

    /// Whether there has been a null in any chunk.
    boolean mayBeNull() {
        return first.hasNulls();
    }

    boolean hasNulls() {
        return hasNulls;
    }

    /// Which rows of the chunk are valid, if [#hasNulls()].
    byte[] valid() {
        return valid;
    }

    /// The chunk's values in one of the lanes.
    @SuppressWarnings("ReferenceEquality")
    long[] values(KeyStream lane) {
        return lane == second ? highValues : values;
    }

    @Override
    public void close() {
        closeDecoded();
        if (texts != null) {
            texts.close();
        }
        if (nested != null) {
            nested.close();
        }
        if (groupTexts != null) {
            groupTexts.close();
        }
    }
}
