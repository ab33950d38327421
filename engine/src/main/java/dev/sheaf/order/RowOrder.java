package dev.sheaf.order;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.SortDirection;
import java.util.ArrayList;
import java.util.List;

/// Compares rows by several columns, the first counting most. Without columns, all rows are peers.
///
/// Cost: one indirect call a column that is looked at. Sorting asks this for keys that no words order.
public final class RowOrder implements ColumnComparator {
    private final List<ColumnComparator> keys;
    private final ColumnComparator[] array;

    private RowOrder(List<ColumnComparator> keys) {
        this.keys = keys;
        this.array = keys.toArray(ColumnComparator[]::new);
    }

    /// Compares rows of the same columns.
    public static RowOrder of(List<Column> columns, List<SortDirection> directions) {
        return between(columns, columns, directions);
    }

    /// Compares rows `a` of `left` with rows `b` of `right`, column by column of the same types.
    ///
    /// @throws IllegalArgumentException if there are not as many columns on both sides as directions
    public static RowOrder between(List<Column> left, List<Column> right, List<SortDirection> directions) {
        if (left.size() != right.size() || left.size() != directions.size()) {
            throw new IllegalArgumentException(left.size() + " columns cannot be compared with " + right.size()
                    + " columns in " + directions.size() + " directions; give as many of each");
        }
        List<ColumnComparator> keys = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            keys.add(ColumnComparator.between(left.get(i), right.get(i), directions.get(i)));
        }
        return new RowOrder(keys);
    }

    /// The order by the keys from number `key` on.
    RowOrder from(int key) {
        return new RowOrder(keys.subList(key, keys.size()));
    }

    @Override
    public int compare(long a, long b) {
        for (ColumnComparator key : array) {
            int order = key.compare(a, b);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
