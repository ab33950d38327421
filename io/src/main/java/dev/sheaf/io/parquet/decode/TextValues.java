package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.Bytes;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The values of a data page that are strings or bytes, read front to back.
///
/// [#next()] moves to a value, which then lies at [#start()] of [#bytes()] in [#size()] bytes. Segments have
/// 8 readable bytes past the value.
public sealed interface TextValues extends PageValues {

    /// Moves to the next value.
    ///
    /// @throws MalformedPageException if there is none
    void next();

    MemorySegment bytes();

    long start();

    int size();

    @Override
    default void skip(int count) {
        for (int i = 0; i < count; i++) {
            next();
        }
    }

    /// Appends the next `count` values to `target`.
    ///
    /// @throws MalformedPageException if there are not as many
    default void read(int count, TextBuilder target) {
        for (int i = 0; i < count; i++) {
            next();
            target.append(bytes(), start(), size());
        }
    }

    private static MalformedPageException tooFew() {
        return new MalformedPageException("a page ends before the last value that it declares");
    }

    /// Knows where the value is that was moved to last.
    abstract sealed class Positioned implements TextValues {
        MemorySegment bytes;
        long start;
        int size;

        Positioned(MemorySegment bytes, long start, int size) {
            this.bytes = bytes;
            this.start = start;
            this.size = size;
        }

        @Override
        public final MemorySegment bytes() {
            return bytes;
        }

        @Override
        public final long start() {
            return start;
        }

        @Override
        public final int size() {
            return size;
        }
    }

    /// Plain encoding: a length of 4 bytes, then the bytes.
    final class Plain extends Positioned {
        private final long end;
        private long position;

        Plain(MemorySegment data, long start, long end) {
            super(data, start, 0);
            this.position = start;
            this.end = end;
        }

        @Override
        public void next() {
            if (end - position < Integer.BYTES) {
                throw tooFew();
            }
            size = bytes.get(Bytes.LE_INT, position);
            start = position + Integer.BYTES;
            if (size < 0 || size > end - start) {
                throw new MalformedPageException(
                        "a value of " + size + " bytes where the page has " + (end - start) + " left");
            }
            position = start + size;
        }

        @Override
        public void read(int count, TextBuilder target) {
            int done = 0;
            while (done < count) {
                long before = target.byteSize();
                int quick = target.appendPrefixed(bytes, position, end, count - done);
                position += target.byteSize() - before + (long) quick * Integer.BYTES;
                done += quick;
                if (done < count) {
                    next();
                    target.append(bytes, start, size);
                    target.seeAscii();
                    done++;
                }
            }
        }
    }

    /// Plain encoding of values of one width.
    final class OfWidth extends Positioned {
        private final long end;

        OfWidth(MemorySegment data, long start, long end, int width) {
            super(data, start - width, width);
            this.end = end;
        }

        @Override
        public void next() {
            start += size;
            if (size > end - start) {
                throw tooFew();
            }
        }
    }

    /// BYTE_STREAM_SPLIT of values of one width: all first bytes, then all second bytes, and so on.
    final class Split extends Positioned {
        private final MemorySegment data;
        private final long first;
        private final long values;
        private final byte[] value;
        private long next;

        /// @throws MalformedPageException if the bytes are not a whole number of values
        Split(MemorySegment data, long start, long end, int width) {
            byte[] own = new byte[width + Long.BYTES];
            super(MemorySegment.ofArray(own), 0, width);
            if ((end - start) % width != 0) {
                throw new MalformedPageException((end - start)
                        + " bytes in BYTE_STREAM_SPLIT encoding, which are no whole number of" + " values of " + width);
            }
            this.data = data;
            this.first = start;
            this.values = (end - start) / width;
            this.value = own;
        }

        @Override
        public void next() {
            if (next >= values) {
                throw tooFew();
            }
            for (int stream = 0; stream < size; stream++) {
                value[stream] = data.get(ValueLayout.JAVA_BYTE, first + stream * values + next);
            }
            next++;
        }

