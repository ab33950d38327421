package dev.sheaf.io.rows;

import dev.sheaf.file.PendingFile;
import dev.sheaf.query.CorruptFileException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// Cuts the text of a file into chunks of whole rows. Not thread-safe; what it does for a chunk is a read and, where
/// there are quotes, one look at each byte.
public final class ChunkReader implements AutoCloseable {
    /// No row may be longer: a quote that nobody closed would have all of a file read into memory.
    private static final int LONGEST_ROW = 64 << 20;

    private static final int STREAM_BUFFER = 1 << 16;

    private final Path file;
    private final InputStream stream;
    private final RowEnds ends;
    private byte[] carried = new byte[0];
    private int carriedSize;
    private boolean ended;
    private long offset;
    private long line = 1;

    /// Opens a file, and leaves out its first lines.
    ///
    /// @throws IllegalArgumentException if it cannot be read
    /// @throws CorruptFileException if it is no text
    public ChunkReader(Path file, RowEnds ends, int skipLines) {
        this.file = file;
        this.ends = ends;
        this.stream = open(file);
        try {
            skipByteOrderMark();
            for (int i = 0; i < skipLines; i++) {
                skipLine();
            }
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    private static InputStream open(Path file) {
        try {
            InputStream bytes = Files.newInputStream(file);
            String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
            return name.endsWith(".gz") ? new GZIPInputStream(bytes, STREAM_BUFFER) : bytes;
        } catch (ZipException | EOFException damaged) {
            throw new CorruptFileException(file, "", "not a gzip file: " + damaged.getMessage(), damaged);
        } catch (IOException failure) {
            throw new IllegalArgumentException("cannot read " + file + ": " + PendingFile.reason(failure), failure);
        }
    }

    private void skipByteOrderMark() {
        carried = new byte[3];
        carriedSize = read(carried, 0, 3);
        if (carriedSize == 3 && carried[0] == (byte) 0xEF && carried[1] == (byte) 0xBB && carried[2] == (byte) 0xBF) {
            carriedSize = 0;
        } else if (carriedSize >= 2 && (carried[0] & 0xFF) + (carried[1] & 0xFF) == 0xFF + 0xFE) {
            throw new CorruptFileException(file, "", "the text is UTF-16; convert it to UTF-8");
        }
    }

    private void skipLine() {
        Chunk chunk = new Chunk(STREAM_BUFFER);
        int size;
        int end;
        do {
            size = fill(chunk);
            end = Ascii.indexOf(chunk.bytes(), 0, size, Ascii.repeated('\n'));
            carry(chunk.bytes(), Math.min(size, end + 1), size);
        } while (end == size && !ended);
        line++;
    }

    /// Where the next chunk starts in the text of this file.
    public long offset() {
        return offset;
    }

    /// The next rows, about `capacity` bytes of them, or false at the end of the file.
    public boolean next(Chunk chunk) {
        int size = fill(chunk);
        int end = ended ? size : ends.lastRowEnd(chunk, size);
        while (end == 0 && !ended) {
            if (chunk.capacity() >= LONGEST_ROW) {
                throw new CorruptFileException(
                        file, "line " + line, "a row is longer than 64 MiB; is a quote missing?");
            }
            carry(chunk.bytes(), 0, size);
            chunk.grow(2 * chunk.capacity());
            size = fill(chunk);
            end = ended ? size : ends.lastRowEnd(chunk, size);
        }
        carry(chunk.bytes(), end, size);
        chunk.end(end);
        chunk.place(offset, line, ended && end == size);
        offset += end;
        line += Ascii.countLineFeeds(chunk.bytes(), 0, end);
        return end > 0;
    }

    /// Fills a chunk with what was carried and what comes next; gives how many bytes there are.
    private int fill(Chunk chunk) {
        if (carriedSize > chunk.capacity()) {
            chunk.grow(carriedSize);
        }
        System.arraycopy(carried, 0, chunk.bytes(), 0, carriedSize);
        int wanted = chunk.capacity() - carriedSize;
        int got = ended ? 0 : read(chunk.bytes(), carriedSize, wanted);
        ended |= got < wanted;
        return carriedSize + got;
    }

    private int read(byte[] bytes, int at, int wanted) {
        try {
            return stream.readNBytes(bytes, at, wanted);
        } catch (ZipException | EOFException damaged) {
            throw new CorruptFileException(
                    file, "after line " + line, "damaged gzip: " + damaged.getMessage(), damaged);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file + ": " + PendingFile.reason(failure), failure);
        }
    }

    private void carry(byte[] bytes, int from, int to) {
        carriedSize = to - from;
        if (carried.length < carriedSize) {
            carried = new byte[carriedSize];
        }
        System.arraycopy(bytes, from, carried, 0, carriedSize);
    }

    /// The first `size` bytes of the file, cut after a row if there is more; for inference.
    public static Chunk sample(Path file, RowEnds ends, int skipLines, int size) {
        try (ChunkReader reader = new ChunkReader(file, ends, skipLines)) {
            Chunk chunk = new Chunk(size);
            reader.next(chunk);
            return chunk;
        }
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot close " + file, failure);
        }
    }
}
