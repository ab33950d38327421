package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.nio.ByteBuffer;

/// Strings or bytes in DELTA_LENGTH_BYTE_ARRAY encoding: all lengths, delta encoded, then all bytes.
final class LengthTexts extends TextValues {
    private final int end;
    private final DeltaDecoder lengths;
    private long read;

    LengthTexts(ByteBuffer data, int start, int end) {
        super(data, new DeltaDecoder(data, start, end).skipToEnd(), 0);
        this.end = end;
        this.lengths = new DeltaDecoder(data, start, end);
    }

    @Override
    void next() {
        long length = lengths.next();
        start += size;
        if (length < 0 || length > end - start) {
            throw new MalformedPageException(
                    "a value of " + length + " bytes where the page has " + (end - start) + " left");
        }
        size = (int) length;
        read++;
    }

    /// How many values were read.
    long read() {
        return read;
    }

    @Override
    public void checkEnd() {
        if (lengths.total() != read) {
            throw PageValues.misaligned(lengths.total(), read);
        }
    }
}
