package dev.sheaf.groupby.cpu.key;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.hash.WordTable;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.LongBuffer;
import java.util.Arrays;

/// Packed keys, one after the other: `count` of them, of `words` words each, from byte `start` of a segment on.
public record PackedKeys(MemorySegment segment, long start, int words, int count) {

    /// The keys of a table, in the order of their groups.
    public static PackedKeys of(WordTable table) {
        return new PackedKeys(table.keys(), StateColumn.FRONT, table.words(), table.groupCount());
    }

    /// The words of keys `from` to `from + rows`.
    LongBuffer longs(int from, int rows) {
        return Views.longs(segment, start / Long.BYTES + (long) from * words, (long) rows * words);
    }

    /// Writes the values of a field of keys `from` to `from + rows`; those of nulls mean nothing.
    public void values(KeyField field, int from, int rows, long[] values) {
        LongBuffer keys = longs(from, rows);
        if (field.bits() == Long.SIZE) {
            raw(keys, field.word(), words, rows, values);
        } else {
            long mask = (1L << field.bits()) - 1;
            inBand(keys, field.word(), words, rows, values, field.shift(), mask, field.base() - 1);
        }
    }

    private static void raw(LongBuffer keys, int first, int step, int rows, long[] values) {
        for (int i = 0, at = first; i < rows; i++, at += step) {
            values[i] = keys.get(at);
        }
    }

    private static void inBand(
            LongBuffer keys, int first, int step, int rows, long[] values, int shift, long mask, long base) {
        for (int i = 0, at = first; i < rows; i++, at += step) {
            values[i] = (keys.get(at) >>> shift & mask) + base;
        }
    }

    /// Writes 0 for keys with a null in a field and 1 for the others.
    public void valid(KeyField field, int from, int rows, byte[] valid) {
        LongBuffer keys = longs(from, rows);
        if (field.bits() < Long.SIZE) {
            notZero(keys, field.word(), words, rows, ((1L << field.bits()) - 1) << field.shift(), 0, valid);
        } else if (field.nullBit() >= 0) {
            notZero(keys, field.nullWord(), words, rows, 1L << field.nullBit(), 1, valid);
        } else {
            Arrays.fill(valid, 0, rows, (byte) 1);
        }
    }

    /// Writes 1 where some bit of a mask is set and else 0, or the other way round if `turned` is 1.
    private static void notZero(LongBuffer keys, int first, int step, int rows, long mask, int turned, byte[] marks) {
        for (int i = 0, at = first; i < rows; i++, at += step) {
            long own = keys.get(at) & mask;
            marks[i] = (byte) ((own | -own) >>> 63 ^ turned);
        }
    }
}
