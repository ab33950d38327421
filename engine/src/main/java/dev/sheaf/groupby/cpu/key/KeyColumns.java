package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.Bits;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/// Unpacks [PackedKeys] into columns.
public final class KeyColumns {
    private static final String PURPOSE = "group keys";
    private static final ValueLayout.OfLong LE_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private KeyColumns() {}

    public static Column of(KeySource source, List<KeyField> fields, PackedKeys keys, MemoryPool pool) {
        int groups = keys.count();
        Validity validity = source.mayBeNull() ? validity(fields.getFirst(), keys, pool) : Validity.allValid(groups);
        try {
            return switch (source.type().layout()) {
                case NONE -> {
                    validity.close();
                    yield new NullColumn(groups, pool);
                }
                case BIT -> new BoolColumn(groups, bits(fields.getFirst(), keys, pool), validity);
                case LIST, STRUCT -> {
                    validity.close();
                    yield nested(source, fields.getFirst(), keys, pool);
                }
                case VARIABLE -> text(source, fields, keys, validity, pool);
                default -> new FixedColumn(source.type(), groups, values(source, fields, keys, pool), validity);
            };
        } catch (RuntimeException | Error failure) {
            validity.close();
            throw failure;
        }
    }

    private static Column text(
            KeySource source, List<KeyField> fields, PackedKeys keys, Validity validity, MemoryPool pool) {
        return switch (source.reader()) {
            case HashedTexts hashed -> hashed.column(source.type(), validity);
            case EncodedTexts encoded ->
                new TextDecoder(source.type(), encoded.encoding(), fields, keys, validity).column(pool);
            case NumberedKeys numbered -> {
                try (Closer closer = new Closer()) {
                    Buffer codes = closer.add(numbers(fields.getFirst(), keys, pool));
                    Column texts = numbered.numbered();
                    closer.release();
                    yield new DictionaryColumn(keys.count(), codes, texts, validity);
                }
            }
            case PlainKeys _ -> throw new AssertionError("texts have no fixed size");
        };
    }

    private static Column nested(KeySource source, KeyField field, PackedKeys keys, MemoryPool pool) {
        try (Buffer numbers = numbers(field, keys, pool);
                Column values = ((NumberedKeys) source.reader()).numbered()) {
            for (int id = 0; id < keys.count(); id++) {
                if (field.isNull(word(keys, id, field.word()), word(keys, id, field.nullWord()))) {
                    numbers.segment().setAtIndex(ValueLayout.JAVA_INT, id, -1);
                }
            }
            return Take.rows(values, numbers.segment(), keys.count(), pool);
        }
    }

    private static Buffer numbers(KeyField field, PackedKeys keys, MemoryPool pool) {
        Buffer numbers = pool.allocate((long) keys.count() * Integer.BYTES, PURPOSE);
        unpack(field, keys, numbers.segment(), 0, Integer.BYTES, Integer.BYTES);
        return numbers;
    }

    private static Buffer values(KeySource source, List<KeyField> fields, PackedKeys keys, MemoryPool pool) {
        int width = source.type().layout().byteWidth();
        Buffer values = pool.allocate((long) keys.count() * width, PURPOSE);
        for (int i = 0; i < fields.size(); i++) {
            unpack(fields.get(i), keys, values.segment(), (long) i * Long.BYTES, width, width / fields.size());
        }
        return values;
    }

    /// Writes the values of one stream, each of `size` bytes, `step` bytes apart.
    private static void unpack(KeyField field, PackedKeys keys, MemorySegment out, long start, int step, int size) {
        switch (size) {
            case Byte.BYTES -> unpackBytes(field, keys, out);
            case Short.BYTES -> unpackShorts(field, keys, out);
            case Integer.BYTES -> unpackInts(field, keys, out);
            default -> unpackLongs(field, keys, out, start, step);
        }
    }

    private static void unpackBytes(KeyField field, PackedKeys keys, MemorySegment out) {
        MemorySegment words = keys.segment();
        int groups = keys.count();
        long step = (long) keys.words() * Long.BYTES;
        long at = keys.start() + (long) field.word() * Long.BYTES;
        for (int id = 0; id < groups; id++, at += step) {
            out.set(ValueLayout.JAVA_BYTE, id, (byte) field.value(words.get(ValueLayout.JAVA_LONG_UNALIGNED, at)));
        }
    }

    private static void unpackShorts(KeyField field, PackedKeys keys, MemorySegment out) {
        MemorySegment words = keys.segment();
        int groups = keys.count();
        long step = (long) keys.words() * Long.BYTES;
        long at = keys.start() + (long) field.word() * Long.BYTES;
        for (int id = 0; id < groups; id++, at += step) {
            short value = (short) field.value(words.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
            out.set(ValueLayout.JAVA_SHORT_UNALIGNED, (long) id << 1, value);
        }
    }

    private static void unpackInts(KeyField field, PackedKeys keys, MemorySegment out) {
        MemorySegment words = keys.segment();
        int groups = keys.count();
        long step = (long) keys.words() * Long.BYTES;
        long at = keys.start() + (long) field.word() * Long.BYTES;
        for (int id = 0; id < groups; id++, at += step) {
            int value = (int) field.value(words.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
            out.set(ValueLayout.JAVA_INT_UNALIGNED, (long) id << 2, value);
        }
    }

    private static void unpackLongs(KeyField field, PackedKeys keys, MemorySegment out, long start, int width) {
        MemorySegment words = keys.segment();
        int groups = keys.count();
        long step = (long) keys.words() * Long.BYTES;
        long at = keys.start() + (long) field.word() * Long.BYTES;
        for (int id = 0; id < groups; id++, at += step) {
            long value = field.value(words.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
            out.set(ValueLayout.JAVA_LONG_UNALIGNED, start + (long) id * width, value);
        }
    }

    private static Buffer bits(KeyField field, PackedKeys keys, MemoryPool pool) {
        Buffer bits = pool.allocateZeroed(Validity.byteSize(keys.count()), PURPOSE);
        for (int id = 0; id < keys.count(); id++) {
            if (field.value(word(keys, id, field.word())) == 1) {
                Bits.set(bits.segment(), id);
            }
        }
        return bits;
    }

    private static Validity validity(KeyField field, PackedKeys keys, MemoryPool pool) {
        int groups = keys.count();
        Buffer bits = pool.allocateZeroed(Validity.byteSize(groups), PURPOSE);
        writeValid(field, keys, bits.segment());
        return Validity.of(bits, groups);
    }

    private static void writeValid(KeyField field, PackedKeys keys, MemorySegment bits) {
        int groups = keys.count();
        for (int from = 0; from < groups; from += Long.SIZE) {
            bits.set(LE_LONG, from >>> 3, keys.valid(field, from, Math.min(Long.SIZE, groups - from)));
        }
    }

    private static long word(PackedKeys keys, int id, int word) {
        long key = keys.start() + (long) id * keys.words() * Long.BYTES;
        return keys.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, key + ((long) word << 3));
    }
}
