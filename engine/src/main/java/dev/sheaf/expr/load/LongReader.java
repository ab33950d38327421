package dev.sheaf.expr.load;

import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/// Loads whole numbers of 8 to 64 bits as longs: one loop per width.
public final class LongReader {
    private LongReader() {}

    static void read(FixedColumn column, Chunk chunk, long[] out) {
        MemorySegment source = column.segment();
        long from = chunk.start();
        int rows = chunk.rows();
        int width = column.type().layout().byteWidth();
        switch (width) {
            case 1 -> bytes(Views.bytes(source, from, rows), rows, out);
            case 2 -> shorts(Views.shorts(source, from, rows), rows, out);
            case 4 -> ints(Views.ints(source, from, rows), rows, out);
            default -> Views.longs(source, from, rows).get(0, out, 0, rows);
        }
        maskUnsigned(column.type(), width, rows, out);
    }

    public static boolean isSigned(DataType type) {
        return !(type instanceof DataType.IntType(int _, boolean signed)) || signed;
    }

    private static void bytes(ByteBuffer source, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(row);
        }
    }

    private static void shorts(ShortBuffer source, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(row);
        }
    }

    private static void ints(IntBuffer source, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(row);
        }
    }

    /// The values at `codes`.
    static void gather(FixedColumn values, int[] codes, int rows, long[] out) {
        MemorySegment source = values.segment();
        int width = values.type().layout().byteWidth();
        switch (width) {
            case 1 -> gather(Views.bytes(source), codes, rows, out);
            case 2 -> gather(Views.shorts(source), codes, rows, out);
            case 4 -> gather(Views.ints(source), codes, rows, out);
            default -> gather(Views.longs(source), codes, rows, out);
        }
        maskUnsigned(values.type(), width, rows, out);
    }

    private static void gather(ByteBuffer source, int[] codes, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(codes[row]);
        }
    }

    private static void gather(ShortBuffer source, int[] codes, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(codes[row]);
        }
    }

    private static void gather(IntBuffer source, int[] codes, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(codes[row]);
        }
    }

    private static void gather(LongBuffer source, int[] codes, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(codes[row]);
        }
    }

    /// Drops the signs that the loops have taken over into the higher bits.
    private static void maskUnsigned(DataType type, int width, int rows, long[] out) {
        if (width < Long.BYTES && !isSigned(type)) {
            mask((1L << (Byte.SIZE * width)) - 1, rows, out);
        }
    }

    private static void mask(long mask, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] &= mask;
        }
    }
}
