package dev.sheaf.column.copy;

/// Copies bits to where they share bytes with others.
public final class BitCopies {
    private BitCopies() {}

    /// Ors the bits of `rows` rows into zeroed bits from bit `at` on, 32 at a time so that a shifted word still
    /// fits a long.
    public static void or(Bits target, long at, long rows, TakenRows.Words source) {
        for (long row = 0; row < rows; row += Integer.SIZE) {
            long bit = at + row;
            long word = (source.word(row) & 0xFFFF_FFFFL) << (bit & 7);
            for (long index = bit >>> 3; word != 0; index++, word >>>= Byte.SIZE) {
                target.putByte(index, (byte) (target.byteAt(index) | word));
            }
        }
    }
}
