package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.Ascii;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.bytes.MovingView;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;

/// Checks that strings are valid UTF-8, many at once.
///
/// Strings that lie one after the other are all valid if their bytes are valid taken together and no string
/// begins inside a character.
public final class Utf8Check {
    /// No character has more bytes.
    private static final int CHARACTER_BYTES = 4;

    private Utf8Check() {}

    /// @throws MalformedPageException if a value is not valid UTF-8
    public static void of(TextBuilder text) {
        of(text, Views.MAX_BYTES);
    }

    /// As [#of(TextBuilder)], with views of at most so many bytes.
    static void of(TextBuilder text, long viewBytes) {
        MovingView bytes = new MovingView(text.bytes(), viewBytes);
        long size = text.byteSize();
        boolean isAscii = true;
        for (long done = text.asciiSize(); done < size; ) {
            int some = (int) Math.min(size - done, viewBytes);
            int at = bytes.seek(done, some);
            int end = at + some;
            int ascii = Ascii.end(bytes.bytes(), at, end);
            isAscii &= ascii == end;
            int whole = done + some == size ? end : end - CHARACTER_BYTES;
            done += characters(bytes.bytes(), ascii, whole, end) - at;
        }
        if (!isAscii) {
            checkStarts(text, bytes);
        }
    }

    /// Checks the characters that begin from `start` to before `whole`, and returns where the next one begins.
    private static int characters(ByteBuffer bytes, int start, int whole, int end) {
        int at = start;
        while (at < whole) {
            at = Ascii.end(bytes, at + characterSize(bytes, at, end), end);
        }
        return at;
    }

    private static void checkStarts(TextBuilder text, MovingView bytes) {
        for (int i = 0; i < text.count(); i++) {
            long start = text.offset(i);
            if (start < text.byteSize() && isContinuation(bytes, start)) {
                throw invalid();
            }
        }
    }

    private static boolean isContinuation(MovingView bytes, long start) {
        int at = bytes.seek(start, 1);
        return isContinuation(bytes.bytes().get(at));
    }

    /// The size of the valid character of more than one byte that starts here.
    private static int characterSize(ByteBuffer bytes, int at, int end) {
        int lead = Byte.toUnsignedInt(bytes.get(at));
        int size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        if (lead < 0xC2 || lead > 0xF4 || size > end - at) {
            throw invalid();
        }
        int second = Byte.toUnsignedInt(bytes.get(at + 1));
        int lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (second < lowest || second > highest) {
            throw invalid();
        }
        for (int i = 2; i < size; i++) {
            if (!isContinuation(bytes.get(at + i))) {
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
