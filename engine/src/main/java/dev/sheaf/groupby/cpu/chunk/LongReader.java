package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;

/// A column as arrays of longs, chunk by chunk: whole numbers with their sign, or zero-extended if unsigned; floats as
/// their bits; bools as 0 and 1. Values under nulls are copied like any other and mean nothing.
///
/// There is one class a width, and one is made once a column, with a view of all of it. So the loop of each is compiled
/// alone and once, and no chunk needs a view of its own.
sealed interface LongReader {
    /// Reads `rows` rows from row `from` on.
    void read(long from, int rows, long[] out);

    /// Of a column of fixed width, of bools or of nulls that stays open as long as this is used.
    static LongReader of(Column column) {
        return of(column, Views.MAX_BYTES);
    }

    /// A column of more than `viewBytes` is viewed by chunk.
    static LongReader of(Column column, long viewBytes) {
        if (column instanceof FixedColumn fixed) {
            return fixed.segment().byteSize() > viewBytes ? new Large(fixed) : of(fixed, 0, fixed.length());
        }
        return column instanceof BoolColumn bools ? new Bools(bools) : new Nulls();
    }

    /// Of `rows` rows from row `from` on, which is row 0 here.
    private static LongReader of(FixedColumn column, long from, long rows) {
        boolean unsigned = column.type() instanceof DataType.IntType type && !type.signed();
        return switch (column.type().layout()) {
            case INT8 -> new Bytes(column.bytes(from, rows), unsigned ? 0xFF : -1);
            case INT16 -> new Shorts(column.shorts(from, rows), unsigned ? 0xFFFF : -1);
            case INT32 -> new Ints(column.ints(from, rows), unsigned ? 0xFFFF_FFFFL : -1);
            case FLOAT32 -> new Ints(column.ints(from, rows), -1);
            case INT64, FLOAT64 -> new Longs(column.longs(from, rows));
            default -> throw new AssertionError(column.type());
        };
    }

    /// Values of 8 bits.
    record Bytes(ByteBuffer values, long mask) implements LongReader {
        @Override
        public void read(long from, int rows, long[] out) {
            for (int i = 0, at = (int) from; i < rows; i++) {
                out[i] = values.get(at + i) & mask;
            }
        }
    }

    /// Values of 16 bits.
    record Shorts(ShortBuffer values, long mask) implements LongReader {
        @Override
        public void read(long from, int rows, long[] out) {
            for (int i = 0, at = (int) from; i < rows; i++) {
                out[i] = values.get(at + i) & mask;
            }
        }
    }

    /// Values of 32 bits.
    record Ints(IntBuffer values, long mask) implements LongReader {
        @Override
        public void read(long from, int rows, long[] out) {
            for (int i = 0, at = (int) from; i < rows; i++) {
                out[i] = values.get(at + i) & mask;
            }
        }
    }

    /// Values of 64 bits.
    record Longs(LongBuffer values) implements LongReader {
        @Override
        public void read(long from, int rows, long[] out) {
            values.get((int) from, out, 0, rows);
        }
    }

    /// Bools.
    record Bools(BoolColumn values) implements LongReader {
        @Override
        public void read(long from, int rows, long[] out) {
            for (int i = 0; i < rows; i += Long.SIZE) {
                spread(values.trueWord(from + i), i, Math.min(rows, i + Long.SIZE), out);
            }
        }

        private static void spread(long bits, int from, int to, long[] out) {
            for (int i = from; i < to; i++) {
                out[i] = bits >>> (i - from) & 1;
            }
        }
    }

    /// Nulls.
    record Nulls() implements LongReader {
        @Override
        public void read(long from, int rows, long[] out) {
            Arrays.fill(out, 0, rows, 0);
        }
    }

    /// A column that is larger than a view: each chunk has its own.
    record Large(FixedColumn values) implements LongReader {
        @Override
        public void read(long from, int rows, long[] out) {
            of(values, from, rows).read(0, rows, out);
        }
    }
}
