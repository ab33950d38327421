package dev.sheaf.column;

import java.util.HexFormat;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One row of a [Table], as a view: valid while the table is open. For display, tests and small results, not
/// for loops over many rows.
///
/// @param table whose row it is
/// @param index the number of the row, from 0 on
public record Row(Columns table, long index) {
    /// Columns of equal length: a [Table] is some.
    public interface Columns {
        /// Names and types.
        Schema schema();

        /// The column at a position.
        ///
        /// @throws IndexOutOfBoundsException if there is none
        Column column(int position);

        /// The column of a name.
        ///
        /// @throws IllegalArgumentException if there is none
        Column column(String name);

        /// Whether the values are not there any more.
        boolean isClosed();
    }

    /// The value of a column as a Java object, or null.
    ///
    /// | type | object |
    /// |---|---|
    /// | bool | Boolean |
    /// | int8, int16, int32, int64 | Byte, Short, Integer, Long |
    /// | uint8, uint16, uint32, uint64 | Short, Integer, Long, BigInteger |
    /// | float32, float64 | Float, Double |
    /// | decimal | BigDecimal of the type's scale |
    /// | date, time | LocalDate, LocalTime |
    /// | timestamp without, with zone | LocalDateTime, Instant |
    /// | duration, interval | Duration, [Interval] |
    /// | string, binary | String, byte[] |
    /// | list, struct | List, Map by field name |
    /// | dictionary | the object of its value |
    public @Nullable Object get(int column) {
        return table.column(column).get(index);
    }

    /// The value of the column of this name, as [#get(int)].
    ///
    /// @throws IllegalArgumentException if there is no such column
    public @Nullable Object get(String column) {
        return table.column(column).get(index);
    }

    /// Whether the value of the column of this name is null.
    public boolean isNull(String column) {
        return table.column(column).isNull(index);
    }

    /// The value of a numeric column as a long, fractions cut off.
    ///
    /// @throws IllegalArgumentException if the value is null or not a number
    public long getLong(String column) {
        return number(column).longValue();
    }

    /// The value of a numeric column as a double.
    ///
    /// @throws IllegalArgumentException if the value is null or not a number
    public double getDouble(String column) {
        return number(column).doubleValue();
    }

    /// The value of a column as text, or null.
    public @Nullable String getString(String column) {
        Object value = get(column);
        return value == null ? null : value.toString();
    }

    /// The values by name: `{region: north, units: 7}`; of a closed table that it is closed.
    @Override
    public String toString() {
        if (table.isClosed()) {
            return "row " + index + " of a table that is closed";
        }
        return table.schema().names().stream()
                .map(name -> name + ": " + text(get(name)))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String text(@Nullable Object value) {
        return value instanceof byte[] bytes ? "0x" + HexFormat.of().formatHex(bytes) : String.valueOf(value);
    }

    private Number number(String column) {
        Object value = get(column);
        if (value instanceof Number number) {
            return number;
        }
        throw new IllegalArgumentException(
                "row " + index + " of column \"" + column + "\" holds " + value + ", not a number");
    }
}
