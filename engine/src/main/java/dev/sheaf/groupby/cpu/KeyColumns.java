package dev.sheaf.groupby.cpu;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Unpacks the keys of a [WordTable] into columns.
final class KeyColumns {
    private static final String PURPOSE = "group keys";

    private KeyColumns() {}

    static Column of(KeySource source, List<KeyField> fields, WordTable table, MemoryPool pool) {
        int groups = table.groupCount();
        Validity validity = source.mayBeNull() ? validity(fields.getFirst(), table, pool) : Validity.allValid(groups);
        try {
            if (source.isShared()) {
                return new FixedColumn(DataType.INT32, groups, numbers(fields.getFirst(), table, pool), validity);
            }
            return switch (source.type().layout()) {
                case NONE -> {
                    validity.close();
                    yield new NullColumn(groups, pool);
                }
                case BIT -> new BoolColumn(groups, bits(fields.getFirst(), table, pool), validity);
                case LIST, STRUCT -> {
                    validity.close();
                    yield nested(source, fields.getFirst(), table, pool);
                }
                case VARIABLE -> text(source, fields.getFirst(), table, validity, pool);
                default -> new FixedColumn(source.type(), groups, values(source, fields, table, pool), validity);
            };
        } catch (RuntimeException failure) {
            validity.close();
            throw failure;
        }
    }

    private static Column text(KeySource source, KeyField field, WordTable table, Validity validity, MemoryPool pool) {
        try (Scope scope = new Scope()) {
            Buffer codes = scope.add(numbers(field, table, pool));
            Column texts = source.numbered();
            scope.release();
            return new DictionaryColumn(table.groupCount(), codes, texts, validity);
        }
    }

    private static Column nested(KeySource source, KeyField field, WordTable table, MemoryPool pool) {
        try (Buffer numbers = numbers(field, table, pool);
                Column values = source.numbered()) {
            for (int id = 0; id < table.groupCount(); id++) {
                if (field.isNull(word(table, id, field.word()), word(table, id, field.nullWord()))) {
                    numbers.segment().setAtIndex(ValueLayout.JAVA_INT, id, -1);
                }
            }
            return Take.rows(values, numbers.segment(), table.groupCount(), pool);
        }
    }

    private static Buffer numbers(KeyField field, WordTable table, MemoryPool pool) {
        Buffer numbers = pool.allocate((long) table.groupCount() * Integer.BYTES, PURPOSE);
        unpack(field, table, numbers.segment(), 0, Integer.BYTES, Integer.BYTES);
        return numbers;
    }

    private static Buffer values(KeySource source, List<KeyField> fields, WordTable table, MemoryPool pool) {
        int width = source.type().layout().byteWidth();
        Buffer values = pool.allocate((long) table.groupCount() * width, PURPOSE);
        for (int i = 0; i < fields.size(); i++) {
            unpack(fields.get(i), table, values.segment(), (long) i * Long.BYTES, width, width / fields.size());
        }
        return values;
    }

    /// Writes the values of one lane, each of `size` bytes, `step` bytes apart.
    private static void unpack(KeyField field, WordTable table, MemorySegment out, long start, int step, int size) {
        switch (size) {
            case Byte.BYTES -> unpackBytes(field, table, out);
            case Short.BYTES -> unpackShorts(field, table, out);
            case Integer.BYTES -> unpackInts(field, table, out);
            default -> unpackLongs(field, table, out, start, step);
        }
    }

    private static void unpackBytes(KeyField field, WordTable table, MemorySegment out) {
        MemorySegment keys = table.keys();
        int groups = table.groupCount();
        long step = (long) table.words() * Long.BYTES;
        long at = StateColumn.FRONT + (long) field.word() * Long.BYTES;
        for (int id = 0; id < groups; id++, at += step) {
            out.set(ValueLayout.JAVA_BYTE, id, (byte) field.value(keys.get(ValueLayout.JAVA_LONG_UNALIGNED, at)));
        }
    }

    private static void unpackShorts(KeyField field, WordTable table, MemorySegment out) {
        MemorySegment keys = table.keys();
        int groups = table.groupCount();
        long step = (long) table.words() * Long.BYTES;
        long at = StateColumn.FRONT + (long) field.word() * Long.BYTES;
        for (int id = 0; id < groups; id++, at += step) {
            short value = (short) field.value(keys.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
            out.set(ValueLayout.JAVA_SHORT_UNALIGNED, (long) id << 1, value);
        }
    }

    private static void unpackInts(KeyField field, WordTable table, MemorySegment out) {
        MemorySegment keys = table.keys();
        int groups = table.groupCount();
        long step = (long) table.words() * Long.BYTES;
        long at = StateColumn.FRONT + (long) field.word() * Long.BYTES;
        for (int id = 0; id < groups; id++, at += step) {
            int value = (int) field.value(keys.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
            out.set(ValueLayout.JAVA_INT_UNALIGNED, (long) id << 2, value);
        }
    }

    private static void unpackLongs(KeyField field, WordTable table, MemorySegment out, long start, int width) {
        MemorySegment keys = table.keys();
        int groups = table.groupCount();
        long step = (long) table.words() * Long.BYTES;
        long at = StateColumn.FRONT + (long) field.word() * Long.BYTES;
        for (int id = 0; id < groups; id++, at += step) {
            long value = field.value(keys.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
            out.set(ValueLayout.JAVA_LONG_UNALIGNED, start + (long) id * width, value);
        }
    }

    private static Buffer bits(KeyField field, WordTable table, MemoryPool pool) {
        Buffer bits = pool.allocateZeroed(Validity.byteSize(table.groupCount()), PURPOSE);
        for (int id = 0; id < table.groupCount(); id++) {
            if (field.value(word(table, id, field.word())) == 1) {
                Bits.set(bits.segment(), id);
            }
        }
        return bits;
    }

    private static Validity validity(KeyField field, WordTable table, MemoryPool pool) {
        int groups = table.groupCount();
        if (!anyNull(field, table)) {
            return Validity.allValid(groups);
        }
        Buffer bits = pool.allocateZeroed(Validity.byteSize(groups), PURPOSE);
        for (int id = 0; id < groups; id++) {
            if (!field.isNull(word(table, id, field.word()), word(table, id, field.nullWord()))) {
                Bits.set(bits.segment(), id);
            }
        }
        return Validity.of(bits, groups);
    }

    private static boolean anyNull(KeyField field, WordTable table) {
        boolean any = false;
        for (int id = 0; id < table.groupCount(); id++) {
            any |= field.isNull(word(table, id, field.word()), word(table, id, field.nullWord()));
        }
        return any;
    }

    private static long word(WordTable table, int id, int word) {
        long key = StateColumn.FRONT + (long) id * table.words() * Long.BYTES;
        return table.keys().get(ValueLayout.JAVA_LONG_UNALIGNED, key + ((long) word << 3));
    }
}
