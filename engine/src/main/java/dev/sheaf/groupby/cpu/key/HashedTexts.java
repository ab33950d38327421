package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.MemoryPool;
import org.jspecify.annotations.Nullable;

/// Texts as hashes of 64 bits, and the texts of all groups, with which those of a chunk are compared: equal hashes may
/// be those of different texts.
final class HashedTexts implements KeyReader {
    private final TextWords words;
    private final GroupTexts groups;
    private final MemoryPool pool;
    private @Nullable VarColumn decoded;

    HashedTexts(int rows, MemoryPool pool) {
        this.words = new TextWords(rows);
        this.groups = new GroupTexts(pool);
        this.pool = pool;
    }

    /// The texts of the chunk.
    TextWords words() {
        return words;
    }

    @Override
    public void read(Column column, long from, int rows, KeyChunk chunk) {
        if (column instanceof DictionaryColumn) {
            closeDecoded();
            try (Column part = column.slice(from, rows)) {
                decoded = (VarColumn) Dictionaries.decode(part, pool);
                load(decoded, 0, rows, chunk);
            }
        } else {
            load((VarColumn) column, from, rows, chunk);
        }
        TextEncoding.HASHED.encode(words, rows, chunk.values, chunk.highValues);
    }

    /// Takes the texts of a chunk whose hashes are packed already. Nulls are empty texts.
    void load(VarColumn column, long from, int rows, KeyChunk chunk) {
        words.load(column, from, rows);
        words.spread(rows);
        if (chunk.hasNulls()) {
            words.clear(chunk.valid(), rows);
        }
    }

    private void closeDecoded() {
        if (decoded != null) {
            decoded.close();
            decoded = null;
        }
    }

    /// Takes the texts of groups that the chunk has made, and marks rows with another text than their group's; whether
    /// there is one.
    boolean confirm(int rows, int[] ids, byte[] differs) {
        groups.add(words, 0, rows, ids);
        return groups.compare(words, rows, ids, differs);
    }

    /// The same of one row: whether it has another text than its group.
    boolean differs(int row, int[] ids) {
        groups.add(words, row, row + 1, ids);
        return !groups.isSame(words, row, ids[row]);
    }

    /// Makes room for the texts of so many groups.
    void reserve(int count) {
        groups.reserve(count);
    }

    /// The texts of all groups.
    VarColumn column(DataType type, Validity validity) {
        return groups.column(type, validity);
    }

    /// Hashes of the texts read last.
    int[] hashes() {
        return words.hashes;
    }

    @Override
    public boolean takesCodes() {
        return true;
    }

    @Override
    public boolean hasRoom(long more) {
        return groups.hasRoom(more);
    }

    @Override
    public TextCounts texts() {
        return groups.counts();
    }

    @Override
    public void clear() {
        groups.clear();
    }

    @Override
    public void close() {
        closeDecoded();
        groups.close();
    }
}
