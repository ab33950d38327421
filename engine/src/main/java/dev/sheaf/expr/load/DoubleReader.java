package dev.sheaf.expr.load;

import dev.sheaf.column.FixedColumn;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;

/// Loads floats of both widths as doubles.
final class DoubleReader {
    private DoubleReader() {}

    static void read(FixedColumn column, Chunk chunk, double[] out) {
        MemorySegment source = column.segment();
        if (column.type().layout().byteWidth() == 8) {
            Views.doubles(source, chunk.start(), chunk.rows()).get(0, out, 0, chunk.rows());
        } else {
            floats(Views.floats(source, chunk.start(), chunk.rows()), chunk.rows(), out);
        }
    }

    private static void floats(FloatBuffer source, int rows, double[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(row);
        }
    }

    static void gather(FixedColumn values, int[] codes, int rows, double[] out) {
        MemorySegment source = values.segment();
        if (values.type().layout().byteWidth() == 8) {
            gather(Views.doubles(source), codes, rows, out);
        } else {
            gather(Views.floats(source), codes, rows, out);
        }
    }

    private static void gather(DoubleBuffer source, int[] codes, int rows, double[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(codes[row]);
        }
    }

    private static void gather(FloatBuffer source, int[] codes, int rows, double[] out) {
        for (int row = 0; row < rows; row++) {
            out[row] = source.get(codes[row]);
        }
    }
}
