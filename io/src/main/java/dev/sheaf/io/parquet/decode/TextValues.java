package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.nio.ByteBuffer;

/// The values of a data page that are strings or bytes, read front to back.
///
/// [#next()] moves to a value, which then lies at [#start()] of [#bytes()] in [#size()] bytes. There are 8 readable
/// bytes past the value.
public abstract sealed class TextValues implements PageValues
        permits PlainTexts, TextsOfWidth, SplitTexts, LengthTexts, PrefixedTexts, UuidTexts {
    ByteBuffer bytes;
    int start;
    int size;

    TextValues(ByteBuffer bytes, int start, int size) {
        this.bytes = bytes;
        this.start = start;
        this.size = size;
    }

    /// Moves to the next value.
    ///
    /// @throws MalformedPageException if there is none
    abstract void next();

    final ByteBuffer bytes() {
        return bytes;
    }

    final int start() {
        return start;
    }

    final int size() {
        return size;
    }

    @Override
    public void skip(int count) {
        for (int i = 0; i < count; i++) {
            next();
        }
    }

    /// Appends the next `count` values to `target`.
    ///
    /// @throws MalformedPageException if there are not as many
    public void read(int count, TextBuilder target) {
        for (int i = 0; i < count; i++) {
            next();
            target.append(bytes, start, size);
        }
    }

    /// @throws MalformedPageException if fewer than `needed` bytes lie before the end of the page
    static void require(long needed, int left) {
        if (needed > left) {
            throw new MalformedPageException("a page ends before the last value that it declares");
        }
    }
}
