package dev.sheaf.io.parquet.decode;

import dev.sheaf.column.DataType;
import dev.sheaf.io.parquet.bytes.BigEndian;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.meta.DecimalRange;
import java.nio.ByteBuffer;

/// The values of a data page that become values of fixed width, read front to back.
public sealed interface FixedValues extends PageValues
        permits CodedValues,
                FixedValues.Plain,
                FixedValues.Split,
                FixedValues.Delta,
                FixedValues.FromText,
                FixedValues.Wrapped {

    /// Writes the next `count` values to `target` from byte `at` on.
    ///
    /// @throws MalformedPageException if there are not as many
    void read(int count, ByteBuffer target, int at);

    /// How many values are converted or gathered at a time.
    int CHUNK = CodeDecoder.CHUNK;

    /// Plain encoding: value after value.
    final class Plain implements FixedValues {
        private final FixedConversion conversion;
        private final ByteBuffer data;
        private final int end;
        private int position;

        Plain(FixedConversion conversion, ByteBuffer data, int start, int end) {
            this.conversion = conversion;
            this.data = data;
            this.position = start;
            this.end = end;
        }

        @Override
        public void read(int count, ByteBuffer target, int at) {
            int from = position;
            skip(count);
            conversion.convert(data, from, target, at, count);
        }

        @Override
        public void skip(int count) {
            long bytes = (long) count * conversion.sourceWidth();
            if (bytes > end - position) {
                throw new MalformedPageException("a page ends before the last value that it declares");
            }
            position += (int) bytes;
        }
    }

    /// BYTE_STREAM_SPLIT: all first bytes, then all second bytes, and so on.
    final class Split implements FixedValues {
        private final FixedConversion conversion;
        private final ByteBuffer data;
        private final int start;
        private final int values;
        private final ByteBuffer joined;
        private int next;

        /// @throws MalformedPageException if the bytes are not a whole number of values
        Split(FixedConversion conversion, ByteBuffer data, int start, int end, PageScratch scratch) {
            int width = conversion.sourceWidth();
            if ((end - start) % width != 0) {
                throw new MalformedPageException((end - start)
                        + " bytes in BYTE_STREAM_SPLIT encoding, which are no whole number of" + " values of " + width);
            }
            this.conversion = conversion;
            this.data = data;
            this.start = start;
            this.values = (end - start) / width;
            this.joined = scratch.bytes(Math.multiplyExact(Math.min(CHUNK, values), width));
        }

        @Override
        public void skip(int count) {
            checkLeft(count);
            next += count;
        }

        private void checkLeft(int count) {
            if (count > values - next) {
                throw new MalformedPageException("a page ends before the last value that it declares");
            }
        }

        @Override
        public void read(int count, ByteBuffer target, int at) {
            checkLeft(count);
            int width = conversion.sourceWidth();
            for (int done = 0; done < count; done += CHUNK) {
                int some = Math.min(CHUNK, count - done);
                for (int stream = 0; stream < width; stream++) {
                    join(data, start + stream * values + next, joined, stream, width, some);
                }
                conversion.convert(joined, 0, target, at + done * conversion.targetWidth(), some);
                next += some;
            }
        }

        @Override
        public void checkEnd() {
            if (next != values) {
                throw PageValues.misaligned(values, next);
            }
        }

        private static void join(ByteBuffer data, int from, ByteBuffer joined, int stream, int width, int count) {
            for (int i = 0, to = stream; i < count; i++, to += width) {
                joined.put(to, data.get(from + i));
            }
        }
    }

    /// DELTA_BINARY_PACKED numbers of 4 or 8 bytes.
    final class Delta implements FixedValues {
        private final FixedConversion conversion;
        private final DeltaDecoder decoder;
        private final ByteBuffer numbers;

        Delta(FixedConversion conversion, DeltaDecoder decoder, PageScratch scratch) {
            this.conversion = conversion;
            this.decoder = decoder;
            this.numbers = scratch.bytes(CHUNK * Long.BYTES);
        }

        @Override
        public void skip(int count) {
            decoder.skip(count);
        }

        @Override
        public void read(int count, ByteBuffer target, int at) {
            for (int done = 0; done < count; done += CHUNK) {
                int some = Math.min(CHUNK, count - done);
                if (conversion.sourceWidth() == Integer.BYTES) {
                    decoder.readInts(numbers, some);
                } else {
                    decoder.readLongs(numbers, some);
                }
                conversion.convert(numbers, 0, target, at + done * conversion.targetWidth(), some);
            }
        }
    }

    /// Decimals in byte arrays of any encoding.
    final class FromText implements FixedValues {
        private final TextValues text;
        private final int width;
        private final DecimalRange range;

        FromText(TextValues text, DataType.DecimalType type) {
            this.text = text;
            this.width = type.layout().byteWidth();
            this.range = new DecimalRange(type);
        }

        @Override
        public void read(int count, ByteBuffer target, int at) {
            for (int i = 0; i < count; i++) {
                text.next();
                BigEndian.toInteger(text.bytes(), text.start(), text.size(), target, at + i * width, width);
            }
            range.check(target, at, count);
        }

        @Override
        public void skip(int count) {
            text.skip(count);
        }

        @Override
        public void checkEnd() {
            text.checkEnd();
        }
    }

    /// Values of one width in an encoding for byte arrays.
    final class Wrapped implements FixedValues {
        private final FixedConversion conversion;
        private final TextValues text;

        Wrapped(FixedConversion conversion, TextValues text) {
            this.conversion = conversion;
            this.text = text;
        }

        @Override
        public void read(int count, ByteBuffer target, int at) {
            for (int i = 0; i < count; i++) {
                text.next();
                if (text.size() != conversion.sourceWidth()) {
                    throw new MalformedPageException(
                            "a value of " + text.size() + " bytes, not " + conversion.sourceWidth());
                }
                conversion.convert(text.bytes(), text.start(), target, at + i * conversion.targetWidth(), 1);
            }
        }

        @Override
        public void skip(int count) {
            text.skip(count);
        }

        @Override
        public void checkEnd() {
            text.checkEnd();
        }
    }
}
