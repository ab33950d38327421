package dev.sheaf.expr.vector;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The values of one expression node for the rows of a [Chunk], and which are valid: one bit a row in words,
/// zero past the last row. Values of other rows are left over from anything and are never looked at to decide.
public sealed interface Vector {
    long[] valid();

    /// Integers, decimals of up to 18 digits, dates, times, timestamps and durations. uint64 as raw bits.
    record Longs(long[] values, long[] valid) implements Vector {
        public Longs() {
            this(new long[Chunk.ROWS], new long[Chunk.WORDS]);
        }
    }

    /// Both floating types; float32 is rounded after every operation.
    record Doubles(double[] values, long[] valid) implements Vector {
        public Doubles() {
            this(new double[Chunk.ROWS], new long[Chunk.WORDS]);
        }
    }

    /// Decimals of more than 18 digits in 128 bits.
    record Wides(long[] high, long[] low, long[] valid) implements Vector {
        public Wides() {
            this(new long[Chunk.ROWS], new long[Chunk.ROWS], new long[Chunk.WORDS]);
        }
    }

    /// Bools: one bit a row, zero for rows that are not valid.
    record Bits(long[] values, long[] valid) implements Vector {
        public Bits() {
            this(new long[Chunk.WORDS], new long[Chunk.WORDS]);
        }
    }

    /// Intervals in their three parts.
    record Intervals(int[] months, int[] days, long[] nanos, long[] valid) implements Vector {
        public Intervals() {
            this(new int[Chunk.ROWS], new int[Chunk.ROWS], new long[Chunk.ROWS], new long[Chunk.WORDS]);
        }
    }

    /// The same values; only those that `valid` names are there.
    default Vector with(long[] valid) {
        return switch (this) {
            case Longs longs -> new Longs(longs.values(), valid);
            case Doubles doubles -> new Doubles(doubles.values(), valid);
            case Wides wides -> new Wides(wides.high(), wides.low(), valid);
            case Intervals spans -> new Intervals(spans.months(), spans.days(), spans.nanos(), valid);
            case Texts texts -> new Texts(texts, valid);
            case Nested nested -> new Nested(nested, valid);
            case Bits bits -> {
                long[] values = new long[Chunk.WORDS];
                for (int word = 0; word < values.length; word++) {
                    values[word] = bits.values()[word] & valid[word];
                }
                yield new Bits(values, valid);
            }
        };
    }

    /// Strings and binary values: places in one view, which may be another one for each chunk.
    final class Texts implements Vector {
        private static final ByteBuffer NONE = Views.bytes(MemorySegment.NULL);

        private final int[] starts;
        private final int[] sizes;
        private final long[] valid;
        private ByteBuffer bytes = NONE;
        private int regionStart;
        private int regionEnd = -1;
        private boolean regionTested;
        private boolean ascii;

        public Texts() {
            this.starts = new int[Chunk.ROWS];
            this.sizes = new int[Chunk.ROWS];
            this.valid = new long[Chunk.WORDS];
        }

        private Texts(Texts values, long[] valid) {
            this.starts = values.starts;
            this.sizes = values.sizes;
            this.valid = valid;
            within(values);
        }

        public int[] starts() {
            return starts;
        }

        public int[] sizes() {
            return sizes;
        }

        public ByteBuffer bytes() {
            return bytes;
        }

        /// Points to empty texts.
        public void none() {
            bytes(NONE);
            Arrays.fill(starts, 0);
            Arrays.fill(sizes, 0);
        }

        /// Points to texts anywhere in `view`.
        public void bytes(ByteBuffer view) {
            bytes(view, 0, -1);
        }

        /// Points to texts in a part of `view` that is not much larger than all of them.
        public void bytes(ByteBuffer view, int start, int end) {
            bytes = view;
            regionStart = start;
            regionEnd = end;
            regionTested = false;
        }

        /// Points to parts of the texts of `whole`.
        public void within(Texts whole) {
            bytes(whole.bytes, whole.regionStart, whole.regionEnd);
        }

        /// Whether all texts are known to be ASCII, in which a code point is a byte. Looks at the bytes once.
        public boolean isAscii() {
            if (!regionTested) {
                regionTested = true;
                ascii = regionEnd >= regionStart && Utf8.isAscii(bytes, regionStart, regionEnd - regionStart);
            }
            return ascii;
        }

        /// Where the part starts that holds all texts and little else; see [#regionEnd()].
        public int regionStart() {
            return regionStart;
        }

        /// Where that part ends; before its start if there is none.
        public int regionEnd() {
            return regionEnd;
        }

        @Override
        public long[] valid() {
            return valid;
        }
    }

    /// Lists and structs: numbers of rows of a column, which may be another one for each chunk. Whoever makes the
    /// vector keeps the column open.
    final class Nested implements Vector {
        private final int[] rows;
        private final long[] valid;
        private @Nullable Column column;

        public Nested() {
            this.rows = new int[Chunk.ROWS];
            this.valid = new long[Chunk.WORDS];
        }

        private Nested(Nested values, long[] valid) {
            this.rows = values.rows;
            this.valid = valid;
            this.column = values.column;
        }

        /// The rows of the column, of those that are valid.
        public int[] rows() {
            return rows;
        }

        /// The column; none before there is a value.
        public @Nullable Column column() {
            return column;
        }

        /// Points to rows of a column, or to none.
        public void point(@Nullable Column to) {
            column = to;
        }

        @Override
        public long[] valid() {
            return valid;
        }
    }

    /// A vector for values of a type.
    static Vector of(DataType type) {
        return switch (type.decoded().layout()) {
            case INT8, INT16, INT32, INT64 -> new Longs();
            case FLOAT32, FLOAT64 -> new Doubles();
            case INT128 -> new Wides();
            case NONE, BIT -> new Bits();
            case INTERVAL -> new Intervals();
            case VARIABLE -> new Texts();
            case LIST, STRUCT -> new Nested();
            case DICTIONARY -> throw new AssertionError(type);
        };
    }
}
