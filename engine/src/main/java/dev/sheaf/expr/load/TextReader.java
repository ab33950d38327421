package dev.sheaf.expr.load;

import dev.sheaf.column.Offsets;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Vector;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Points vectors at the bytes of text columns, copying none.
final class TextReader {
    private TextReader() {}

    static void read(VarColumn column, Chunk chunk, Vector.Texts out) {
        long end = chunk.start() + chunk.rows();
        out.bytes(
                column.segment(),
                column.offsets().start(chunk.start()),
                column.offsets().start(end));
        MemorySegment offsets = column.offsets().segment();
        if (column.offsets().wide()) {
            wide(offsets, chunk.start(), chunk.rows(), out.starts(), out.sizes());
        } else {
            narrow(offsets, chunk.start(), chunk.rows(), out.starts(), out.sizes());
        }
    }

    private static void narrow(MemorySegment offsets, long from, int rows, long[] starts, int[] sizes) {
        int start = offsets.getAtIndex(ValueLayout.JAVA_INT, from);
        for (int row = 0; row < rows; row++) {
            int end = offsets.getAtIndex(ValueLayout.JAVA_INT, from + row + 1);
            starts[row] = start;
            sizes[row] = end - start;
            start = end;
        }
    }

    private static void wide(MemorySegment offsets, long from, int rows, long[] starts, int[] sizes) {
        long start = offsets.getAtIndex(ValueLayout.JAVA_LONG, from);
        for (int row = 0; row < rows; row++) {
            long end = offsets.getAtIndex(ValueLayout.JAVA_LONG, from + row + 1);
            starts[row] = start;
            sizes[row] = Math.toIntExact(end - start);
            start = end;
        }
    }

    static void gather(VarColumn values, int[] codes, int rows, Vector.Texts out) {
        out.bytes(values.segment());
        Offsets offsets = values.offsets();
        for (int row = 0; row < rows; row++) {
            out.starts()[row] = offsets.start(codes[row]);
            out.sizes()[row] = (int) offsets.size(codes[row]);
        }
    }
}
