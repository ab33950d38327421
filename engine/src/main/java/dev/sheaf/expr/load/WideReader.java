package dev.sheaf.expr.load;

import dev.sheaf.column.FixedColumn;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/// Loads the 16-byte values: 128-bit decimals and intervals.
final class WideReader {
    private static final int BYTES = 16;

    private WideReader() {}

    static void read(FixedColumn column, Chunk chunk, Vector.Wides out) {
        int rows = chunk.rows();
        read(Views.longs(column.segment(), 2 * chunk.start(), 2L * rows), rows, out.high(), out.low());
    }

    private static void read(LongBuffer source, int rows, long[] high, long[] low) {
        for (int row = 0; row < rows; row++) {
            low[row] = source.get(2 * row);
            high[row] = source.get(2 * row + 1);
        }
    }

    static void gather(FixedColumn values, int[] codes, int rows, Vector.Wides out) {
        gather(Views.longs(values.segment()), codes, rows, out.high(), out.low());
    }

    private static void gather(LongBuffer source, int[] codes, int rows, long[] high, long[] low) {
        for (int row = 0; row < rows; row++) {
            low[row] = source.get(2 * codes[row]);
            high[row] = source.get(2 * codes[row] + 1);
        }
    }

    static void read(FixedColumn column, Chunk chunk, Vector.Intervals out) {
        int rows = chunk.rows();
        ByteBuffer source = Views.bytes(column.segment(), chunk.start() * BYTES, (long) rows * BYTES);
        for (int row = 0; row < rows; row++) {
            interval(source, row, row, out);
        }
    }

    static void gather(FixedColumn values, int[] codes, int rows, Vector.Intervals out) {
        ByteBuffer source = Views.bytes(values.segment());
        for (int row = 0; row < rows; row++) {
            interval(source, codes[row], row, out);
        }
    }

    private static void interval(ByteBuffer source, int index, int row, Vector.Intervals out) {
        out.months()[row] = source.getInt(index * BYTES);
        out.days()[row] = source.getInt(index * BYTES + 4);
        out.nanos()[row] = source.getLong(index * BYTES + 8);
    }
}
