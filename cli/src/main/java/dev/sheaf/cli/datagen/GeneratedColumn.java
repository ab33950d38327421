package dev.sheaf.cli.datagen;

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
record GeneratedColumn(Field field, Fill fill) {
    private static final String PURPOSE = "generated column";

    /// Dictionaries up to this size go with every batch; texts from longer lists are written out.
    private static final int MAX_DICTIONARY = 1 << 13;

    /// Makes the rows from `first` on.
    @FunctionalInterface
    interface Fill {
        Column rows(long first, int rows, MemoryPool pool);
    }

    /// Which rows are null, by row number.
    static final LongPredicate NO_NULLS = _ -> false;

    static GeneratedColumn ints(String name, DataType type, Numbers values, LongPredicate nulls) {
        return new GeneratedColumn(field(name, type, nulls), (first, rows, pool) -> {
            Buffer buffer = pool.allocate((long) rows * Integer.BYTES, PURPOSE);
            MemorySegment target = buffer.segment();
            for (int i = 0; i < rows; i++) {
                target.setAtIndex(ValueLayout.JAVA_INT, i, (int) values.at(first + i));
            }
            return new FixedColumn(type, rows, buffer, validity(nulls, first, rows, pool));
        });
    }

    static GeneratedColumn shorts(String name, Numbers values) {
        return new GeneratedColumn(field(name, DataType.INT16, NO_NULLS), (first, rows, pool) -> {
            Buffer buffer = pool.allocate((long) rows * Short.BYTES, PURPOSE);
            MemorySegment target = buffer.segment();
            for (int i = 0; i < rows; i++) {
                target.setAtIndex(ValueLayout.JAVA_SHORT, i, (short) values.at(first + i));
            }
            return new FixedColumn(DataType.INT16, rows, buffer, Validity.allValid(rows));
        });
    }

    static GeneratedColumn longs(String name, Numbers values) {
        return longs(name, DataType.INT64, values);
    }

    /// Values of a type of 64 bits, as they lie in memory.
    static GeneratedColumn longs(String name, DataType type, Numbers values) {
        return new GeneratedColumn(field(name, type, NO_NULLS), (first, rows, pool) -> {
            Buffer buffer = pool.allocate((long) rows * Long.BYTES, PURPOSE);
            MemorySegment target = buffer.segment();
            for (int i = 0; i < rows; i++) {
                target.setAtIndex(ValueLayout.JAVA_LONG, i, values.at(first + i));
            }
            return new FixedColumn(type, rows, buffer, Validity.allValid(rows));
        });
    }

    static GeneratedColumn doubles(String name, LongToDoubleFunction values, LongPredicate nulls) {
        return new GeneratedColumn(field(name, DataType.FLOAT64, nulls), (first, rows, pool) -> {
            Buffer buffer = pool.allocate((long) rows * Double.BYTES, PURPOSE);
            MemorySegment target = buffer.segment();
            for (int i = 0; i < rows; i++) {
                target.setAtIndex(ValueLayout.JAVA_DOUBLE, i, values.applyAsDouble(first + i));
            }
            return new FixedColumn(DataType.FLOAT64, rows, buffer, validity(nulls, first, rows, pool));
        });
    }

    /// Texts by their numbers; as a dictionary if `dictionary` is set and there are not too many of them.
    static GeneratedColumn texts(String name, Texts texts, Numbers numbers, LongPredicate nulls, boolean dictionary) {
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
        Buffer bits = pool.allocateZeroed(Validity.byteSize(rows), PURPOSE);
        MemorySegment target = bits.segment();
        for (int i = 0; i < rows; i++) {
            if (!nulls.test(first + i)) {
                byte before = target.get(ValueLayout.JAVA_BYTE, i >>> 3);
                target.set(ValueLayout.JAVA_BYTE, i >>> 3, (byte) (before | 1 << (i & 7)));
            }
        }
        return Validity.of(bits, rows);
    }
}
