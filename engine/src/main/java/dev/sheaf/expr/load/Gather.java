package dev.sheaf.expr.load;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.memory.Views;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// Loads values at dictionary codes.
public final class Gather {
    /// So many bits are copied to an array first, a byte for each row of a chunk at most, since the bounds of an array
    /// cost less to check than those of a view.
    private static final int NEAR_BITS = Chunk.ROWS * Byte.SIZE;

    private static final byte[] NONE = {};

    private Gather() {}

    /// The codes of the chunk; 0 where `valid` says null, because there they are undefined.
    public static void loadCodes(DictionaryColumn dictionary, Chunk chunk, long[] valid, int[] codes) {
        Views.ints(dictionary.segment(), chunk.start(), chunk.rows()).get(0, codes, 0, chunk.rows());
        if (dictionary.validity().allValid()) {
            return;
        }
        for (int row = 0; row < chunk.rows(); row++) {
            codes[row] &= -(int) (valid[row >>> 6] >>> row & 1);
        }
    }

    /// The values at the codes; none where the dictionary is empty or has nulls alone, whose rows are all null.
    /// Does not look at which are null.
    public static void values(Column values, int[] codes, Chunk chunk, Vector target) {
        if (values.length() == 0 || values instanceof NullColumn) {
            nothing(chunk, target);
            return;
        }
        if (values instanceof FixedColumn fixed && fixed.segment().byteSize() > chunk.mostBytes()) {
            far(fixed, codes, chunk, target);
        } else {
            near(values, codes, chunk, target);
        }
    }

    /// Of more bytes than one view has, the values that the rows span.
    private static void far(FixedColumn values, int[] codes, Chunk chunk, Vector target) {
        int first = Arrays.stream(codes, 0, chunk.rows()).min().orElse(0);
        int last = Arrays.stream(codes, 0, chunk.rows()).max().orElse(0);
        long count = (long) last + 1 - first;
        chunk.checkBytes(count * values.type().layout().byteWidth());
        int[] inside = new int[codes.length];
        for (int row = 0; row < chunk.rows(); row++) {
            inside[row] = codes[row] - first;
        }
        try (Column part = values.slice(first, count)) {
            near(part, inside, chunk, target);
        }
    }

    private static void near(Column values, int[] codes, Chunk chunk, Vector target) {
        int rows = chunk.rows();
        switch (target) {
            case Vector.Longs longs -> LongReader.gather((FixedColumn) values, codes, rows, longs.values());
            case Vector.Doubles doubles -> DoubleReader.gather((FixedColumn) values, codes, rows, doubles.values());
            case Vector.Wides wides -> WideReader.gather((FixedColumn) values, codes, rows, wides);
            case Vector.Intervals intervals -> WideReader.gather((FixedColumn) values, codes, rows, intervals);
            case Vector.Bits bits -> bits((BoolColumn) values, codes, chunk, bits);
            case Vector.Texts texts -> TextReader.gather((VarColumn) values, codes, chunk, texts);
            case Vector.Nested nested -> {
                nested.point(values);
                System.arraycopy(codes, 0, nested.rows(), 0, rows);
            }
        }
    }

    /// Bits under nulls are 0, and texts lie in memory that is there: neither may be left from the batch before.
    private static void nothing(Chunk chunk, Vector target) {
        if (target instanceof Vector.Bits bits) {
            Bitmaps.clear(bits.values(), chunk.words());
        } else if (target instanceof Vector.Texts texts) {
            texts.none();
        }
    }

    private static void bits(BoolColumn values, int[] codes, Chunk chunk, Vector.Bits bits) {
        byte[] near = values.length() <= NEAR_BITS ? near(values) : NONE;
        for (int word = 0; word < chunk.words(); word++) {
            int first = word << 6;
            int rows = Math.min(Long.SIZE, chunk.rows() - first);
            bits.values()[word] = near.length > 0
                    ? word(near, (int) values.bitOffset() & 7, codes, first, rows)
                    : word(Views.bytes(values.bits().segment()), values.bitOffset(), codes, first, rows);
        }
        Bitmaps.and(bits.values(), bits.valid(), bits.values(), chunk.words());
    }

    /// The bytes that hold the bits, the first of which begins with bits of no value.
    private static byte[] near(BoolColumn values) {
        long first = values.bitOffset() >>> 3;
        long end = (values.bitOffset() + values.length() + 7) >>> 3;
        return values.bits().segment().asSlice(first, end - first).toArray(ValueLayout.JAVA_BYTE);
    }

    private static long word(byte[] bits, int offset, int[] codes, int first, int rows) {
        long word = 0;
        for (int i = 0; i < rows; i++) {
            int bit = offset + codes[first + i];
            word |= (long) (bits[bit >>> 3] >>> (bit & 7) & 1) << i;
        }
        return word;
    }

    private static long word(ByteBuffer bits, long offset, int[] codes, int first, int rows) {
        long word = 0;
        for (int i = 0; i < rows; i++) {
            long bit = offset + codes[first + i];
            word |= (long) (bits.get((int) (bit >>> 3)) >>> (bit & 7) & 1) << i;
        }
        return word;
    }

    /// The values at rows of a column, which may be a dictionary; rows that are null there become null.
    public static void rows(Column column, int[] rows, Chunk chunk, Vector target) {
        dropNulls(column, rows, chunk, target.valid());
        if (!(column instanceof DictionaryColumn dictionary)) {
            values(column, rows, chunk, target);
            return;
        }
        int[] codes = new int[chunk.rows()];
        for (int row = 0; row < codes.length; row++) {
            codes[row] = Bitmaps.isSet(target.valid(), row) ? dictionary.code(rows[row]) : 0;
        }
        values(dictionary.values(), codes, chunk, target);
    }

    /// Takes the validity off rows whose code stands for a null.
    public static void dropNulls(Column values, int[] codes, Chunk chunk, long[] valid) {
        if (values.length() == 0 || values.validity().allValid()) {
            return;
        }
        for (int row = 0; row < chunk.rows(); row++) {
            valid[row >>> 6] &= ~((values.isNull(codes[row]) ? 1L : 0L) << row);
        }
    }
}
