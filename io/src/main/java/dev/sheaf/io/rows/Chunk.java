package dev.sheaf.io.rows;

import dev.sheaf.query.CorruptFileException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/// Some whole rows of a file. Row ends are looked for beyond `size`, where a line feed and padding lie, so
/// that the last row of a file need not end in one.
///
/// Text that does not stand in the file as it is meant (escapes) is put behind the rows, where fields can point at it.
public final class Chunk {
    /// Bytes after the last, that words of 8 bytes may reach into.
    static final int PADDING = 16;

    private static final int DECODED_CHARS = 1 << 12;

    private byte[] bytes;
    private int capacity;
    private int size;
    private int addedEnd;
    private long firstLine;
    private long offset;
    private boolean last;

    /// A chunk with room for so many bytes.
    public Chunk(int capacity) {
        this.bytes = new byte[capacity + PADDING];
        this.capacity = capacity;
    }

    /// The text, [#size()] bytes of it. Another array after [#add].
    public byte[] bytes() {
        return bytes;
    }

    /// The bytes of all rows.
    public int size() {
        return size;
    }

    /// How many bytes there is room for.
    int capacity() {
        return capacity;
    }

    void grow(int newCapacity) {
        bytes = Arrays.copyOf(bytes, newCapacity + PADDING);
        capacity = newCapacity;
    }

    /// Ends the text after so many bytes.
    public void end(int newSize) {
        size = newSize;
        bytes[newSize] = '\n';
        addedEnd = newSize + 1;
    }

    /// Says where in its file the text lies.
    void place(long newOffset, long line, boolean isLast) {
        offset = newOffset;
        firstLine = line;
        last = isLast;
    }

    /// Where the chunk starts in the text of its file; rows are numbered by it, since each takes a byte at least.
    public long offset() {
        return offset;
    }

    /// Whether the file ends with this chunk. False may also mean that nothing but the end follows.
    public boolean last() {
        return last;
    }

    /// The line that the byte at `position` is in, from 1.
    public long lineOf(int position) {
        return firstLine + Ascii.countLineFeeds(bytes, 0, Math.min(position, size));
    }

    /// Makes room for `most` bytes behind the rows and gives where they start. Whoever fills them calls [#added].
    public int add(int most) {
        if (addedEnd + most + PADDING > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(addedEnd + most + PADDING, 2 * bytes.length));
        }
        return addedEnd;
    }

    /// Ends what was put behind the rows.
    public void added(int end) {
        addedEnd = end;
    }

    /// @throws CorruptFileException if the text is not UTF-8
    public void checkUtf8(Path file) {
        int at = Ascii.ascii(bytes, 0, size);
        if (at == size) {
            return;
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer rest = ByteBuffer.wrap(bytes, at, size - at);
        CharBuffer chars = CharBuffer.allocate(DECODED_CHARS);
        CoderResult result = decoder.decode(rest, chars.clear(), true);
        while (result.isOverflow()) {
            result = decoder.decode(rest, chars.clear(), true);
        }
        if (result.isError()) {
            throw new CorruptFileException(file, "line " + lineOf(rest.position()), "text that is not valid UTF-8");
        }
    }
}
