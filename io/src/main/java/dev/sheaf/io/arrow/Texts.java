package dev.sheaf.io.arrow;

import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/// Checks that the texts of a batch are UTF-8, which Arrow demands and no file proves.
final class Texts {
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Texts() {}

    /// Whether all texts are valid; bytes under nulls may be anything.
    static boolean areUtf8(MemorySegment bytes, Offsets offsets, Validity validity) {
        long rows = offsets.length();
        if (isAscii(bytes, 0, offsets.start(rows))) {
            return true;
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        for (long row = 0; row < rows; row++) {
            long start = offsets.start(row);
            long end = offsets.start(row + 1);
            if (validity.isValid(row)
                    && !isAscii(bytes, start, end)
                    && !isUtf8(bytes.asSlice(start, end - start), decoder)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAscii(MemorySegment bytes, long start, long end) {
        long at = start;
        while (at + Long.BYTES <= end && (bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, at) & HIGH_BITS) == 0) {
            at += Long.BYTES;
        }
        while (at < end && bytes.get(ValueLayout.JAVA_BYTE, at) >= 0) {
            at++;
        }
        return at == end;
    }

    private static boolean isUtf8(MemorySegment text, CharsetDecoder decoder) {
        try {
            decoder.decode(text.asByteBuffer());
            return true;
        } catch (CharacterCodingException invalid) {
            return false;
        }
    }
}
