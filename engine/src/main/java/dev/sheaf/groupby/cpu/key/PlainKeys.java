package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.groupby.cpu.chunk.Widen;

/// Values of a fixed size, as they are. Keeps nothing.
record PlainKeys() implements KeyReader {
    @Override
    public void read(Column column, long from, int rows, KeyChunk chunk) {
        if (column instanceof FixedColumn fixed && chunk.isWide()) {
            Widen.words(fixed, false, from, rows, chunk.values);
            Widen.words(fixed, true, from, rows, chunk.highValues);
        } else {
            Widen.keys(column, from, rows, chunk.values);
        }
    }

    @Override
    public boolean takesCodes() {
        return false;
    }

    @Override
    public boolean hasRoom(long more) {
        return true;
    }

    @Override
    public TextCounts texts() {
        return TextCounts.NONE;
    }

    @Override
    public void clear() {}

    @Override
    public void close() {}
}
