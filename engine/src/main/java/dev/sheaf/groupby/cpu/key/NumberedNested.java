package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.RowReferences;
import dev.sheaf.memory.MemoryPool;

/// Lists and structs as the numbers of their bytes in a table of texts, with a row of each number.
final class NumberedNested implements NumberedKeys {
    private final MemoryPool pool;
    private final TextTable table;
    private final RowReferences firsts;
    private final int[] numbers;

    NumberedNested(DataType type, CpuSettings settings, MemoryPool pool) {
        int rows = settings.chunkRows();
        this.pool = pool;
        this.table = new TextTable(pool, settings.initialSlots(), rows, settings.textIndexMaxBits());
        this.firsts = new RowReferences(type, settings, pool);
        this.numbers = new int[rows];
    }

    /// Numbers of one chunk need not come in order: those of long bytes that differ late are given last.
    @Override
    public void read(Column column, long from, int rows, KeyChunk chunk) {
        int known = table.count();
        try (VarColumn bytes = RowBytes.of(column, from, rows, pool)) {
            table.assign(bytes, 0, rows, chunk.present(), numbers);
        }
        if (table.count() > known) {
            pickFirsts(known, firsts.keep(column, column, table.count()) + from, rows);
        }
        chunk.setValues(numbers, rows);
    }

    /// Picks a row of each number from `known` on.
    private void pickFirsts(int known, long first, int rows) {
        for (int i = 0; i < rows; i++) {
            if (numbers[i] >= known && firsts.get(numbers[i]) == RowReferences.NONE) {
                firsts.pick(numbers[i], first + i);
            }
        }
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
        try (Column picked = firsts.values(table.count())) {
            return KeyForms.of(picked, pool);
        }
    }

    @Override
    public void clear() {
        table.clear();
        firsts.clear();
    }

    @Override
    public void close() {
        table.close();
        firsts.close();
    }
}
