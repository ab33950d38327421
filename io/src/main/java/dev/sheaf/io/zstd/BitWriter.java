package dev.sheaf.io.zstd;

/// Bits appended to an array, lowest first. What is written last is read first.
final class BitWriter {
    private final byte[] bytes;
    private int position;
    private long pending;
    private int pendingBits;

    /// Writes from `start` on; 8 bytes past the last one written must be writable.
    BitWriter(byte[] bytes, int start) {
        this.bytes = bytes;
        this.position = start;
    }

    /// Appends the `count` low bits of a number, at most 32, above which it has none.
    void add(long value, int count) {
        pending |= value << pendingBits;
        pendingBits += count;
        if (pendingBits >= Integer.SIZE) {
            Words.setLong(bytes, position, pending);
            position += Integer.BYTES;
            pending >>>= Integer.SIZE;
            pendingBits -= Integer.SIZE;
        }
    }

    /// Ends with as many zeros as make a whole byte, and returns where that is.
    int finish() {
        Words.setLong(bytes, position, pending);
        return position + (pendingBits + 7) / 8;
    }

    /// Ends a stream that is read backwards: with a 1, then as [#finish()].
    int finishStream() {
        add(1, 1);
        return finish();
    }
}
