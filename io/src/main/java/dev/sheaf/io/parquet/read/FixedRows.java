package dev.sheaf.io.parquet.read;

import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.ExpandNulls;
import dev.sheaf.io.parquet.decode.CodedValues;
import dev.sheaf.io.parquet.decode.FixedValues;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Reads values of fixed width to the rows that have one.
///
/// They are read densely and then moved apart. A long run of one value is written to all rows from its first to its
/// last, with the nulls among them, so that sorted and clustered columns cost little more than their memory.
final class FixedRows {
    private FixedRows() {}

    /// Reads the next `valid` values, `width` bytes each, to the set bits of the `rows` rows from `row` on. Without
    /// bits all rows have one.
    static void read(
            FixedValues values,
            int width,
            MemorySegment target,
            int row,
            int rows,
            int valid,
            @Nullable MemorySegment bits) {
        if (values instanceof CodedValues coded) {
            readCoded(coded, target, row, rows, valid, bits);
        } else {
            values.read(valid, target, (long) row * width);
            spread(target, width, row, rows, valid, bits);
        }
    }

    private static void readCoded(
            CodedValues values, MemorySegment target, int row, int rows, int valid, @Nullable MemorySegment bits) {
        int width = values.width();
        int at = row;
        for (int left = valid; left > 0; ) {
            int run = values.longRun(left);
            int some = run > 0 ? run : values.readSome(left, target, (long) at * width);
            int covered = some == left ? row + rows - at : covered(bits, at, some);
            if (run > 0) {
                values.readRun(run, target, (long) at * width, covered);
            } else {
                spread(target, width, at, covered, some, bits);
            }
            at += covered;
            left -= some;
        }
    }

    /// How many rows from `row` on there are up to the last of the next `valid` ones.
    private static int covered(@Nullable MemorySegment bits, int row, int valid) {
        return bits == null ? valid : Bits.upTo(bits, row, valid);
    }

    private static void spread(
            MemorySegment target, int width, int row, int rows, int valid, @Nullable MemorySegment bits) {
        if (bits != null && valid < rows) {
            ExpandNulls.fixed(target, width, bits, row, rows, valid);
        }
    }
}
