package dev.sheaf.io.parquet.decode;

import dev.sheaf.column.DataType;
import dev.sheaf.io.parquet.bytes.BigEndian;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.meta.DecimalRange;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

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
    void read(int count, MemorySegment target, long at);

    /// How many values are converted or gathered at a time.
    int CHUNK = HybridDecoder.CHUNK;

    /// Plain encoding: value after value.
    final class Plain implements FixedValues {
        private final FixedConversion conversion;
        private final MemorySegment data;
        private final long end;
        private long position;

        Plain(FixedConversion conversion, MemorySegment data, long start, long end) {
            this.conversion = conversion;
            this.data = data;
            this.position = start;
            this.end = end;
        }

        @Override
        public void read(int count, MemorySegment target, long at) {
            long from = position;
            skip(count);
            conversion.convert(data, from, target, at, count);
        }

        @Override
        public void skip(int count) {
            long bytes = (long) count * conversion.sourceWidth();
            if (bytes > end - position) {
                throw new MalformedPageException("a page ends before the last value that it declares");
            }
            position += bytes;
        }
    }

    /// BYTE_STREAM_SPLIT: all first bytes, then all second bytes, and so on.
    final class Split implements FixedValues {
        private final FixedConversion conversion;
        private final MemorySegment data;
        private final long start;
        private final long values;
        private final byte[] scratch;
        private final MemorySegment scratchSegment;
        private long next;

        /// @throws MalformedPageException if the bytes are not a whole number of values
        Split(FixedConversion conversion, MemorySegment data, long start, long end) {
            if ((end - start) % conversion.sourceWidth() != 0) {
                throw new MalformedPageException(
                        (end - start) + " bytes in BYTE_STREAM_SPLIT encoding, which are no whole number of"
                                + " values of " + conversion.sourceWidth());
            }
            this.conversion = conversion;
            this.data = data;
            this.start = start;
            this.values = (end - start) / conversion.sourceWidth();
            this.scratch = new byte[CHUNK * conversion.sourceWidth() + Long.BYTES];
            this.scratchSegment = MemorySegment.ofArray(scratch);
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
        public void read(int count, MemorySegment target, long at) {
            checkLeft(count);
            for (int done = 0; done < count; done += CHUNK) {
                int some = Math.min(CHUNK, count - done);
                join(some);
                conversion.convert(scratchSegment, 0, target, at + (long) done * conversion.targetWidth(), some);
                next += some;
            }
        }

        @Override
        public void checkEnd() {
            if (next != values) {
                throw PageValues.misaligned(values, next);
            }
        }

        private void join(int count) {
            int width = conversion.sourceWidth();
            for (int stream = 0; stream < width; stream++) {
                long from = start + stream * values + next;
                for (int i = 0; i < count; i++) {
                    scratch[i * width + stream] = data.get(ValueLayout.JAVA_BYTE, from + i);
                }
            }
        }
    }

    /// DELTA_BINARY_PACKED numbers of 4 or 8 bytes.
    final class Delta implements FixedValues {
        private final FixedConversion conversion;
        private final DeltaDecoder decoder;
        private final long[] numbers = new long[CHUNK];
        private final int[] narrow = new int[CHUNK];
        private final MemorySegment scratch;

        Delta(FixedConversion conversion, DeltaDecoder decoder) {
            this.conversion = conversion;
            this.decoder = decoder;
            this.scratch = isNarrow() ? MemorySegment.ofArray(narrow) : MemorySegment.ofArray(numbers);
        }

        @Override
        public void skip(int count) {
            for (int done = 0; done < count; done += CHUNK) {
                decoder.read(numbers, Math.min(CHUNK, count - done));
            }
        }

        private boolean isNarrow() {
            return conversion.sourceWidth() == Integer.BYTES;
        }

        @Override
        public void read(int count, MemorySegment target, long at) {
            for (int done = 0; done < count; done += CHUNK) {
                int some = Math.min(CHUNK, count - done);
                decoder.read(numbers, some);
                if (isNarrow()) {
                    for (int i = 0; i < some; i++) {
                        narrow[i] = (int) numbers[i];
                    }
                }
                conversion.convert(scratch, 0, target, at + (long) done * conversion.targetWidth(), some);
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
        public void read(int count, MemorySegment target, long at) {
            for (int i = 0; i < count; i++) {
                text.next();
                BigEndian.toInteger(text.bytes(), text.start(), text.size(), target, at + (long) i * width, width);
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
        public void read(int count, MemorySegment target, long at) {
            for (int i = 0; i < count; i++) {
                text.next();
                if (text.size() != conversion.sourceWidth()) {
                    throw new MalformedPageException(
                            "a value of " + text.size() + " bytes, not " + conversion.sourceWidth());
                }
                conversion.convert(text.bytes(), text.start(), target, at + (long) i * conversion.targetWidth(), 1);
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
