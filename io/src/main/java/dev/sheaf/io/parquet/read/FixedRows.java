package dev.sheaf.io.parquet.read;

import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.ExpandNulls;
import dev.sheaf.io.parquet.bytes.FixedWidth;
import dev.sheaf.io.parquet.decode.CodedValues;
import dev.sheaf.io.parquet.decode.FixedValues;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Reads values of fixed width to the rows that have one.
///
/// They are read densely and then moved apart. A long run of one value is written to all rows from its first to its
/// last, with the nulls among them, so that sorted and clustered columns cost little more than their memory.
final class FixedRows {
    private FixedRows() {}

    /// Reads the next `valid` values to the set bits of the `rows` rows from `row` on, the first of which lies at byte
    /// `start` of the target. Without bits all rows have one.
    static void read(
            FixedValues values,
            FixedWidth width,
            ByteBuffer target,
            int start,
            int row,
            int rows,
            int valid,
            @Nullable ByteBuffer bits) {
        if (values instanceof CodedValues coded) {
            readCoded(coded, target, start, row, rows, valid, bits);
        } else {
            values.read(valid, target, start);
            spread(target, start, width, row, rows, valid, bits);
        }
    }

    private static void readCoded(
            CodedValues values, ByteBuffer target, int start, int row, int rows, int valid, @Nullable ByteBuffer bits) {
        FixedWidth width = values.width();
        int at = start;
        int next = row;
        for (int left = valid; left > 0; ) {
            int run = values.longRun(left);
            int some = run > 0 ? run : values.readSome(left, target, at);
            int covered = some == left ? row + rows - next : covered(bits, next, some);
            if (run > 0) {
                values.readRun(run, target, at, covered);
            } else {
                spread(target, at, width, next, covered, some, bits);
            }
            next += covered;
            at += covered * width.bytes();
            left -= some;
        }
    }

    /// How many rows from `row` on there are up to the last of the next `valid` ones.
    private static int covered(@Nullable ByteBuffer bits, int row, int valid) {
        return bits == null ? valid : Bits.upTo(bits, row, valid);
    }

    private static void spread(
            ByteBuffer target, int at, FixedWidth width, int row, int rows, int valid, @Nullable ByteBuffer bits) {
        if (bits != null && valid < rows) {
            ExpandNulls.fixed(target, at, width, bits, row, rows, valid);
        }
    }
}