        @Override
        public void checkEnd() {
            if (next != values) {
                throw PageValues.misaligned(values, next);
            }
        }
    }

    /// DELTA_LENGTH_BYTE_ARRAY: all lengths, delta encoded, then all bytes.
    final class Lengths extends Positioned {
        private final long end;
        private final DeltaDecoder lengths;
        private final long[] one = new long[1];
        private long read;

        Lengths(MemorySegment data, long start, long end) {
            super(data, new DeltaDecoder(data, start, end).skipToEnd(), 0);
            this.end = end;
            this.lengths = new DeltaDecoder(data, start, end);
        }

        @Override
        public void next() {
            lengths.read(one, 1);
            start += size;
            if (one[0] < 0 || one[0] > end - start) {
                throw new MalformedPageException(
                        "a value of " + one[0] + " bytes where the page has " + (end - start) + " left");
            }
            size = (int) one[0];
            read++;
        }

        @Override
        public void checkEnd() {
            if (lengths.total() != read) {
                throw PageValues.misaligned(lengths.total(), read);
            }
        }
    }

    /// DELTA_BYTE_ARRAY: how many bytes each value shares with the one before, then the rest of each value as
    /// [Lengths].
    final class Prefixed extends Positioned {
        private static final int ANY_WIDTH = -1;

        private final int width;
        private final DeltaDecoder prefixes;
        private final Lengths suffixes;
        private final long[] one = new long[1];
        private byte[] value;

        Prefixed(MemorySegment data, long start, long end) {
            this(data, start, end, ANY_WIDTH);
        }

        /// Values that all have `width` bytes.
        Prefixed(MemorySegment data, long start, long end, int width) {
            byte[] own = new byte[64];
            super(MemorySegment.ofArray(own), 0, 0);
            this.value = own;
            this.width = width;
            this.prefixes = new DeltaDecoder(data, start, end);
            this.suffixes = new Lengths(data, new DeltaDecoder(data, start, end).skipToEnd(), end);
        }

        @Override
        public void next() {
            prefixes.read(one, 1);
            long shared = one[0];
            suffixes.next();
            if (shared < 0 || shared > size) {
                throw new MalformedPageException("a value shares " + shared + " bytes with one of " + size);
            }
            int newSize = Math.toIntExact(shared + suffixes.size());
            if (width != ANY_WIDTH && newSize != width) {
                throw new MalformedPageException("a value of " + newSize + " bytes, not " + width);
            }
            if (newSize + Long.BYTES > value.length) {
                value = Arrays.copyOf(value, Math.max(newSize + Long.BYTES, 2 * value.length));
                bytes = MemorySegment.ofArray(value);
            }
            MemorySegment.copy(suffixes.bytes(), suffixes.start(), bytes, shared, suffixes.size());
            size = newSize;
        }

        @Override
        public void checkEnd() {
            suffixes.checkEnd();
            if (prefixes.total() != suffixes.read) {
                throw PageValues.misaligned(prefixes.total(), suffixes.read);
            }
        }
    }

    /// UUIDs of 16 bytes as their text of 36 characters.
    final class Uuid extends Positioned {
        private static final int CHARACTERS = 36;
        private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

        private final TextValues source;
        private final byte[] text;

        Uuid(TextValues source) {
            byte[] own = new byte[CHARACTERS + Long.BYTES];
            super(MemorySegment.ofArray(own), 0, CHARACTERS);
            this.text = own;
            this.source = source;
        }

        @Override
        public void next() {
            source.next();
            if (source.size() != 16) {
                throw new MalformedPageException("a UUID of " + source.size() + " bytes");
            }
            int at = 0;
            for (int i = 0; i < 16; i++) {
                if (i == 4 || i == 6 || i == 8 || i == 10) {
                    text[at++] = '-';
                }
                int value = source.bytes().get(ValueLayout.JAVA_BYTE, source.start() + i);
                text[at++] = DIGITS[value >> 4 & 15];
                text[at++] = DIGITS[value & 15];
            }
        }

        @Override
        public void checkEnd() {
            source.checkEnd();
        }
    }
}
