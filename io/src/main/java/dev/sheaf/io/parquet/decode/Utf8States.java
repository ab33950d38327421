package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.Ascii;
import java.nio.ByteBuffer;

/// What may follow the bytes of UTF-8 read so far, as an automaton of nine states that takes a shift a byte and no
/// branch: a table has a word for each byte, in which the state before finds the state behind.
///
/// A state is the place of its bits in such a word; a shift looks at the lowest six bits of it alone.
///
/// @see <a href="https://gist.github.com/pervognsen/218ea17743e1442e59bb60d29b1aa725">Vognsen, shift-based DFAs</a>
final class Utf8States {
    private static final int BITS = 6;

    /// Between two characters.
    static final long BETWEEN = 0;

    private static final int INVALID = BITS;
    private static final int ONE_MORE = 2 * BITS;
    private static final int TWO_MORE = 3 * BITS;
    private static final int THREE_MORE = 4 * BITS;

    // Behind a first byte that not every second one may follow: too long, a surrogate, or beyond the last character.
    private static final int BEHIND_E0 = 5 * BITS;
    private static final int BEHIND_ED = 6 * BITS;
    private static final int BEHIND_F0 = 7 * BITS;
    private static final int BEHIND_F4 = 8 * BITS;
    private static final int LAST = BEHIND_F4;

    private static final long[] NEXT = next();

    private Utf8States() {}

    private static long[] next() {
        long[] next = new long[1 << Byte.SIZE];
        for (int value = 0; value < next.length; value++) {
            for (int state = 0; state <= LAST; state += BITS) {
                next[value] |= (long) next(state, value) << state;
            }
        }
        return next;
    }

    private static int next(int state, int value) {
        return switch (state) {
            case 0 -> first(value);
            case ONE_MORE -> within(value, 0x80, 0xBF, (int) BETWEEN);
            case TWO_MORE -> within(value, 0x80, 0xBF, ONE_MORE);
            case THREE_MORE -> within(value, 0x80, 0xBF, TWO_MORE);
            case BEHIND_E0 -> within(value, 0xA0, 0xBF, ONE_MORE);
            case BEHIND_ED -> within(value, 0x80, 0x9F, ONE_MORE);
            case BEHIND_F0 -> within(value, 0x90, 0xBF, TWO_MORE);
            case BEHIND_F4 -> within(value, 0x80, 0x8F, TWO_MORE);
            default -> INVALID;
        };
    }

    private static int within(int value, int least, int greatest, int then) {
        return value >= least && value <= greatest ? then : INVALID;
    }

    private static int first(int value) {
        return switch (value) {
            case 0xE0 -> BEHIND_E0;
            case 0xED -> BEHIND_ED;
            case 0xF0 -> BEHIND_F0;
            case 0xF4 -> BEHIND_F4;
            default -> {
                int wide = within(value, 0xF1, 0xF3, THREE_MORE);
                int middle = within(value, 0xE1, 0xEF, TWO_MORE);
                int narrow = within(value, 0xC2, 0xDF, ONE_MORE);
                yield value < 0x80 ? (int) BETWEEN : wide != INVALID ? wide : middle != INVALID ? middle : narrow;
            }
        };
    }

    static boolean isBetween(long state) {
        return (state & ((1 << BITS) - 1)) == BETWEEN;
    }

    /// The state behind the bytes from `start` to `end`. Words of ASCII between characters are passed over.
    static long after(long state, ByteBuffer bytes, int start, int end) {
        long now = state;
        int at = start;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            long word = bytes.getLong(at);
            if (!isBetween(now) || !Ascii.isWord(word)) {
                now = after(now, word);
            }
        }
        for (; at < end; at++) {
            now = NEXT[bytes.get(at) & 0xFF] >>> now;
        }
        return now;
    }

    private static long after(long state, long word) {
        long now = NEXT[(int) word & 0xFF] >>> state;
        now = NEXT[(int) (word >>> 8) & 0xFF] >>> now;
        now = NEXT[(int) (word >>> 16) & 0xFF] >>> now;
        now = NEXT[(int) (word >>> 24) & 0xFF] >>> now;
        now = NEXT[(int) (word >>> 32) & 0xFF] >>> now;
        now = NEXT[(int) (word >>> 40) & 0xFF] >>> now;
        now = NEXT[(int) (word >>> 48) & 0xFF] >>> now;
        return NEXT[(int) (word >>> 56)] >>> now;
    }
}
