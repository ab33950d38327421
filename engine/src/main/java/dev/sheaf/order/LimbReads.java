package dev.sheaf.order;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.column.copy.ValueReads;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.RunMemory;
import dev.sheaf.memory.RunWord;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads column values as unsigned numbers in the order of the values. One loop for each width, so that each
/// stays a loop of loads.
final class LimbReads {
    private LimbReads() {}

    static Limb.Read bools(BoolColumn column) {
        return (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                out[i] = column.isTrue(rows[from + i]) ? 1 : 0;
            }
        };
    }

    /// The limbs of a column of fixed width; null if only a comparison orders it.
    static @Nullable List<Limb.Read> fixed(FixedColumn column) {
        MemorySegment values = column.segment();
        int width = column.type().layout().byteWidth();
        boolean signed = !(column.type() instanceof DataType.IntType type) || type.signed();
        return switch (column.type().layout()) {
            case INT8, INT16, INT32, INT64 -> List.of(whole(ValueReads.of(values, width), width, signed));
            case FLOAT32 -> List.of(floats(ValueReads.of(values, width)));
            case FLOAT64 -> List.of(doubles(ValueReads.of(values, width)));
            case INT128 ->
                List.of(
                        whole(ValueReads.words(values, 2, 1), 8, true),
                        whole(ValueReads.words(values, 2, 0), 8, false));
            case INTERVAL -> null;
            case NONE, BIT, VARIABLE, LIST, STRUCT, DICTIONARY -> throw new AssertionError(column.type());
        };
    }

    /// Numbers of `width` bytes.
    private static Limb.Read whole(ValueReads values, int width, boolean signed) {
        long mask = -1L >>> (Long.SIZE - width * Byte.SIZE);
        long flip = signed ? mask ^ mask >>> 1 : 0;
        return (rows, from, count, out) -> {
            values.read(rows, from, count, out);
            for (int i = 0; i < count; i++) {
                out[i] = (out[i] ^ flip) & mask;
            }
        };
    }

    /// All NaNs are one pattern, above infinity, and -0.0 is 0.0.
    private static Limb.Read floats(ValueReads values) {
        return (rows, from, count, out) -> {
            values.read(rows, from, count, out);
            for (int i = 0; i < count; i++) {
                int bits = Float.floatToIntBits(Float.intBitsToFloat((int) out[i]) + 0.0f);
                out[i] = Integer.toUnsignedLong(bits ^ ((bits >> 31) | Integer.MIN_VALUE));
            }
        };
    }

    private static Limb.Read doubles(ValueReads values) {
        return (rows, from, count, out) -> {
            values.read(rows, from, count, out);
            for (int i = 0; i < count; i++) {
                long bits = Double.doubleToLongBits(Double.longBitsToDouble(out[i]) + 0.0);
                out[i] = bits ^ ((bits >> 63) | Long.MIN_VALUE);
            }
        };
    }

    /// Ranks of dictionary codes. Codes of null rows mean nothing, so they may lie outside.
    static Limb.Read ranks(MemorySegment codes, Ints ranks, int distinct) {
        ValueReads read = ValueReads.of(codes, Integer.BYTES);
        return (rows, from, count, out) -> {
            read.read(rows, from, count, out);
            for (int i = 0; i < count; i++) {
                out[i] = out[i] >= 0 && out[i] < distinct ? ranks.get(out[i]) : 0;
            }
        };
    }

    /// The same where ranks are small.
    static Limb.Read ranks(MemorySegment codes, byte[] ranks) {
        ValueReads read = ValueReads.of(codes, Integer.BYTES);
        return (rows, from, count, out) -> {
            read.read(rows, from, count, out);
            for (int i = 0; i < count; i++) {
                out[i] = out[i] >= 0 && out[i] < ranks.length ? ranks[(int) out[i]] : 0;
            }
        };
    }

    /// The [RunWord] of each row's text from byte `depth` on.
    static Limb.Read runWords(VarColumn text, int depth) {
        RunMemory runs = text.runs();
        return (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                out[i] = runWord(runs, rows[from + i], depth);
            }
        };
    }

    /// The [RunWord] of a row's text from byte `depth` on.
    static long runWord(RunMemory runs, long row, long depth) {
        long start = runs.start(row);
        long left = runs.start(row + 1) - start - depth;
        return RunWord.of(runs.word(start + depth, left), left);
    }

    /// The first bytes of text, zeros past its end: equal numbers do not mean equal texts.
    static Limb.Read firstBytes(VarColumn text, int bytes) {
        RunMemory runs = text.runs();
        int drop = Byte.SIZE * (Long.BYTES - bytes);
        return (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                long start = runs.start(rows[from + i]);
                out[i] = runs.word(start, runs.start(rows[from + i] + 1L) - start) >>> drop;
            }
        };
    }
}
