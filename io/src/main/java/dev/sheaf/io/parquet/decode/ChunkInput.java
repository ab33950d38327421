package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.FilePosition;
import dev.sheaf.io.parquet.bytes.FileReads;
import dev.sheaf.io.parquet.bytes.MovingView;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// A column chunk read front to back through a window of memory that moves along it.
///
/// The window grows to the largest piece asked for, never past the end of the chunk: what a page header claims
/// cannot take more memory than the file has bytes.
final class ChunkInput implements AutoCloseable {
    private static final String PURPOSE = "Parquet file window";

    /// Where a page takes more than the window, the next ones may be larger by so much: else each would be moved in
    /// memory for its last bytes.
    private static final int PAGE_SPREAD_SHIFT = 3;

    private final FileChannel channel;
    private final FilePosition place;
    private final MemoryPool pool;
    private long windowBytes;
    private final long end;
    private Buffer window;
    private MovingView view;
    private long fileOffset;
    private int start;
    private long filled;

    /// Reads the bytes `[start, end)` of a file, `windowBytes` at a time.
    ChunkInput(FileChannel channel, FilePosition place, long start, long end, long windowBytes, MemoryPool pool) {
        this.channel = channel;
        this.place = place;
        this.pool = pool;
        this.end = end;
        this.fileOffset = start;
        this.windowBytes = windowBytes;
        this.window = pool.allocate(0, PURPOSE);
        this.view = new MovingView(window.segment());
    }

    /// Bytes of the chunk that come after the position.
    long left() {
        return end - fileOffset - start;
    }

    /// Makes the next `count` bytes, or all that are left, available in [#segment()] from [#position()] on, and
    /// returns how many are available.
    long require(long count) {
        long wanted = Math.min(count, left());
        if (filled - start < wanted) {
            refill(wanted);
        }
        return Math.min(filled - start, left());
    }

    /// Where the next byte lies in [#segment()].
    int position() {
        return start;
    }

    /// The window, with 8 readable bytes past what is available.
    MemorySegment segment() {
        return window.segment();
    }

    /// Where the next byte lies in [#bytes()], which shows the next `size` bytes, available ones, and 8 more from now
    /// on.
    int show(long size) {
        return view.seek(start, size + Buffer.READABLE_PADDING);
    }

    /// A view of the window.
    ByteBuffer bytes() {
        return view.bytes();
    }

    /// Moves on; the bytes stay where they are until the next [#require].
    void skip(long count) {
        start += Math.toIntExact(count);
    }

    /// The byte of the file that comes next.
    long offset() {
        return fileOffset + start;
    }

    /// Moves on to a byte of the chunk; those between are not read if they are not there yet.
    void seek(long offset) {
        if (offset - fileOffset <= filled) {
            start = Math.toIntExact(offset - fileOffset);
            return;
        }
        fileOffset = offset;
        start = 0;
        filled = 0;
    }

    /// The window for pieces of so many bytes. Positions in it are ints, and so are sizes of pieces.
    static long windowFor(long wanted) {
        return Math.max(wanted, Math.min(wanted + (wanted >>> PAGE_SPREAD_SHIFT), Integer.MAX_VALUE));
    }

    private void refill(long wanted) {
        long kept = filled - start;
        if (wanted > windowBytes) {
            windowBytes = windowFor(wanted);
        }
        long size = Math.min(windowBytes, left());
        if (size > window.byteSize()) {
            Buffer larger = pool.allocate(size, PURPOSE);
            MemorySegment.copy(window.segment(), start, larger.segment(), 0, kept);
            window.close();
            window = larger;
            view = view.of(larger.segment());
        } else {
            MemorySegment.copy(window.segment(), start, window.segment(), 0, kept);
        }
        fileOffset += start;
        start = 0;
        filled = kept;
        MemorySegment rest = window.segment().asSlice(kept);
        FileReads.read(channel, place, fileOffset + kept, rest, size - kept);
        filled = size;
    }

    @Override
    public void close() {
        window.close();
    }
}
