package dev.sheaf.groupby.cpu.key;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.hash.WordTable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Packed keys, one after the other: `count` of them, of `words` words each, from byte `start` of a segment on.
public record PackedKeys(MemorySegment segment, long start, int words, int count) {

    /// The keys of a table, in the order of their groups.
    public static PackedKeys of(WordTable table) {
        return new PackedKeys(table.keys(), StateColumn.FRONT, table.words(), table.groupCount());
    }

    /// Writes the values of a field of keys `from` to `from + rows`; those of nulls mean nothing.
    public void values(KeyField field, int from, int rows, long[] values) {
        long step = (long) words * Long.BYTES;
        long at = start + from * step + ((long) field.word() << 3);
        if (field.bits() == Long.SIZE) {
            raw(segment, at, step, rows, values);
        } else {
            inBand(segment, at, step, rows, values, field.shift(), (1L << field.bits()) - 1, field.base() - 1);
        }
    }

    private static void raw(MemorySegment segment, long from, long step, int rows, long[] values) {
        long at = from;
        for (int i = 0; i < rows; i++, at += step) {
            values[i] = segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        }
    }

    private static void inBand(
            MemorySegment segment, long from, long step, int rows, long[] values, int shift, long mask, long base) {
        long at = from;
        for (int i = 0; i < rows; i++, at += step) {
            long word = segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            values[i] = (word >>> shift & mask) + base;
        }
    }

    /// A bit for each of at most 64 keys from `from` on, set for those without a null in a field.
    public long valid(KeyField field, int from, int rows) {
        long step = (long) words * Long.BYTES;
        long at = start + from * step;
        if (field.bits() == Long.SIZE) {
            return field.nullBit() < 0
                    ? -1L >>> (Long.SIZE - rows)
                    : zeros(segment, at + ((long) field.nullWord() << 3), step, rows, 1L << field.nullBit());
        }
        long mask = ((1L << field.bits()) - 1) << field.shift();
        long nulls = zeros(segment, at + ((long) field.word() << 3), step, rows, mask);
        return ~nulls & (-1L >>> (Long.SIZE - rows));
    }

    /// A bit for each key, set where all bits of the mask are zero.
    private static long zeros(MemorySegment segment, long from, long step, int rows, long mask) {
        long zeros = 0;
        long at = from;
        for (int i = 0; i < rows; i++, at += step) {
            long own = segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at) & mask;
            zeros |= (~(own | -own) >>> 63) << i;
        }
        return zeros;
    }

    /// Writes 0 for keys with a null in a field and 1 for the others.
    public void valid(KeyField field, int from, int rows, byte[] valid) {
        for (int i = 0; i < rows; i++) {
            long key = start + (from + (long) i) * words * Long.BYTES;
            long own = segment.get(ValueLayout.JAVA_LONG_UNALIGNED, key + ((long) field.word() << 3));
            long nulls = segment.get(ValueLayout.JAVA_LONG_UNALIGNED, key + ((long) field.nullWord() << 3));
            valid[i] = (byte) (field.isNull(own, nulls) ? 0 : 1);
        }
    }
}
