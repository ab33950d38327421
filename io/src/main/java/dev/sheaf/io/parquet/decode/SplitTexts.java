package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.nio.ByteBuffer;

/// Bytes of one width in BYTE_STREAM_SPLIT encoding: all first bytes, then all second bytes, and so on.
final class SplitTexts extends TextValues {
    private final ByteBuffer data;
    private final int first;
    private final int values;
    private int next;

    /// @throws MalformedPageException if the bytes are not a whole number of values
    SplitTexts(ByteBuffer data, int start, int end, int width, PageScratch scratch) {
        super(scratch.bytes(Math.min(width, end - start)), 0, width);
        if ((end - start) % width != 0) {
            throw new MalformedPageException((end - start)
                    + " bytes in BYTE_STREAM_SPLIT encoding, which are no whole number of" + " values of " + width);
        }
        this.data = data;
        this.first = start;
        this.values = (end - start) / width;
    }

    @Override
    void next() {
        require(1, values - next);
        for (int stream = 0, from = first + next; stream < size; stream++, from += values) {
            bytes.put(stream, data.get(from));
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
