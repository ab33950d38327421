package dev.sheaf.column.copy;

import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ShortBuffer;

/// Copies values of fixed width by the numbers of their rows.
public final class ValueCopies {
    /// Rows of a run, in the mean, from which on copying runs costs less than gathering rows: 1.8 ns a row in runs of
    /// 16, and 0.9 one by one.
    private static final int RUN_ROWS = 64;

    private ValueCopies() {}

    /// Writes rows `from` to `to` of those that are taken to their places in `target`. Values have 1, 2, 4, 8 or 16
    /// bytes. A negative number takes row 0, which its null bit hides.
    public static void take(
            MemorySegment source, int width, TakenRows taken, MemorySegment target, long from, long to) {
        if (taken.isInRuns(RUN_ROWS)) {
            takeRuns(source, width, taken, target, from, to);
        } else {
            taken.forEachBlock(from, to, copy(source, width, target, (int) Math.min(TakenRows.BLOCK_ROWS, to - from)));
        }
    }

    private static void takeRuns(
            MemorySegment source, int width, TakenRows taken, MemorySegment target, long from, long to) {
        taken.forEachRun(
                from,
                to,
                (row, place, rows) -> MemorySegment.copy(source, row * width, target, place * width, rows * width));
    }

    private static TakenRows.BlockConsumer copy(MemorySegment source, int width, MemorySegment target, int most) {
        boolean large = source.byteSize() > Views.MAX_BYTES;
        return switch (width) {
            case 4 -> ints(Ints.of(source), Ints.of(target), most);
            case 8 -> longs(Longs.of(source), Longs.of(target), most);
            case 16 -> pairs(Longs.of(source), Longs.of(target), most);
            case 2 -> large ? few(source, width, target) : shorts(Views.shorts(source), target, most);
            default -> large ? few(source, width, target) : bytes(Views.bytes(source), target, most);
        };
    }

    // One loop a width, each in a method of its own, to an array which then is copied.

    private static TakenRows.BlockConsumer bytes(ByteBuffer source, MemorySegment target, int most) {
        byte[] block = new byte[most];
        return (rows, count, at) -> {
            for (int i = 0; i < count; i++) {
                block[i] = source.get(Math.max(0, rows[i]));
            }
            MemorySegment.copy(block, 0, target, ValueLayout.JAVA_BYTE, at, count);
        };
    }

    private static TakenRows.BlockConsumer shorts(ShortBuffer source, MemorySegment target, int most) {
        short[] block = new short[most];
        return (rows, count, at) -> {
            for (int i = 0; i < count; i++) {
                block[i] = source.get(Math.max(0, rows[i]));
            }
            MemorySegment.copy(block, 0, target, ValueLayout.JAVA_SHORT_UNALIGNED, at << 1, count);
        };
    }

    private static TakenRows.BlockConsumer ints(Ints source, Ints target, int most) {
        int[] block = new int[most];
        return (rows, count, at) -> {
            for (int i = 0; i < count; i++) {
                block[i] = source.get(Math.max(0, rows[i]));
            }
            target.write(at, block, count);
        };
    }

    private static TakenRows.BlockConsumer longs(Longs source, Longs target, int most) {
        long[] block = new long[most];
        return (rows, count, at) -> {
            for (int i = 0; i < count; i++) {
                block[i] = source.get(Math.max(0, rows[i]));
            }
            target.write(at, block, count);
        };
    }

    private static TakenRows.BlockConsumer pairs(Longs source, Longs target, int most) {
        long[] block = new long[2 * most];
        return (rows, count, at) -> {
            for (int i = 0; i < count; i++) {
                long low = 2L * Math.max(0, rows[i]);
                block[2 * i] = source.get(low);
                block[2 * i + 1] = source.get(low + 1);
            }
            target.write(2 * at, block, 2 * count);
        };
    }

    /// Values of one or two bytes in more memory than a view has: more than a thousand million rows.
    static TakenRows.BlockConsumer few(MemorySegment source, int width, MemorySegment target) {
        return (rows, count, at) -> {
            for (int i = 0; i < count; i++) {
                MemorySegment.copy(source, (long) Math.max(0, rows[i]) * width, target, (at + i) * width, width);
            }
        };
    }
}
