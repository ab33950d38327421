package dev.sheaf.expr.vector;

import dev.sheaf.column.DataType;
import java.lang.foreign.MemorySegment;

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

    /// Strings and binary values: places in one segment, which may be another one for each chunk.
    final class Texts implements Vector {
        private final long[] starts = new long[Chunk.ROWS];
        private final int[] sizes = new int[Chunk.ROWS];
        private final long[] valid = new long[Chunk.WORDS];
        private MemorySegment bytes = MemorySegment.NULL;
        private long regionStart;
        private long regionEnd = -1;
        private boolean regionTested;
        private boolean ascii;

        public long[] starts() {
            return starts;
        }

        public int[] sizes() {
            return sizes;
        }

        public MemorySegment bytes() {
            return bytes;
        }

        /// Points to texts anywhere in `segment`.
        public void bytes(MemorySegment segment) {
            bytes(segment, 0, -1);
        }

        /// Points to texts in a part of `segment` that is not much larger than all of them.
        public void bytes(MemorySegment segment, long start, long end) {
            bytes = segment;
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
        public long regionStart() {
            return regionStart;
        }

        /// Where that part ends; before its start if there is none.
        public long regionEnd() {
            return regionEnd;
        }

        @Override
        public long[] valid() {
            return valid;
        }
    }

    /// Lists and structs, of which expressions see only whether they are null.
    record Nested(long[] valid) implements Vector {
        Nested() {
            this(new long[Chunk.WORDS]);
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
