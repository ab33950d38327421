package dev.sheaf.expr.load;

import dev.sheaf.column.Offsets;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/// Points vectors at the bytes of text columns, copying none.
final class TextReader {
    private TextReader() {}

    static void read(VarColumn column, Chunk chunk, Vector.Texts out) {
        Offsets offsets = column.offsets();
        long start = offsets.start(chunk.start());
        long end = offsets.start(chunk.start() + chunk.rows());
        chunk.checkBytes(end - start);
        out.bytes(view(column.segment(), start, end), 0, (int) (end - start));
        long positions = chunk.rows() + 1L;
        if (offsets.wide()) {
            wide(Views.longs(offsets.segment(), chunk.start(), positions), chunk.rows(), out.starts(), out.sizes());
        } else {
            narrow(Views.ints(offsets.segment(), chunk.start(), positions), chunk.rows(), out.starts(), out.sizes());
        }
    }

    /// Bytes of a column, and what of their padding there is.
    private static ByteBuffer view(MemorySegment bytes, long start, long end) {
        long readable = Math.min(end + ByteRuns.READABLE_PADDING, bytes.byteSize());
        return Views.bytes(bytes, start, readable - start);
    }

    private static void narrow(IntBuffer offsets, int rows, int[] starts, int[] sizes) {
        int first = offsets.get(0);
        int start = 0;
        for (int row = 0; row < rows; row++) {
            int end = offsets.get(row + 1) - first;
            starts[row] = start;
            sizes[row] = end - start;
            start = end;
        }
    }

    private static void wide(LongBuffer offsets, int rows, int[] starts, int[] sizes) {
        long first = offsets.get(0);
        int start = 0;
        for (int row = 0; row < rows; row++) {
            int end = (int) (offsets.get(row + 1) - first);
            starts[row] = start;
            sizes[row] = end - start;
            start = end;
        }
    }

    static void gather(VarColumn values, int[] codes, Chunk chunk, Vector.Texts out) {
        MemorySegment bytes = values.segment();
        MemorySegment offsets = values.offsets().segment();
        if (values.offsets().wide() || Math.max(bytes.byteSize(), offsets.byteSize()) > chunk.mostBytes()) {
            gatherFar(values, codes, chunk, out);
        } else {
            out.bytes(Views.bytes(bytes));
            gather(Views.ints(offsets), codes, chunk.rows(), out.starts(), out.sizes());
        }
    }

    private static void gather(IntBuffer offsets, int[] codes, int rows, int[] starts, int[] sizes) {
        for (int row = 0; row < rows; row++) {
            int start = offsets.get(codes[row]);
            starts[row] = start;
            sizes[row] = offsets.get(codes[row] + 1) - start;
        }
    }

    /// Of more bytes than one view has, those that the rows span.
    private static void gatherFar(VarColumn values, int[] codes, Chunk chunk, Vector.Texts out) {
        Offsets offsets = values.offsets();
        long first = Long.MAX_VALUE;
        long end = 0;
        for (int row = 0; row < chunk.rows(); row++) {
            first = Math.min(first, offsets.start(codes[row]));
            end = Math.max(end, offsets.start(codes[row] + 1L));
        }
        chunk.checkBytes(end - first);
        out.bytes(view(values.segment(), first, end));
        for (int row = 0; row < chunk.rows(); row++) {
            out.starts()[row] = (int) (offsets.start(codes[row]) - first);
            out.sizes()[row] = (int) offsets.size(codes[row]);
        }
    }
}
