package dev.sheaf.column;

import org.jspecify.annotations.Nullable;

/// A column: values of one type and which of them are null, in the Arrow layout.
///
/// Sealed by layout. Columns are immutable and share their bytes: [#slice] costs no copy. Each holds views on
/// its buffers, to be closed with [#close()]; a [Table] closes its columns. A closed column still tells its type and
/// length; whatever reads values, or hands out buffers and parts of it, throws IllegalStateException.
///
/// | layout | class | buffers |
/// |---|---|---|
/// | fixed width | [FixedColumn] | values |
/// | bool | [BoolColumn] | bits |
/// | string, binary | [VarColumn] | offsets, bytes |
/// | list | [ListColumn] | offsets, one child |
/// | struct | [StructColumn] | children |
/// | dictionary | [DictionaryColumn] | int32 codes, one child of distinct values |
/// | null | [NullColumn] | none |
public sealed interface Column extends AutoCloseable
        permits FixedColumn, BoolColumn, VarColumn, ListColumn, StructColumn, DictionaryColumn, NullColumn {

    /// The type as it lies here; a dictionary's type says what it decodes to.
    DataType type();

    /// The number of rows.
    long length();

    /// Which rows are null.
    Validity validity();

    /// The rows from `start` on, sharing the bytes; to be closed on its own.
    ///
    /// @throws IndexOutOfBoundsException if the rows are not all inside this column
    Column slice(long start, long rows);

    /// Releases the views that this column holds.
    @Override
    void close();

    /// The same rows again, to be closed on its own.
    default Column retain() {
        return slice(0, length());
    }

    /// The number of null rows.
    default long nullCount() {
        return validity().nullCount();
    }

    /// Whether a row is null.
    default boolean isNull(long row) {
        return !validity().isValid(row);
    }

    /// The value of a row as a Java object, or null. For display and tests, not for loops.
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
    /// | dictionary, category | the object of its value |
    ///
    /// @throws IndexOutOfBoundsException if there is no such row
    @Nullable
    Object get(long row);
}
