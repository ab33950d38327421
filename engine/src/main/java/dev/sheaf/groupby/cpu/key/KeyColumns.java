package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.Bits;
import dev.sheaf.groupby.cpu.chunk.Narrow;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.LongBuffer;
import java.util.List;

/// Unpacks [PackedKeys] into columns.
public final class KeyColumns {
    private static final String PURPOSE = "group keys";
    private static final int CHUNK = 1024;

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
            int[] chunk = new int[CHUNK];
            byte[] valid = new byte[CHUNK];
            for (int from = 0; from < keys.count(); from += CHUNK) {
                int rows = Math.min(CHUNK, keys.count() - from);
                keys.valid(field, from, rows, valid);
                MemorySegment.copy(numbers.segment(), ValueLayout.JAVA_INT, (long) from << 2, chunk, 0, rows);
                hide(chunk, valid, rows);
                MemorySegment.copy(chunk, 0, numbers.segment(), ValueLayout.JAVA_INT, (long) from << 2, rows);
            }
            return Take.rows(values, numbers.segment(), keys.count(), pool);
        }
    }

    /// Writes -1 for nulls.
    private static void hide(int[] numbers, byte[] valid, int rows) {
        for (int i = 0; i < rows; i++) {
            numbers[i] |= valid[i] - 1;
        }
    }

    private static Buffer numbers(KeyField field, PackedKeys keys, MemoryPool pool) {
        Buffer numbers = pool.allocate((long) keys.count() * Integer.BYTES, PURPOSE);
        forEachChunk(keys, (from, rows, values) -> {
            keys.values(field, from, rows, values);
            Narrow.longs(values, rows, Integer.BYTES, numbers.segment(), (long) from << 2);
        });
        return numbers;
    }

    /// Values of one stream or two, which take turns.
    private static Buffer values(KeySource source, List<KeyField> fields, PackedKeys keys, MemoryPool pool) {
        int width = source.type().layout().byteWidth();
        Buffer values = pool.allocate((long) keys.count() * width, PURPOSE);
        forEachChunk(keys, (from, rows, chunk) -> {
            for (int i = 0; i < fields.size(); i++) {
                keys.values(fields.get(i), from, rows, chunk);
                if (fields.size() == 1) {
                    Narrow.longs(chunk, rows, width, values.segment(), (long) from * width);
                } else {
                    everySecond(chunk, rows, Views.longs(values.segment(), 2L * from, 2L * rows), i);
                }
            }
        });
        return values;
    }

    private static void everySecond(long[] values, int rows, LongBuffer out, int first) {
        for (int i = 0; i < rows; i++) {
            out.put(2 * i + first, values[i]);
        }
    }

    private static Buffer bits(KeyField field, PackedKeys keys, MemoryPool pool) {
        Buffer bits = pool.allocateZeroed(Validity.byteSize(keys.count()), PURPOSE);
        forEachChunk(keys, (from, rows, values) -> {
            keys.values(field, from, rows, values);
            Bits.above(values, 0, rows, bits.segment(), from);
        });
        return bits;
    }

    private static Validity validity(KeyField field, PackedKeys keys, MemoryPool pool) {
        Buffer bits = pool.allocateZeroed(Validity.byteSize(keys.count()), PURPOSE);
        byte[] valid = new byte[CHUNK];
        forEachChunk(keys, (from, rows, values) -> {
            keys.valid(field, from, rows, valid);
            widen(valid, rows, values);
            Bits.above(values, 0, rows, bits.segment(), from);
        });
        return Validity.of(bits, keys.count());
    }

    private static void widen(byte[] valid, int rows, long[] values) {
        for (int i = 0; i < rows; i++) {
            values[i] = valid[i];
        }
    }

    /// Works on keys from `from` on.
    private interface Loop {
        void run(int from, int rows, long[] values);
    }

    private static void forEachChunk(PackedKeys keys, Loop loop) {
        long[] values = new long[Math.min(CHUNK, keys.count())];
        for (int from = 0; from < keys.count(); from += CHUNK) {
            loop.run(from, Math.min(CHUNK, keys.count() - from), values);
        }
    }
}
