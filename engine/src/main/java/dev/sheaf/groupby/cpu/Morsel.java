package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Table;
import org.jspecify.annotations.Nullable;

/// At most a morsel's rows of a batch, after the filter. `firstRow` is the ordinal of the morsel's row 0 before
/// the filter; `selected` are the rows that the filter kept, or null if it kept all.
record Morsel(Table table, long firstRow, int @Nullable [] selected) implements AutoCloseable {

    /// The ordinal of a row in the stream.
    long ordinal(int row) {
        return firstRow + (selected == null ? row : selected[row]);
    }

    @Override
    public void close() {
        table.close();
    }
}
