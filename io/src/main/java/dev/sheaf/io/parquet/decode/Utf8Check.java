package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.Ascii;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.bytes.MovingView;
import dev.sheaf.memory.Views;

/// Checks that strings are valid UTF-8, many at once.
///
/// Strings that lie one after the other are all valid if their bytes are valid taken together and no string
/// begins inside a character.
public final class Utf8Check {
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
        long state = Utf8States.BETWEEN;
        for (long done = text.asciiSize(); done < size; ) {
            int some = (int) Math.min(size - done, viewBytes);
            int at = bytes.seek(done, some);
            int other = Utf8States.isBetween(state) ? Ascii.end(bytes.bytes(), at, at + some) : at;
            isAscii &= other == at + some;
            state = Utf8States.after(state, bytes.bytes(), other, at + some);
            done += some;
        }
        if (!Utf8States.isBetween(state)) {
            throw invalid();
        }
        if (!isAscii) {
            checkStarts(text, bytes);
        }
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

    private static boolean isContinuation(byte value) {
        return (value & 0xC0) == 0x80;
    }

    private static MalformedPageException invalid() {
        return new MalformedPageException("a string that is not valid UTF-8");
    }
}
