package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.nio.charset.StandardCharsets;

/// UUIDs of 16 bytes as their text of 36 characters.
final class UuidTexts extends TextValues {
    private static final int CHARACTERS = 36;
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final TextValues source;

    UuidTexts(TextValues source, PageScratch scratch) {
        super(scratch.bytes(CHARACTERS), 0, CHARACTERS);
        this.source = source;
    }

    @Override
    void next() {
        source.next();
        if (source.size != 16) {
            throw new MalformedPageException("a UUID of " + source.size + " bytes");
        }
        int at = 0;
        for (int i = 0; i < 16; i++) {
            if (i == 4 || i == 6 || i == 8 || i == 10) {
                bytes.put(at++, (byte) '-');
            }
            int value = source.bytes.get(source.start + i);
            bytes.put(at++, DIGITS[value >> 4 & 15]);
            bytes.put(at++, DIGITS[value & 15]);
        }
    }

    @Override
    public void checkEnd() {
        source.checkEnd();
    }
}
