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
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.column.copy.ValueReads;
import dev.sheaf.memory.RunMemory;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.ShortBuffer;

/// Hashes of 64 bits of the rows of key columns: equal rows have equal hashes, however their columns lie.
///
/// One fixed-width key of at most 8 bytes has a hash of its own for each value ([#isExact]), since every step
/// is a bijection.
public final class RowHash {
    private static final ValueLayout.OfLong LE_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
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
        RunMemory texts = column.runs();
        for (int i = 0; i < rows; i++) {
            hashes[i] = mix(hashes[i] * ODD + text(texts, first + i));
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
        if (column instanceof FixedColumn fixed) {
            fixed(fixed.segment(), fixed.type().layout(), first, numbers, numbers.length);
            return;
        }
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
            case VarColumn texts -> text(texts.runs(), row);
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
            case INT128 -> pair(values.get(LE_LONG, row << 4), values.get(LE_LONG, (row << 4) + 8));
            case INTERVAL -> span(Interval.of(values, row).normal());
            case NONE, BIT, VARIABLE, LIST, STRUCT, DICTIONARY -> throw new AssertionError(layout);
        };
    }

    /// The same of `count` rows, whose numbers stand from `first` on.
    public static void fixed(MemorySegment values, Layout layout, int[] rows, int first, long[] numbers, int count) {
        switch (layout) {
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64 -> {
                ValueReads.of(values, layout.byteWidth()).read(rows, first, count, numbers);
                normalize(layout, numbers, count);
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
            case INT8 -> copy(Views.bytes(values, first, count), numbers, count);
            case INT16 -> copy(Views.shorts(values, first, count), numbers, count);
            case INT32, FLOAT32 -> copy(Views.ints(values, first, count), numbers, count);
            case INT64, FLOAT64 ->
                MemorySegment.copy(values, ValueLayout.JAVA_LONG_UNALIGNED, first << 3, numbers, 0, count);
            default -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = fixed(values, layout, first + i);
                }
            }
        }
        normalize(layout, numbers, count);
    }

    private static void copy(ByteBuffer values, long[] numbers, int count) {
        for (int i = 0; i < count; i++) {
            numbers[i] = values.get(i);
        }
    }

    private static void copy(ShortBuffer values, long[] numbers, int count) {
        for (int i = 0; i < count; i++) {
            numbers[i] = values.get(i);
        }
    }

    private static void copy(IntBuffer values, long[] numbers, int count) {
        for (int i = 0; i < count; i++) {
            numbers[i] = values.get(i);
        }
    }

    /// Makes of the bits of floats what [#fixed] gives.
    private static void normalize(Layout layout, long[] numbers, int count) {
        if (layout == Layout.FLOAT32) {
            for (int i = 0; i < count; i++) {
                numbers[i] = Double.doubleToLongBits(Float.intBitsToFloat((int) numbers[i]) + 0.0);
            }
        } else if (layout == Layout.FLOAT64) {
            for (int i = 0; i < count; i++) {
                numbers[i] = Double.doubleToLongBits(Double.longBitsToDouble(numbers[i]) + 0.0);
            }
        }
    }

    private static long span(Interval span) {
        return pair(span.calendarWord(), span.nanos());
    }

    /// Mixed at last: else the first word would count as the key before this one does, and the two could change places.
    private static long pair(long first, long second) {
        return mix(mix(first) * ODD + second);
    }

    private static long text(RunMemory texts, long row) {
        long start = texts.start(row);
        return bytes(texts, start, texts.start(row + 1) - start);
    }

    /// Words of eight bytes, zeros behind the end.
    private static long bytes(RunMemory texts, long start, long size) {
        long hash = size;
        for (long at = 0; at < size; at += Long.BYTES) {
            hash = mix(hash * ODD + texts.word(start + at, size - at));
        }
        return mix(hash);
    }

    /// The finalizer of Murmur3: a bijection by which every bit reaches every other.
    private static long mix(long value) {
        long hash = value;
        hash = (hash ^ hash >>> 33) * 0xFF51AFD7ED558CCDL;
        hash = (hash ^ hash >>> 33) * 0xC4CEB9FE1A85EC53L;
        return hash ^ hash >>> 33;
    }
}
