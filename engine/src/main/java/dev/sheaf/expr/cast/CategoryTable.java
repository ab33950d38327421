package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.Views;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values by the code of their category, outside of any pool: a compiled expression, which nobody closes, keeps
/// them.
sealed interface CategoryTable {

    /// Stores the value of a code in a row.
    void copy(int code, int row);

    /// Values of a type for a vector of it; null ones stand for any value.
    static CategoryTable of(DataType type, List<? extends @Nullable Object> values, Vector out) {
        CategoryTable table = switch (out) {
            case Vector.Longs longs -> new Longs(new long[values.size()], longs.values());
            case Vector.Doubles doubles -> new Doubles(new double[values.size()], doubles.values());
            case Vector.Texts texts -> new Texts(new int[values.size()], new int[values.size()], texts);
            case Vector.Bits _, Vector.Wides _, Vector.Intervals _, Vector.Nested _ -> throw new AssertionError(type);
        };
        CategoryValues.load(type, values, (vector, start) -> table.add(vector, start, values.size()));
        return table;
    }

    /// Takes over up to 1,024 values, the first of which has code `start`.
    void add(Vector values, int start, int count);

    private static int count(int start, int all) {
        return Math.min(Chunk.ROWS, all - start);
    }

    record Longs(long[] values, long[] out) implements CategoryTable {
        @Override
        public void add(Vector loaded, int start, int all) {
            System.arraycopy(((Vector.Longs) loaded).values(), 0, values, start, count(start, all));
        }

        @Override
        public void copy(int code, int row) {
            out[row] = values[code];
        }
    }

    record Doubles(double[] values, double[] out) implements CategoryTable {
        @Override
        public void add(Vector loaded, int start, int all) {
            System.arraycopy(((Vector.Doubles) loaded).values(), 0, values, start, count(start, all));
        }

        @Override
        public void copy(int code, int row) {
            out[row] = values[code];
        }
    }

    /// Texts one after the other, which the vector points to.
    final class Texts implements CategoryTable {
        private final int[] starts;
        private final int[] sizes;
        private final Vector.Texts out;
        private ByteBuffer bytes = Views.bytes(MemorySegment.NULL);
        private int end;

        Texts(int[] starts, int[] sizes, Vector.Texts out) {
            this.starts = starts;
            this.sizes = sizes;
            this.out = out;
        }

        @Override
        public void add(Vector loaded, int start, int all) {
            Vector.Texts texts = (Vector.Texts) loaded;
            int count = count(start, all);
            System.arraycopy(texts.sizes(), 0, sizes, start, count);
            makeRoom(end
                    + Arrays.stream(sizes, start, start + count).asLongStream().sum());
            for (int i = 0; i < count; i++) {
                starts[start + i] = end;
                ByteRuns.copy(texts.bytes(), texts.starts()[i], sizes[start + i], bytes, end, bytes.limit());
                end += sizes[start + i];
            }
            out.bytes(bytes, 0, end);
        }

        private void makeRoom(long size) {
            if (size > bytes.limit()) {
                long room = Math.max(size, Math.min(2 * size, Views.MAX_BYTES));
                ByteBuffer larger = Views.bytes(Arena.ofAuto().allocate(room));
                larger.put(0, bytes, 0, end);
                bytes = larger;
            }
        }

        @Override
        public void copy(int code, int row) {
            out.starts()[row] = starts[code];
            out.sizes()[row] = sizes[code];
        }
    }
}
