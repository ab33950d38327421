package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.nio.ByteBuffer;

/// The values of a data page, still encoded, without the nulls between them.
public sealed interface PageValues permits FixedValues, TextValues, PageValues.TextCodes, PageValues.Bools {

    /// Passes over the next `count` values and decodes as little of them as possible.
    ///
    /// @throws MalformedPageException if there are not as many
    void skip(int count);

    /// Called once all values of the page are read. Encodings that derive where values lie from how many
    /// there are compare that with how many were read: values that lie elsewhere would have been read as
    /// others.
    ///
    /// @throws MalformedPageException if the page has room for another number of values than it declares
    default void checkEnd() {}

    /// What [#checkEnd()] finds wrong.
    static MalformedPageException misaligned(long room, long read) {
        return new MalformedPageException("a page of " + read + " values that are laid out as " + room);
    }

    /// Codes into the dictionary of a chunk of strings or bytes.
    record TextCodes(CodeDecoder codes) implements PageValues {
        @Override
        public void skip(int count) {
            codes.skip(count);
        }
    }

    /// Bools in plain encoding, one bit each, or as runs.
    sealed interface Bools extends PageValues {

        /// Reads the next `count` values into zeroed bits from bit `at` on.
        ///
        /// @throws MalformedPageException if there are not as many
        void read(ByteBuffer target, int at, int count);
    }

    /// Bools of one bit each.
    final class PackedBools implements Bools {
        private final ByteBuffer data;
        private final long endBit;
        private long bit;

        PackedBools(ByteBuffer data, int start, int end) {
            this.data = data;
            this.bit = start * 8L;
            this.endBit = end * 8L;
        }

        @Override
        public void read(ByteBuffer target, int at, int count) {
            long from = bit;
            skip(count);
            Bits.copy(data, from, target, at, count);
        }

        @Override
        public void skip(int count) {
            if (count > endBit - bit) {
                throw new MalformedPageException("a page ends before the last value that it declares");
            }
            bit += count;
        }
    }

    /// Bools as runs.
    record RunBools(LevelDecoder runs) implements Bools {
        @Override
        public void read(ByteBuffer target, int at, int count) {
            runs.readBits(target, at, count);
        }

        @Override
        public void skip(int count) {
            runs.skipBits(count);
        }
    }
}
