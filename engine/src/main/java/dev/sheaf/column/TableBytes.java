package dev.sheaf.column;

import java.util.List;

/// About the bytes that rows take in memory once they lie on their own.
public final class TableBytes {
    private TableBytes() {}

    /// Of the rows of some columns, without what these hold beside them.
    static long of(List<Column> columns) {
        return columns.stream().mapToLong(TableBytes::of).sum();
    }

    /// Of the rows of a column, without what it holds beside them.
    public static long of(Column column) {
        long rows = column.length();
        return rows / Byte.SIZE
                + switch (column) {
                    case NullColumn _ -> 0;
                    case BoolColumn _ -> rows / Byte.SIZE;
                    case FixedColumn fixed -> rows * fixed.type().layout().byteWidth();
                    case VarColumn text ->
                        offsets(text.offsets())
                                + text.offsets().start(rows)
                                - text.offsets().start(0);
                    case ListColumn lists -> {
                        long start = lists.offsets().start(0);
                        long elements = Math.max(1, lists.elements().length());
                        double share = (lists.offsets().start(rows) - start) / (double) elements;
                        yield offsets(lists.offsets()) + (long) (share * of(lists.elements()));
                    }
                    case StructColumn structs ->
                        structs.children().stream().mapToLong(TableBytes::of).sum();
                    case DictionaryColumn codes ->
                        rows
                                * (Integer.BYTES
                                        + of(codes.values())
                                                / Math.max(1, codes.values().length()));
                };
    }

    private static long offsets(Offsets offsets) {
        return offsets.length() * (offsets.wide() ? Long.BYTES : Integer.BYTES);
    }
}
