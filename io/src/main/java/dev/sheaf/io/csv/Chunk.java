package dev.sheaf.io.csv;

/// Some whole rows of a file. Row ends are looked for beyond `size`, where a line feed and padding lie, so
/// that the last row of a file need not end in one.
final class Chunk {
    /// Bytes after the last, that words of 8 bytes may reach into.
    static final int PADDING = 16;

    byte[] bytes;
    int size;

    /// The line of the file that the first row is in, from 1.
    long firstLine;

    /// Where the chunk starts in the text of all files; rows are numbered by it, since each takes a byte at least.
    long offset;

    Chunk(int capacity) {
        this.bytes = new byte[capacity + PADDING];
    }

    /// How many bytes there is room for.
    int capacity() {
        return bytes.length - PADDING;
    }

    void grow(int capacity) {
        bytes = java.util.Arrays.copyOf(bytes, capacity + PADDING);
    }

    void end(int newSize) {
        size = newSize;
        bytes[newSize] = '\n';
    }

    /// The line that the byte at `position` is in.
    long lineOf(int position) {
        return firstLine + Ascii.countLineFeeds(bytes, 0, position);
    }
}
