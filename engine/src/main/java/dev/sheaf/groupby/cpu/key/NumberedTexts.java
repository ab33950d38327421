package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.memory.MemoryPool;

/// Texts as their numbers in a table.
final class NumberedTexts implements NumberedKeys {
    private final DataType type;
    private final TextTable table;
    private final int mostNumbered;
    private final int[] numbers;
    private boolean wantsHashes;

    NumberedTexts(DataType type, CpuSettings settings, MemoryPool pool) {
        int rows = settings.chunkRows();
        this.type = type;
        this.table = new TextTable(pool, settings.initialSlots(), rows, settings.textIndexMaxBits());
        this.mostNumbered = settings.numberedTexts();
        this.numbers = new int[rows];
    }

    @Override
    public void read(Column column, long from, int rows, KeyChunk chunk) {
        if (column instanceof DictionaryColumn codes) {
            table.assign(codes, from, rows, chunk.present(), numbers);
        } else {
            table.assign((VarColumn) column, from, rows, chunk.present(), numbers);
            wantsHashes = areMany();
        }
        chunk.setValues(numbers, rows);
    }

    /// Whether there are so many texts that groups would be found sooner by hashes of them than by their numbers.
    boolean wantsHashes() {
        return wantsHashes;
    }

    /// Whether there are so many texts that hashes of them would find groups sooner, were they no dictionary.
    boolean areMany() {
        return !table.isIndexed() && table.count() > mostNumbered;
    }

    @Override
    public boolean takesCodes() {
        return true;
    }

    @Override
    public boolean hasRoom(long more) {
        return table.hasRoom(more);
    }

    @Override
    public TextCounts texts() {
        return table.counts();
    }

    @Override
    public void reserve(int count) {
        table.reserve(count);
    }

    @Override
    public Column numbered() {
        return table.values(type);
    }

    @Override
    public void clear() {
        table.clear();
    }

    @Override
    public void close() {
        table.close();
    }
}
