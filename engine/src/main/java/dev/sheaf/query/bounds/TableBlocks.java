package dev.sheaf.query.bounds;

import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Table;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The rows of a table in blocks of one size, for one scan, and what is known of them. Thread-safe.
public final class TableBlocks {
    private final Table table;
    private final int blockRows;
    private final TableBounds bounds;
    private final Map<String, Place> places = new ConcurrentHashMap<>();

    /// Of `table`, which has some columns of the table whose bounds `bounds` keeps, and stays the caller's.
    public TableBlocks(Table table, int blockRows, TableBounds bounds) {
        this.table = table;
        this.blockRows = blockRows;
        this.bounds = bounds;
    }

    /// Where a scan finds a column, and its bounds if they are made for it.
    private record Place(
            int index, boolean hasNoNulls, @Nullable ColumnBounds bounds) {
        static final Place NOWHERE = new Place(-1, false, null);
    }

    /// How many blocks there are.
    public int count() {
        return Math.toIntExact((table.rowCount() + blockRows - 1) / blockRows);
    }

    /// The number of the first row of a block.
    public long firstRow(int block) {
        return (long) block * blockRows;
    }

    /// The number of rows of a block.
    public long rows(int block) {
        return Math.min(blockRows, table.rowCount() - firstRow(block));
    }

    /// What is known of a column in a block without a look at its rows; null if nothing is.
    public @Nullable ValueBounds known(int block, String column) {
        return known(block, place(column));
    }

    /// As [#known]; looks at the rows if that pays.
    public @Nullable ValueBounds found(int block, String column) {
        Place place = place(column);
        if (place.bounds != null) {
            place.bounds.make(block, table.column(place.index));
        }
        return known(block, place);
    }

    private @Nullable ValueBounds known(int block, Place place) {
        ValueBounds made = place.bounds == null ? null : place.bounds.made(block);
        return made == null && place.hasNoNulls
                ? new ValueBounds(Optional.empty(), Optional.empty(), OptionalLong.of(0), rows(block), true)
                : made;
    }

    private Place place(String column) {
        return places.computeIfAbsent(column, this::find);
    }

    private Place find(String name) {
        if (!table.schema().contains(name)) {
            return Place.NOWHERE;
        }
        int index = table.schema().indexOf(name);
        Column column = table.column(index);
        ColumnBounds kept = isWritable(column) ? null : bounds.column(name, count(), blockRows);
        return new Place(index, hasNoNulls(column), kept != null && kept.isAskedAgain() ? kept : null);
    }

    /// Whether someone may write the values while they are read.
    private static boolean isWritable(Column column) {
        return column instanceof FixedColumn fixed && fixed.values().owner().isExposed();
    }

    private static boolean hasNoNulls(Column column) {
        boolean entriesHaveNone = !(column instanceof DictionaryColumn dictionary)
                || dictionary.values().validity().allValid();
        return column.validity().allValid() && entriesHaveNone;
    }
}
