package dev.sheaf.cli.datagen;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;

/// A column whose rows can be made in any order and any number of times.
public record GeneratedColumn(Field field, Fill fill) {
    private static final String PURPOSE = "generated column";

    /// Dictionaries up to this size go with every batch; texts from longer lists are written out.
    private static final int MAX_DICTIONARY = 1 << 13;

    /// Makes the rows from `first` on.
    @FunctionalInterface
    public interface Fill {
        Column rows(long first, int rows, MemoryPool pool);
    }

    /// Which rows are null, by row number.
    public static final LongPredicate NO_NULLS = _ -> false;

    /// Whole numbers, or values of another type of 1 to 16 whole bytes as they lie in memory: decimals without their
    /// point, days, microseconds, the bits of floats.
    public static GeneratedColumn whole(String name, DataType type, Numbers values, LongPredicate nulls) {
        return new GeneratedColumn(field(name, type, nulls), (first, rows, pool) -> {
            int width = type.layout().byteWidth();
            Buffer buffer = pool.allocate((long) rows * width, PURPOSE);
            write(values, first, rows, width, buffer.segment());
            return new FixedColumn(type, rows, buffer, validity(nulls, first, rows, pool));
        });
    }

    private static void write(Numbers values, long first, int rows, int width, MemorySegment target) {
        for (int i = 0; i < rows; i++) {
            long value = values.at(first + i);
            switch (width) {
                case Byte.BYTES -> target.set(ValueLayout.JAVA_BYTE, i, (byte) value);
                case Short.BYTES -> target.setAtIndex(ValueLayout.JAVA_SHORT, i, (short) value);
                case Integer.BYTES -> target.setAtIndex(ValueLayout.JAVA_INT, i, (int) value);
                case Long.BYTES -> target.setAtIndex(ValueLayout.JAVA_LONG, i, value);
                default -> {
                    target.setAtIndex(ValueLayout.JAVA_LONG, 2L * i, value);
                    target.setAtIndex(ValueLayout.JAVA_LONG, 2L * i + 1, value >> (Long.SIZE - 1));
                }
            }
        }
    }

    /// True where the number is odd.
    public static GeneratedColumn bools(String name, Numbers values, LongPredicate nulls) {
        return new GeneratedColumn(
                field(name, DataType.BOOL, nulls),
                (first, rows, pool) -> new BoolColumn(
                        rows,
                        bits(row -> (values.at(row) & 1) != 0, first, rows, pool),
                        validity(nulls, first, rows, pool)));
    }

    static GeneratedColumn ints(String name, DataType type, Numbers values, LongPredicate nulls) {
        return whole(name, type, values, nulls);
    }

    static GeneratedColumn shorts(String name, Numbers values) {
        return whole(name, DataType.INT16, values, NO_NULLS);
    }

    static GeneratedColumn longs(String name, Numbers values) {
        return longs(name, DataType.INT64, values);
    }

    /// Values of a type of 64 bits, as they lie in memory.
    static GeneratedColumn longs(String name, DataType type, Numbers values) {
        return whole(name, type, values, NO_NULLS);
    }

    static GeneratedColumn doubles(String name, LongToDoubleFunction values, LongPredicate nulls) {
        return whole(name, DataType.FLOAT64, row -> Double.doubleToRawLongBits(values.applyAsDouble(row)), nulls);
    }

    /// Texts by their numbers; as a dictionary if `dictionary` is set and there are not too many of them.
    public static GeneratedColumn texts(
            String name, Texts texts, Numbers numbers, LongPredicate nulls, boolean dictionary) {
        boolean encode = dictionary && texts.count() <= MAX_DICTIONARY;
        return new GeneratedColumn(
                field(name, DataType.STRING, nulls),
                (first, rows, pool) -> encode
                        ? dictionary(texts, numbers, nulls, first, rows, pool)
                        : strings(
                                texts, row -> numbers.at(first + row), rows, validity(nulls, first, rows, pool), pool));
    }

    private static Column dictionary(
            Texts texts, Numbers numbers, LongPredicate nulls, long first, int rows, MemoryPool pool) {
        int count = (int) texts.count();
        Column values = strings(texts, number -> number, count, Validity.allValid(count), pool);
        Buffer codes = pool.allocate((long) rows * Integer.BYTES, PURPOSE);
        MemorySegment target = codes.segment();
        for (int i = 0; i < rows; i++) {
            target.setAtIndex(ValueLayout.JAVA_INT, i, (int) numbers.at(first + i));
        }
        return new DictionaryColumn(rows, codes, values, validity(nulls, first, rows, pool));
    }

    private static Column strings(Texts texts, Numbers numbers, int rows, Validity validity, MemoryPool pool) {
        Buffer starts = pool.allocate((rows + 1L) * Integer.BYTES, PURPOSE);
        Buffer bytes = pool.allocate((long) rows * texts.maxBytes(), PURPOSE);
        MemorySegment offsets = starts.segment();
        MemorySegment target = bytes.segment();
        int end = 0;
        for (int i = 0; i < rows; i++) {
            offsets.setAtIndex(ValueLayout.JAVA_INT, i, end);
            if (validity.isValid(i)) {
                end += texts.write(numbers.at(i), target, end);
            }
        }
        offsets.setAtIndex(ValueLayout.JAVA_INT, rows, end);
        return new VarColumn(DataType.STRING, new Offsets(starts, false, rows), bytes, validity);
    }

    @SuppressWarnings("ReferenceEquality") // the one predicate that is known never to hold
    private static Field field(String name, DataType type, LongPredicate nulls) {
        return new Field(name, type, nulls != NO_NULLS);
    }

    @SuppressWarnings("ReferenceEquality")
    private static Validity validity(LongPredicate nulls, long first, int rows, MemoryPool pool) {
        if (nulls == NO_NULLS) {
            return Validity.allValid(rows);
        }
        return Validity.of(bits(row -> !nulls.test(row), first, rows, pool), rows);
    }

    private static Buffer bits(LongPredicate isSet, long first, int rows, MemoryPool pool) {
        Buffer bits = pool.allocateZeroed(Validity.byteSize(rows), PURPOSE);
        MemorySegment target = bits.segment();
        for (int i = 0; i < rows; i++) {
            if (isSet.test(first + i)) {
                byte before = target.get(ValueLayout.JAVA_BYTE, i >>> 3);
                target.set(ValueLayout.JAVA_BYTE, i >>> 3, (byte) (before | 1 << (i & 7)));
            }
        }
        return bits;
    }
}
