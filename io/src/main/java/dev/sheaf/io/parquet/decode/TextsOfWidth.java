package dev.sheaf.io.parquet.decode;

import java.nio.ByteBuffer;

/// Bytes of one width in plain encoding: value after value.
final class TextsOfWidth extends TextValues {
    private final int end;
    private int position;

    TextsOfWidth(ByteBuffer data, int start, int end, int width) {
        super(data, start, width);
        this.position = start;
        this.end = end;
    }

    @Override
    void next() {
        require(size, end - position);
        start = position;
        position += size;
    }
}
