package dev.sheaf.expr.load;

import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Vector;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Loads the 16-byte values: 128-bit decimals and intervals.
final class WideReader {
    private static final int BYTES = 16;

    private WideReader() {}

    static void read(FixedColumn column, Chunk chunk, Vector.Wides out) {
        MemorySegment source = column.segment();
        long[] high = out.high();
        long[] low = out.low();
        for (int row = 0; row < chunk.rows(); row++) {
            long at = (chunk.start() + row) * BYTES;
            low[row] = source.get(ValueLayout.JAVA_LONG, at);
            high[row] = source.get(ValueLayout.JAVA_LONG, at + 8);
        }
    }

    static void gather(FixedColumn values, int[] codes, int rows, Vector.Wides out) {
        MemorySegment source = values.segment();
        for (int row = 0; row < rows; row++) {
            out.low()[row] = Int128.low(source, codes[row]);
            out.high()[row] = Int128.high(source, codes[row]);
        }
    }

    static void read(FixedColumn column, Chunk chunk, Vector.Intervals out) {
        for (int row = 0; row < chunk.rows(); row++) {
            interval(column.segment(), chunk.start() + row, row, out);
        }
    }

    static void gather(FixedColumn values, int[] codes, int rows, Vector.Intervals out) {
        for (int row = 0; row < rows; row++) {
            interval(values.segment(), codes[row], row, out);
        }
    }

    private static void interval(MemorySegment source, long index, int row, Vector.Intervals out) {
        out.months()[row] = source.get(ValueLayout.JAVA_INT, index * BYTES);
        out.days()[row] = source.get(ValueLayout.JAVA_INT, index * BYTES + 4);
        out.nanos()[row] = source.get(ValueLayout.JAVA_LONG, index * BYTES + 8);
    }
}
