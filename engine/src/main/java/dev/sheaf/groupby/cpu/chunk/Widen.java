package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/// Copies rows of a column into arrays of longs or doubles, so that the loops behind it come in one kind.
///
/// The arrays hold one chunk and stay in the first-level cache. Values under nulls are copied like any other
/// and mean nothing.
public final class Widen {
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Widen() {}

    /// A chunk of a column as [LongReader] has it.
    public static void longs(Column column, long from, int rows, long[] out) {
        LongReader.of(column).read(from, rows, out);
    }

    /// The low or high words of 16-byte values, those of intervals as their length alone gives them.
    public static void words(FixedColumn column, boolean high, long from, int rows, long[] out) {
        LongBuffer values = column.longs(2 * from, 2L * rows);
        if (column.type().layout() == Layout.INTERVAL) {
            spans(values, high, rows, out);
        } else {
            everySecond(values, high ? 1 : 0, rows, out);
        }
    }

    private static void everySecond(LongBuffer values, int first, int rows, long[] out) {
        for (int i = 0; i < rows; i++) {
            out[i] = values.get(2 * i + first);
        }
    }

    private static void spans(LongBuffer values, boolean high, int rows, long[] out) {
        for (int i = 0; i < rows; i++) {
            Interval span =
                    Interval.of(values.get(2 * i), values.get(2 * i + 1)).normal();
            out[i] = high ? span.nanos() : span.calendarWord();
        }
    }

    /// As [#longs], floats with one bit pattern for all NaNs and for both zeros.
    public static void keys(Column column, long from, int rows, long[] out) {
        longs(column, from, rows, out);
        if (column.type().equals(DataType.FLOAT64)) {
            canonicalDoubles(out, rows);
        } else if (column.type().equals(DataType.FLOAT32)) {
            canonicalFloats(out, rows);
        }
    }

    /// Adding 0.0 turns -0.0 into 0.0 and nothing else into something else.
    private static void canonicalDoubles(long[] bits, int rows) {
        for (int i = 0; i < rows; i++) {
            bits[i] = Double.doubleToLongBits(Double.longBitsToDouble(bits[i]) + 0.0);
        }
    }

    private static void canonicalFloats(long[] bits, int rows) {
        for (int i = 0; i < rows; i++) {
            bits[i] = Float.floatToIntBits(Float.intBitsToFloat((int) bits[i]) + 0.0f);
        }
    }

    /// Where `rows` texts or lists from number `from` on start, and where the last of them ends.
    public static void starts(Offsets offsets, long from, int rows, long[] out) {
        if (offsets.wide()) {
            MemorySegment.copy(offsets.segment(), ValueLayout.JAVA_LONG, from << 3, out, 0, rows + 1);
        } else {
            starts(offsets.ints(from, rows), rows + 1, out);
        }
    }

    private static void starts(IntBuffer starts, int count, long[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = starts.get(i);
        }
    }

    /// The codes of a dictionary, -1 for nulls.
    static void codes(DictionaryColumn column, long from, int rows, int[] out) {
        MemorySegment.copy(column.segment(), ValueLayout.JAVA_INT, from << 2, out, 0, rows);
        Validity validity = column.validity();
        if (!validity.allValid()) {
            for (int i = 0; i < rows; i += Long.SIZE) {
                hideNulls(validity.word(from + i), i, Math.min(rows, i + Long.SIZE), out);
            }
        }
    }

    private static void hideNulls(long valid, int from, int to, int[] codes) {
        for (int i = from; i < to; i++) {
            codes[i] |= (int) (valid >>> (i - from) & 1) - 1;
        }
    }

    /// Which rows are valid, as 1 and 0.
    public static void validity(Validity validity, long from, int rows, byte[] out) {
        for (int i = 0; i < rows; i += Long.SIZE) {
            spread(validity.word(from + i), i, Math.min(rows, i + Long.SIZE), out);
        }
    }

    /// Writes one byte for each bit, eight at a time: a byte copied eight times, where each copy keeps another
    /// bit, which then carries into its topmost.
    private static void spread(long bits, int from, int to, byte[] out) {
        long word = bits;
        int row = from;
        for (; row + Byte.SIZE <= to; row += Byte.SIZE, word >>>= Byte.SIZE) {
            long each = ((word & 0xFF) * 0x0101_0101_0101_0101L) & 0x8040_2010_0804_0201L;
            EIGHT_BYTES.set(out, row, ((each + 0x7F7F_7F7F_7F7F_7F7FL) >>> 7) & 0x0101_0101_0101_0101L);
        }
        for (; row < to; row++, word >>>= 1) {
            out[row] = (byte) (word & 1);
        }
    }

    /// Which rows are true, as 1 and 0; null is not true.
    public static void truth(BoolColumn column, long from, int rows, byte[] out) {
        for (int i = 0; i < rows; i += Long.SIZE) {
            spread(column.trueWord(from + i), i, Math.min(rows, i + Long.SIZE), out);
        }
    }
}
