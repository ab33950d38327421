package dev.sheaf.sql.function.value;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.ScalarFunction;
import java.util.List;

/// NTILE where each row says into how many parts its partition is cut.
public final class Tiles {
    /// Of the number of a row from 1, how many rows there are, and the number of parts.
    public static final ScalarFunction OF_ROW = ScalarFunction.of(
            "ntile",
            List.of(DataType.INT64, DataType.INT64, DataType.INT64),
            DataType.INT64,
            values -> of((Long) values[0] - 1, (Long) values[1], (Long) values[2]));

    private Tiles() {}

    /// The first parts have a row more, where the rows do not come out even.
    private static long of(long row, long rows, long parts) {
        if (parts < 1) {
            throw new IllegalArgumentException("ntile counts from 1, not from " + parts);
        }
        long tiles = Math.min(parts, rows);
        long size = rows / tiles;
        long larger = rows % tiles;
        long inLarger = larger * (size + 1);
        return row < inLarger ? 1 + row / (size + 1) : 1 + larger + (row - inLarger) / size;
    }
}
