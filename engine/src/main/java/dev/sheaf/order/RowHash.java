package dev.sheaf.order;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Layout;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.VarColumn;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Hashes of 64 bits of the rows of key columns: equal rows have equal hashes, however their columns lie.
///
/// One fixed-width key of at most 8 bytes has a hash of its own for each value ([#isExact]), since every step
/// is a bijection.
public final class RowHash {
    private static final ValueLayout.OfLong LE_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt LE_INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final long NULL = 0x9E3779B97F4A7C15L;
    private static final long ODD = 0xD6E8FEB86659FD93L;

    private RowHash() {}

    /// Whether different values of a type always have different hashes, if it is the only key and no value is
    /// null.
    public static boolean isExact(DataType type) {
        return switch (type.decoded().layout()) {
            case BIT, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64 -> true;
            case NONE, INT128, INTERVAL, VARIABLE, LIST, STRUCT, DICTIONARY -> false;
        };
    }

    /// Replaces words by hashes, each by another.
    static void mix(long[] words, int count) {
        for (int i = 0; i < count; i++) {
            words[i] = mix(words[i]);
        }
    }

    /// Takes the values of a column from row `first` on into the running hashes, one for each row.
    public static void add(Column column, long first, long[] hashes, int rows) {
        switch (column) {
            case DictionaryColumn coded -> addCoded(coded, first, hashes, rows);
            case FixedColumn fixed when fixed.validity().allValid() -> addFixed(fixed, first, hashes, rows);
            case VarColumn texts when texts.validity().allValid() -> addTexts(texts, first, hashes, rows);
            case FixedColumn _, BoolColumn _, VarColumn _, ListColumn _, StructColumn _, NullColumn _ -> {
                for (int i = 0; i < rows; i++) {
                    hashes[i] = mix(hashes[i] * ODD + value(column, first + i));
                }
            }
        }
    }

    private static void addFixed(FixedColumn column, long first, long[] hashes, int rows) {
        long[] values = new long[rows];
        fixed(column.segment(), column.type().layout(), first, values, rows);
        for (int i = 0; i < rows; i++) {
            hashes[i] = mix(hashes[i] * ODD + values[i]);
        }
    }

    private static void addTexts(VarColumn column, long first, long[] hashes, int rows) {
        MemorySegment texts = column.segment();
        Offsets offsets = column.offsets();
        for (int i = 0; i < rows; i++) {
            long start = offsets.start(first + i);
            hashes[i] = mix(hashes[i] * ODD + bytes(texts, start, offsets.start(first + i + 1) - start));
        }
    }

    /// Each entry of the dictionary is hashed once, if there are fewer than rows.
    private static void addCoded(DictionaryColumn column, long first, long[] hashes, int rows) {
        Column values = column.values();
        boolean ahead = values.length() <= rows;
        long[] entries = new long[ahead ? (int) values.length() : 0];
        for (int entry = 0; entry < entries.length; entry++) {
            entries[entry] = value(values, entry);
        }
        for (int i = 0; i < rows; i++) {
            long row = first + i;
            long value =
                    column.isNull(row) ? NULL : ahead ? entries[column.code(row)] : value(values, column.code(row));
            hashes[i] = mix(hashes[i] * ODD + value);
        }
    }

    /// Writes what stands for the values of rows from `first` on, see [#fixed]; what a null gives is open.
    public static void readNumbers(Column column, long first, long[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = value(column, first + i);
        }
    }

    /// What stands for a value of a row; the value itself where 8 bytes hold it.
    private static long value(Column column, long row) {
        if (column.isNull(row)) {
            return NULL;
        }
        return switch (column) {
            case FixedColumn fixed -> fixed(fixed.segment(), fixed.type().layout(), row);
            case BoolColumn bools -> bools.isTrue(row) ? 1 : 0;
            case VarColumn texts ->
                bytes(
                        texts.segment(),
                        texts.offsets().start(row),
                        texts.offsets().size(row));
            case DictionaryColumn coded -> value(coded.values(), coded.code(row));
            case ListColumn lists -> list(lists, row);
            case StructColumn structs -> {
                long hash = structs.children().size();
                for (Column child : structs.children()) {
                    hash = mix(hash * ODD + value(child, row));
                }
                yield hash;
            }
            case NullColumn _ -> NULL;
        };
    }

