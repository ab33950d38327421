package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.ShortBuffer;

/// Writes arrays of longs as values of fewer bytes: a loop for each width, chosen once a block. [Widen] goes the other
/// way.
public final class Narrow {
    private Narrow() {}

    /// Writes the low `width` bytes of each of the first `rows` values, from byte `to` on.
    public static void longs(long[] values, int rows, int width, MemorySegment target, long to) {
        switch (width) {
            case Byte.BYTES -> bytes(values, rows, Views.bytes(target, to, rows));
            case Short.BYTES ->
                shorts(values, rows, Views.bytes(target, to, 2L * rows).asShortBuffer());
            case Integer.BYTES ->
                ints(values, rows, Views.bytes(target, to, 4L * rows).asIntBuffer());
            default -> MemorySegment.copy(values, 0, target, ValueLayout.JAVA_LONG_UNALIGNED, to, rows);
        }
    }

    private static void bytes(long[] values, int rows, ByteBuffer target) {
        for (int i = 0; i < rows; i++) {
            target.put(i, (byte) values[i]);
        }
    }

    private static void shorts(long[] values, int rows, ShortBuffer target) {
        for (int i = 0; i < rows; i++) {
            target.put(i, (short) values[i]);
        }
    }

    private static void ints(long[] values, int rows, IntBuffer target) {
        for (int i = 0; i < rows; i++) {
            target.put(i, (int) values[i]);
        }
    }
}
