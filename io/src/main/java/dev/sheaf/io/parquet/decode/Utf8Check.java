package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.Ascii;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Checks that strings are valid UTF-8, many at once.
///
/// Strings that lie one after the other are all valid if their bytes are valid taken together and no string
/// begins inside a character.
public final class Utf8Check {
    private Utf8Check() {}

    /// @throws MalformedPageException if a value is not valid UTF-8
    public static void of(TextBuilder text) {
        MemorySegment bytes = text.bytes();
        long size = text.byteSize();
        long known = text.asciiSize();
        if (Ascii.end(bytes, known, size) == size) {
            return;
        }
        checkCharacters(bytes, known, size);
        for (int i = 0; i < text.count(); i++) {
            long start = text.offset(i);
            if (start < size && isContinuation(bytes.get(ValueLayout.JAVA_BYTE, start))) {
                throw invalid();
            }
        }
    }

    private static void checkCharacters(MemorySegment bytes, long start, long end) {
        long at = start;
        while ((at = Ascii.end(bytes, at, end)) < end) {
            at += characterSize(bytes, at, end);
        }
    }

    /// The size of the valid character of more than one byte that starts here.
    private static int characterSize(MemorySegment bytes, long at, long end) {
        int lead = Byte.toUnsignedInt(bytes.get(ValueLayout.JAVA_BYTE, at));
        int size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        if (lead < 0xC2 || lead > 0xF4 || size > end - at) {
            throw invalid();
        }
        int second = Byte.toUnsignedInt(bytes.get(ValueLayout.JAVA_BYTE, at + 1));
        int lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (second < lowest || second > highest) {
            throw invalid();
        }
        for (int i = 2; i < size; i++) {
            if (!isContinuation(bytes.get(ValueLayout.JAVA_BYTE, at + i))) {
                throw invalid();
            }
        }
        return size;
    }

    private static boolean isContinuation(byte value) {
        return (value & 0xC0) == 0x80;
    }

    private static MalformedPageException invalid() {
        return new MalformedPageException("a string that is not valid UTF-8");
    }
}
