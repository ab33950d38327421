package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.nio.ByteBuffer;

/// Strings or bytes in DELTA_BYTE_ARRAY encoding: how many bytes each value shares with the one before, then the rest
/// of each value as [LengthTexts].
final class PrefixedTexts extends TextValues {
    static final int ANY_WIDTH = -1;
    private static final int FIRST_BYTES = 64;

    private final int width;
    private final DeltaDecoder prefixes;
    private final LengthTexts suffixes;
    private final PageScratch scratch;

    /// Values that all have `width` bytes, or [#ANY_WIDTH].
    PrefixedTexts(ByteBuffer data, int start, int end, int width, PageScratch scratch) {
        super(scratch.bytes(FIRST_BYTES), 0, 0);
        this.width = width;
        this.scratch = scratch;
        this.prefixes = new DeltaDecoder(data, start, end);
        this.suffixes = new LengthTexts(data, new DeltaDecoder(data, start, end).skipToEnd(), end);
    }

    @Override
    void next() {
        long shared = prefixes.next();
        suffixes.next();
        if (shared < 0 || shared > size) {
            throw new MalformedPageException("a value shares " + shared + " bytes with one of " + size);
        }
        int newSize = Math.toIntExact(shared + suffixes.size);
        if (width != ANY_WIDTH && newSize != width) {
            throw new MalformedPageException("a value of " + newSize + " bytes, not " + width);
        }
        bytes = scratch.bytes(newSize);
        copy(suffixes.bytes, suffixes.start, bytes, (int) shared, suffixes.size);
        size = newSize;
    }

    private static void copy(ByteBuffer source, int start, ByteBuffer target, int at, int count) {
        for (int done = 0; done < count; done += Long.BYTES) {
            target.putLong(at + done, source.getLong(start + done));
        }
    }

    @Override
    public void checkEnd() {
        suffixes.checkEnd();
        if (prefixes.total() != suffixes.read()) {
            throw PageValues.misaligned(prefixes.total(), suffixes.read());
        }
    }
}
