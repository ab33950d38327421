package dev.sheaf.order;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.RunWord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads column values as unsigned numbers in the order of the values. One loop for each width, so that each
/// stays a loop of loads.
final class LimbReads {
    private LimbReads() {}

    private static int row(MemorySegment rows, int from, int i) {
        return rows.get(ValueLayout.JAVA_INT, (from + (long) i) << 2);
    }

    static Limb.Read bools(BoolColumn column) {
        return (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                out[i] = column.isTrue(row(rows, from, i)) ? 1 : 0;
            }
        };
    }

    /// The limbs of a column of fixed width; null if only a comparison orders it.
    static @Nullable List<Limb.Read> fixed(FixedColumn column) {
        MemorySegment values = column.segment();
        boolean signed = !(column.type() instanceof DataType.IntType type) || type.signed();
        return switch (column.type().layout()) {
            case INT8 -> List.of(bytes(values, signed));
            case INT16 -> List.of(shorts(values, signed));
            case INT32 -> List.of(ints(values, signed));
            case INT64 -> List.of(longs(values, 1, 0, signed ? Long.MIN_VALUE : 0));
            case FLOAT32 -> List.of(floats(values));
            case FLOAT64 -> List.of(doubles(values));
            case INT128 -> List.of(longs(values, 2, 1, Long.MIN_VALUE), longs(values, 2, 0, 0));
            case INTERVAL -> null;
            case NONE, BIT, VARIABLE, LIST, STRUCT, DICTIONARY -> throw new AssertionError(column.type());
        };
    }

    private static Limb.Read bytes(MemorySegment values, boolean signed) {
        int flip = signed ? 0x80 : 0;
        return (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                out[i] = (values.get(ValueLayout.JAVA_BYTE, row(rows, from, i)) ^ flip) & 0xFF;
            }
        };
    }

    private static Limb.Read shorts(MemorySegment values, boolean signed) {
        int flip = signed ? 0x8000 : 0;
        return (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                out[i] = (values.getAtIndex(ValueLayout.JAVA_SHORT, row(rows, from, i)) ^ flip) & 0xFFFF;
            }
        };
    }

    private static Limb.Read ints(MemorySegment values, boolean signed) {
        int flip = signed ? Integer.MIN_VALUE : 0;
        return (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                out[i] = Integer.toUnsignedLong(values.getAtIndex(ValueLayout.JAVA_INT, row(rows, from, i)) ^ flip);
            }
        };
    }

    /// Word number `word` of the words that each value has.
    private static Limb.Read longs(MemorySegment values, long words, int word, long flip) {
        return (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                out[i] = values.getAtIndex(ValueLayout.JAVA_LONG, row(rows, from, i) * words + word) ^ flip;
            }
        };
    }

    /// All NaNs are one pattern, above infinity, and -0.0 is 0.0.
    private static Limb.Read floats(MemorySegment values) {
        return (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                int bits = Float.floatToIntBits(values.getAtIndex(ValueLayout.JAVA_FLOAT, row(rows, from, i)) + 0.0f);
                out[i] = Integer.toUnsignedLong(bits ^ ((bits >> 31) | Integer.MIN_VALUE));
            }
        };
    }

    private static Limb.Read doubles(MemorySegment values) {
        return (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                double value = values.getAtIndex(ValueLayout.JAVA_DOUBLE, row(rows, from, i));
                long bits = Double.doubleToLongBits(value + 0.0);
                out[i] = bits ^ ((bits >> 63) | Long.MIN_VALUE);
            }
        };
    }

    /// Ranks of dictionary codes. Codes of null rows mean nothing, so they may lie outside.
    static Limb.Read ranks(MemorySegment codes, MemorySegment ranks, int distinct) {
        return (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                int code = codes.getAtIndex(ValueLayout.JAVA_INT, row(rows, from, i));
                boolean inside = Integer.compareUnsigned(code, distinct) < 0;
                out[i] = inside ? ranks.get(ValueLayout.JAVA_INT, (long) code << 2) : 0;
            }
        };
    }

    /// The same where ranks are small.
    static Limb.Read ranks(MemorySegment codes, byte[] ranks) {
        return (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                int code = codes.getAtIndex(ValueLayout.JAVA_INT, row(rows, from, i));
                out[i] = Integer.compareUnsigned(code, ranks.length) < 0 ? ranks[code] : 0;
            }
        };
    }

    /// The [RunWord] of each row's text from byte `depth` on.
    static Limb.Read runWords(VarColumn text, int depth) {
        return (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                out[i] = runWord(text, row(rows, from, i), depth);
            }
        };
    }

    /// The [RunWord] of a row's text from byte `depth` on.
    static long runWord(VarColumn text, long row, long depth) {
        long start = text.offsets().start(row);
        return RunWord.of(text.segment(), start + depth, text.offsets().start(row + 1) - start - depth);
    }

    /// The first bytes of text, zeros past its end: equal numbers do not mean equal texts.
    static Limb.Read firstBytes(VarColumn text, int bytes) {
        int drop = Byte.SIZE * (Long.BYTES - bytes);
        return (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                int row = row(rows, from, i);
                long start = text.offsets().start(row);
                long size = text.offsets().start(row + 1L) - start;
                out[i] = TextDifferences.word(text.segment(), start, size, 0) >>> drop;
            }
        };
    }
}
