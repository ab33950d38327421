package dev.sheaf.expr.load;

import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.expr.vector.Chunk;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Loads whole numbers of 8 to 64 bits as longs: one loop per width and sign.
public final class LongReader {
    private LongReader() {}

    static void read(FixedColumn column, Chunk chunk, long[] out) {
        MemorySegment source = column.segment();
        boolean signed = isSigned(column.type());
        switch (column.type().layout().byteWidth()) {
            case 1 -> {
                if (signed) {
                    bytes(source, chunk.start(), chunk.rows(), out);
                } else {
                    unsignedBytes(source, chunk.start(), chunk.rows(), out);
                }
            }
            case 2 -> {
                if (signed) {
                    shorts(source, chunk.start() * 2, chunk.rows(), out);
                } else {
                    unsignedShorts(source, chunk.start() * 2, chunk.rows(), out);
                }
            }
            case 4 -> {
                if (signed) {
                    ints(source, chunk.start() * 4, chunk.rows(), out);
                } else {
                    unsignedInts(source, chunk.start() * 4, chunk.rows(), out);
                }
            }
            default -> MemorySegment.copy(source, ValueLayout.JAVA_LONG, chunk.start() * 8, out, 0, chunk.rows());
        }
    }

    public static boolean isSigned(DataType type) {
        return !(type instanceof DataType.IntType(int _, boolean signed)) || signed;
    }

    private static void bytes(MemorySegment source, long from, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(ValueLayout.JAVA_BYTE, from + row);
        }
    }

    private static void unsignedBytes(MemorySegment source, long from, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(ValueLayout.JAVA_BYTE, from + row) & 0xff;
        }
    }

    private static void shorts(MemorySegment source, long from, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(ValueLayout.JAVA_SHORT_UNALIGNED, from + 2L * row);
        }
    }

    private static void unsignedShorts(MemorySegment source, long from, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(ValueLayout.JAVA_SHORT_UNALIGNED, from + 2L * row) & 0xffff;
        }
    }

    private static void ints(MemorySegment source, long from, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(ValueLayout.JAVA_INT_UNALIGNED, from + 4L * row);
        }
    }

    private static void unsignedInts(MemorySegment source, long from, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(ValueLayout.JAVA_INT_UNALIGNED, from + 4L * row) & 0xffff_ffffL;
        }
    }

    /// The values at `codes`.
    static void gather(FixedColumn values, int[] codes, int rows, long[] out) {
        MemorySegment source = values.segment();
        int width = values.type().layout().byteWidth();
        switch (width) {
            case 1 -> gatherBytes(source, codes, rows, out);
            case 2 -> gatherShorts(source, codes, rows, out);
            case 4 -> gatherInts(source, codes, rows, out);
            default -> gatherLongs(source, codes, rows, out);
        }
        if (width < 8 && !isSigned(values.type())) {
            mask((1L << (8 * width)) - 1, rows, out);
        }
    }

    private static void gatherBytes(MemorySegment source, int[] codes, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(ValueLayout.JAVA_BYTE, codes[row]);
        }
    }

    private static void gatherShorts(MemorySegment source, int[] codes, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.getAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, codes[row]);
        }
    }

    private static void gatherInts(MemorySegment source, int[] codes, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, codes[row]);
        }
    }

    private static void gatherLongs(MemorySegment source, int[] codes, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.getAtIndex(ValueLayout.JAVA_LONG, codes[row]);
        }
    }

    private static void mask(long mask, int rows, long[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] &= mask;
        }
    }
}
