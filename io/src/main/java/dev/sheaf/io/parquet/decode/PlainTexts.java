package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.nio.ByteBuffer;

/// Strings or bytes in plain encoding: a length of 4 bytes, then the bytes.
final class PlainTexts extends TextValues {
    private final int end;
    private int position;

    PlainTexts(ByteBuffer data, int start, int end) {
        super(data, start, 0);
        this.position = start;
        this.end = end;
    }

    @Override
    void next() {
        require(Integer.BYTES, end - position);
        size = bytes.getInt(position);
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
            position += (int) (target.byteSize() - before) + quick * Integer.BYTES;
            done += quick;
            if (done < count) {
                next();
                target.append(bytes, start, size);
                done++;
            }
        }
    }
}
