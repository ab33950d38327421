package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.memory.Views;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.function.Supplier;

/// A column of numbers as arrays of doubles, chunk by chunk: the nearest double of integers and decimals. Made like
/// [LongReader].
sealed interface DoubleReader {
    /// Reads `rows` rows from row `from` on. Some are made of `whole`, the same rows as [LongReader] has them.
    void read(Supplier<long[]> whole, long from, int rows, double[] out);

    /// Of a column that stays open as long as this is used. One that is not of numbers has zeros.
    static DoubleReader of(Column column) {
        return of(column, Views.MAX_BYTES);
    }

    /// A column of more than `viewBytes` is viewed by chunk.
    static DoubleReader of(Column column, long viewBytes) {
        if (!(column instanceof FixedColumn fixed)) {
            return new Zeros();
        }
        return fixed.segment().byteSize() > viewBytes ? new Large(fixed) : of(fixed, 0, fixed.length());
    }

    /// Of `rows` rows from row `from` on, which is row 0 here.
    private static DoubleReader of(FixedColumn column, long from, long rows) {
        return switch (column.type()) {
            case DataType.FloatType(int bits) when bits == 64 -> new Doubles(column.doubles(from, rows));
            case DataType.FloatType _ -> new Floats(column.floats(from, rows));
            case DataType.DecimalType(int _, int scale)
            when column.type().layout().byteWidth() > Long.BYTES -> new Wide(column.longs(2 * from, 2 * rows), scale);
            case DataType.DecimalType(int _, int scale) -> new Scaled(Decimals.power(scale));
            case DataType.IntType(int bits, boolean signed) when bits == 64 && !signed -> new Unsigned();
            default -> new Whole();
        };
    }

    /// Doubles.
    record Doubles(DoubleBuffer values) implements DoubleReader {
        @Override
        public void read(Supplier<long[]> whole, long from, int rows, double[] out) {
            values.get((int) from, out, 0, rows);
        }
    }

    /// Floats.
    record Floats(FloatBuffer values) implements DoubleReader {
        @Override
        public void read(Supplier<long[]> whole, long from, int rows, double[] out) {
            for (int i = 0, at = (int) from; i < rows; i++) {
                out[i] = values.get(at + i);
            }
        }
    }

    /// Decimals of 128 bits.
    record Wide(LongBuffer values, int scale) implements DoubleReader {
        @Override
        public void read(Supplier<long[]> whole, long from, int rows, double[] out) {
            Decimals.doubles(values, (int) from, scale, rows, out);
        }
    }

    /// Decimals of at most 64 bits.
    record Scaled(double power) implements DoubleReader {
        @Override
        public void read(Supplier<long[]> whole, long from, int rows, double[] out) {
            long[] longs = whole.get();
            for (int i = 0; i < rows; i++) {
                out[i] = longs[i] / power;
            }
        }
    }

    /// Unsigned numbers of 64 bits.
    record Unsigned() implements DoubleReader {
        @Override
        public void read(Supplier<long[]> whole, long from, int rows, double[] out) {
            long[] longs = whole.get();
            for (int i = 0; i < rows; i++) {
                out[i] = Decimals.unsignedToDouble(longs[i]);
            }
        }
    }

    /// Other whole numbers.
    record Whole() implements DoubleReader {
        @Override
        public void read(Supplier<long[]> whole, long from, int rows, double[] out) {
            long[] longs = whole.get();
            for (int i = 0; i < rows; i++) {
                out[i] = longs[i];
            }
        }
    }

    /// No numbers.
    record Zeros() implements DoubleReader {
        @Override
        public void read(Supplier<long[]> whole, long from, int rows, double[] out) {
            Arrays.fill(out, 0, rows, 0.0);
        }
    }

    /// A column that is larger than a view: each chunk has its own.
    record Large(FixedColumn values) implements DoubleReader {
        @Override
        public void read(Supplier<long[]> whole, long from, int rows, double[] out) {
            of(values, from, rows).read(whole, 0, rows, out);
        }
    }
}