    private static long list(ListColumn lists, long row) {
        long end = lists.offsets().start(row + 1);
        long hash = lists.offsets().size(row);
        for (long element = lists.offsets().start(row); element < end; element++) {
            hash = mix(hash * ODD + value(lists.elements(), element));
        }
        return hash;
    }

    /// What stands for a value of a column of fixed width; the value itself where 8 bytes hold it. Zeros of both signs
    /// are one value, and so are all NaNs.
    public static long fixed(MemorySegment values, Layout layout, long row) {
        return switch (layout) {
            case INT8 -> values.get(ValueLayout.JAVA_BYTE, row);
            case INT16 -> values.get(ValueLayout.JAVA_SHORT_UNALIGNED, row << 1);
            case INT32 -> values.get(ValueLayout.JAVA_INT_UNALIGNED, row << 2);
            case INT64 -> values.get(LE_LONG, row << 3);
            case FLOAT32 -> Double.doubleToLongBits(values.get(ValueLayout.JAVA_FLOAT_UNALIGNED, row << 2) + 0.0);
            case FLOAT64 -> Double.doubleToLongBits(values.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, row << 3) + 0.0);
            case INT128 -> mix(values.get(LE_LONG, row << 4)) * ODD + values.get(LE_LONG, (row << 4) + 8);
            case INTERVAL -> span(Interval.of(values, row).normal());
            case NONE, BIT, VARIABLE, LIST, STRUCT, DICTIONARY -> throw new AssertionError(layout);
        };
    }

    /// The same of `count` rows, whose numbers stand from `first` on.
    public static void fixed(MemorySegment values, Layout layout, int[] rows, int first, long[] numbers, int count) {
        switch (layout) {
            case INT32 -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = values.get(ValueLayout.JAVA_INT_UNALIGNED, (long) rows[first + i] << 2);
                }
            }
            case INT64 -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = values.get(LE_LONG, (long) rows[first + i] << 3);
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = fixed(values, layout, rows[first + i]);
                }
            }
        }
    }

    /// The same of `count` rows from `first` on.
    static void fixed(MemorySegment values, Layout layout, long first, long[] numbers, int count) {
        switch (layout) {
            case INT32 -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = values.get(ValueLayout.JAVA_INT_UNALIGNED, (first + i) << 2);
                }
            }
            case INT64 -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = values.get(LE_LONG, (first + i) << 3);
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = fixed(values, layout, first + i);
                }
            }
        }
    }

    private static long span(Interval span) {
        return mix(span.calendarWord()) * ODD + span.nanos();
    }

    /// Words that would pass the end of a text are its last eight bytes once more.
    private static long bytes(MemorySegment bytes, long start, long size) {
        if (size < Long.BYTES) {
            return mix(size * ODD + few(bytes, start, size));
        }
        long hash = size;
        long last = start + size - Long.BYTES;
        for (long at = start; at < last; at += Long.BYTES) {
            hash = mix(hash * ODD + bytes.get(LE_LONG, at));
        }
        return mix(hash * ODD + bytes.get(LE_LONG, last));
    }

    /// Fewer than eight bytes, another number for each text of a size.
    private static long few(MemorySegment bytes, long start, long size) {
        if (size >= Integer.BYTES) {
            long head = bytes.get(LE_INT, start) & 0xFFFF_FFFFL;
            return (head << Integer.SIZE) | (bytes.get(LE_INT, start + size - Integer.BYTES) & 0xFFFF_FFFFL);
        }
        if (size == 0) {
            return 0;
        }
        long first = bytes.get(ValueLayout.JAVA_BYTE, start) & 0xFF;
        long middle = bytes.get(ValueLayout.JAVA_BYTE, start + size / 2) & 0xFF;
        int last = bytes.get(ValueLayout.JAVA_BYTE, start + size - 1) & 0xFF;
        return (first << (2 * Byte.SIZE)) | (middle << Byte.SIZE) | last;
    }

    /// The finalizer of Murmur3: a bijection by which every bit reaches every other.
    private static long mix(long value) {
        long hash = value;
        hash = (hash ^ hash >>> 33) * 0xFF51AFD7ED558CCDL;
        hash = (hash ^ hash >>> 33) * 0xC4CEB9FE1A85EC53L;
        return hash ^ hash >>> 33;
    }
}
