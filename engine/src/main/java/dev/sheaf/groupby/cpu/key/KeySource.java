package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One key column as streams of longs, with their ranges. A [KeyReader] says what the longs are:
///
/// | values | reader |
/// |---|---|
/// | of a fixed size | [PlainKeys], two streams for those of 16 bytes |
/// | texts | [NumberedTexts], [EncodedTexts] or [HashedTexts] |
/// | lists and structs | [NumberedNested] |
public final class KeySource implements AutoCloseable {
    private final DataType type;
    private final KeyReader reader;
    private final MemoryPool pool;
    private final KeyChunk chunk;
    private final KeyStream first;
    private final @Nullable KeyStream second;
    private boolean knowsNulls;

    /// Text is numbered in a table of the source's own.
    public KeySource(DataType type, CpuSettings settings, MemoryPool pool) {
        this(type.decoded(), reader(type.decoded(), settings, pool), streams(type.decoded()), settings, pool);
    }

    /// A source with these streams, whose text is coded by `code` if it is text.
    public KeySource(
            DataType type,
            @Nullable TextEncoding code,
            List<KeyStream> streams,
            CpuSettings settings,
            MemoryPool pool) {
        this(type.decoded(), reader(code, settings.chunkRows(), pool), streams, settings, pool);
    }

    private KeySource(DataType type, KeyReader reader, List<KeyStream> streams, CpuSettings settings, MemoryPool pool) {
        this.type = type;
        this.reader = reader;
        this.pool = pool;
        this.chunk = new KeyChunk(settings.chunkRows(), streams.size() > 1);
        this.first = streams.getFirst();
        this.second = streams.size() == 1 ? null : streams.getLast();
    }

    private static KeyReader reader(DataType type, CpuSettings settings, MemoryPool pool) {
        return switch (type.layout()) {
            case VARIABLE -> new NumberedTexts(type, settings, pool);
            case LIST, STRUCT -> new NumberedNested(type, settings, pool);
            default -> new PlainKeys();
        };
    }

    private static KeyReader reader(@Nullable TextEncoding code, int rows, MemoryPool pool) {
        if (code == null) {
            return new PlainKeys();
        }
        return code.isHashed() ? new HashedTexts(rows, pool) : new EncodedTexts(code, rows);
    }

    /// A source of the same column for a table that begins anew, with hashes of texts if wanted. It is this one if it
    /// keeps nothing but the ranges of values.
    KeySource again(boolean hashes, CpuSettings settings, MemoryPool pool) {
        if (hashes) {
            return new KeySource(type, TextEncoding.HASHED, TextEncoding.HASHED.streams(0), settings, pool);
        }
        return reader instanceof PlainKeys ? this : new KeySource(type, settings, pool);
    }

    /// The streams of a type whose values are numbers, or are given numbers.
    public static List<KeyStream> streams(DataType type) {
        KeyStream first = firstStream(type);
        boolean wide = type.layout() == Layout.INT128 || type.layout() == Layout.INTERVAL;
        return wide ? List.of(first, new KeyStream(Long.MIN_VALUE, Long.MAX_VALUE, false)) : List.of(first);
    }

    private static KeyStream firstStream(DataType type) {
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

    DataType type() {
        return type;
    }

    public List<KeyStream> streams() {
        return second == null ? List.of(first) : List.of(first, second);
    }

    /// Makes room for so many different values, and in the range for their numbers; whether values come as numbers.
    boolean reserve(int count) {
        if (reader instanceof HashedTexts hashed) {
            hashed.reserve(count);
        }
        if (!(reader instanceof NumberedKeys numbered)) {
            return false;
        }
        numbered.reserve(count);
        first.expect(0, Math.max(1, count) - 1L);
        return true;
    }

    /// Whether there is room for so many different texts more.
    boolean hasRoom(long more) {
        return reader.hasRoom(more);
    }

    /// Forgets the texts.
    public void clear() {
        reader.clear();
    }

    /// How many different texts there have been.
    public TextCounts textCounts() {
        return reader.texts();
    }

    void read(Column column, long from, int rows) {
        knowsNulls = first.hasNulls();
        chunk.readNulls(column, from, rows);
        if (column instanceof DictionaryColumn && !reader.takesCodes()) {
            readValues(column, from, rows);
        } else {
            reader.read(column, from, rows, chunk);
        }
    }

    private void readValues(Column codes, long from, int rows) {
        try (Column part = codes.slice(from, rows);
                Column plain = Dictionaries.decode(part, pool)) {
            reader.read(plain, 0, rows, chunk);
        }
    }

    /// The texts of the chunk, whose hashes are packed already.
    void compareWith(VarColumn column, long from, int rows) {
        if (reader instanceof HashedTexts hashed) {
            chunk.readNulls(column, from, rows);
            hashed.load(column, from, rows, chunk);
        }
    }

    /// Takes the texts of groups that the chunk has made, and marks rows with another text than their group's; whether
    /// there is one. Only if text is hashed there may be.
    boolean confirm(int rows, int[] ids, byte[] differs) {
        return reader instanceof HashedTexts hashed && hashed.confirm(rows, ids, differs);
    }

    /// As [#confirm(int, int[], byte[])] for one row: whether it has another text than its group.
    boolean differs(int row, int[] ids) {
        return reader instanceof HashedTexts hashed && hashed.differs(row, ids);
    }

    /// Whether there are so many texts that groups would be found sooner by hashes of them than by their numbers.
    boolean wantsHashes() {
        return reader instanceof NumberedTexts texts && texts.wantsHashes();
    }

    /// Whether there are so many texts that a table of them, not of a dictionary's codes, would come to hash them.
    boolean hasManyTexts() {
        return isHashed() || (reader instanceof NumberedTexts texts && texts.areMany());
    }

    /// Whether packed keys have only hashes of the texts.
    boolean isHashed() {
        return reader instanceof HashedTexts;
    }

    /// What the longs are.
    KeyReader reader() {
        return reader;
    }

    /// The texts of the chunk, if they are encoded or hashed.
    @Nullable
    TextWords words() {
        return switch (reader) {
            case EncodedTexts encoded -> encoded.words();
            case HashedTexts hashed -> hashed.words();
            case PlainKeys _, NumberedKeys _ -> null;
        };
    }

    /// Whether every text of the chunk has a number; only if text is encoded there may be none.
    boolean isCovered() {
        return !(reader instanceof EncodedTexts encoded) || encoded.isCovered();
    }

    /// Whether an encoding was told of nulls before the chunk was read.
    boolean knowsNulls() {
        return knowsNulls;
    }

    /// Adds the hashes of the chunk's keys to running ones, as [KeyHashes] does.
    void addHashes(int rows, long[] running) {
        switch (reader) {
            case EncodedTexts encoded -> chunk.addHashes(encoded.hashes(rows), rows, running);
            case HashedTexts hashed -> chunk.addHashes(hashed.hashes(), rows, running);
            case PlainKeys _, NumberedKeys _ -> chunk.addHashes(rows, running);
        }
    }

    /// Whether there has been a null in any chunk.
    boolean mayBeNull() {
        return first.hasNulls();
    }

    boolean hasNulls() {
        return chunk.hasNulls();
    }

    /// Which rows of the chunk are valid, if [#hasNulls()].
    byte[] valid() {
        return chunk.valid();
    }

    /// The chunk's values in one of the streams.
    @SuppressWarnings("ReferenceEquality")
    long[] values(KeyStream stream) {
        return stream == second ? chunk.highValues : chunk.values;
    }

    @Override
    public void close() {
        reader.close();
    }
}
