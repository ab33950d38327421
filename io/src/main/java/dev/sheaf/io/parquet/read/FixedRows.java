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
/// Codes go to their rows as they are unpacked; other values are read densely and then moved apart. A long run of one
/// value is written to all rows from its first to its
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
            readCoded(coded, target, start, row, rows, valid, valid < rows ? bits : null);
        } else {
            values.read(valid, target, start);
            spread(target, start, width, row, rows, valid, bits);
        }
    }

    private static void readCoded(
            CodedValues values, ByteBuffer target, int start, int row, int rows, int valid, @Nullable ByteBuffer bits) {
        int bytes = values.width().bytes();
        int next = row;
        for (int left = valid; left > 0; ) {
            int at = start + (next - row) * bytes;
            int rest = row + rows - next;
            int run = values.longRun(left);
            int some = run;
            int covered;
            if (run > 0) {
                covered = run == left ? rest : covered(bits, next, run);
                values.readRun(run, target, at, covered);
            } else if (bits == null) {
                some = values.readSome(left, target, at);
                covered = some;
            } else {
                covered = Math.min(FixedValues.CHUNK, rest);
                some = readSpread(values, bits, next, covered, target, at);
            }
            next += covered;
            left -= some;
        }
    }

    private static int readSpread(CodedValues values, ByteBuffer bits, int row, int rows, ByteBuffer target, int at) {
        int valid = Bits.count(bits, row, rows);
        if (valid > 0) {
            values.readSpread(bits, row, rows, valid, target, at);
        }
        return valid;
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
