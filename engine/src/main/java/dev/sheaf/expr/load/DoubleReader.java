package dev.sheaf.expr.load;

import dev.sheaf.column.FixedColumn;
import dev.sheaf.expr.vector.Chunk;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Loads floats of both widths as doubles.
final class DoubleReader {
    private DoubleReader() {}

    static void read(FixedColumn column, Chunk chunk, double[] out) {
        MemorySegment source = column.segment();
        if (column.type().layout().byteWidth() == 8) {
            MemorySegment.copy(source, ValueLayout.JAVA_DOUBLE, chunk.start() * 8, out, 0, chunk.rows());
        } else {
            floats(source, chunk.start() * 4, chunk.rows(), out);
        }
    }

    private static void floats(MemorySegment source, long from, int rows, double[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(ValueLayout.JAVA_FLOAT, from + 4L * row);
        }
    }

    static void gather(FixedColumn values, int[] codes, int rows, double[] out) {
        MemorySegment source = values.segment();
        if (values.type().layout().byteWidth() == 8) {
            gatherDoubles(source, codes, rows, out);
        } else {
            gatherFloats(source, codes, rows, out);
        }
    }

    private static void gatherDoubles(MemorySegment source, int[] codes, int rows, double[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.getAtIndex(ValueLayout.JAVA_DOUBLE, codes[row]);
        }
    }

    private static void gatherFloats(MemorySegment source, int[] codes, int rows, double[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.getAtIndex(ValueLayout.JAVA_FLOAT, codes[row]);
        }
    }
}
