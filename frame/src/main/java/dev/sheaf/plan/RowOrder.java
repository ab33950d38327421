package dev.sheaf.plan;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.SortDirection;
import java.util.List;

/// Compares rows by several columns, the first counting most.
final class RowOrder implements ColumnComparator {
    private final ColumnComparator[] keys;

    RowOrder(List<Column> columns, List<SortDirection> directions) {
        keys = new ColumnComparator[columns.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = ColumnComparator.of(columns.get(i), directions.get(i));
        }
    }

    @Override
    public int compare(long a, long b) {
        for (ColumnComparator key : keys) {
            int order = key.compare(a, b);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
