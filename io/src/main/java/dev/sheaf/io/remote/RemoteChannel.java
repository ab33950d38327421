package dev.sheaf.io.remote;

import dev.sheaf.io.remote.http.Ranges;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/// A file on another host as a channel. Reads by position may come from several threads, as of any channel; those in
/// order take a piece of a mebibyte at a time.
final class RemoteChannel extends FileChannel {
    private static final int PIECE_BYTES = 1 << 20;

    private final Ranges file;
    private long position;
    private long pieceStart;
    private ByteBuffer piece = ByteBuffer.allocate(0);

    RemoteChannel(Ranges file) {
        this.file = file;
    }

    private void checkOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public int read(ByteBuffer target, long from) throws IOException {
        checkOpen();
        return target.hasRemaining() ? file.read(target, from) : 0;
    }

    @Override
    public synchronized int read(ByteBuffer target) throws IOException {
        checkOpen();
        if (!target.hasRemaining()) {
            return 0;
        }
        long inPiece = position - pieceStart;
        if (inPiece >= 0 && inPiece < piece.limit()) {
            int count = Math.min(target.remaining(), piece.limit() - (int) inPiece);
            target.put(piece.slice((int) inPiece, count));
            position += count;
            return count;
        }
        if (target.remaining() >= PIECE_BYTES) {
            int count = file.read(target, position);
            position += Math.max(0, count);
            return count;
        }
        ByteBuffer next = ByteBuffer.allocate(Math.clamp(size() - position, 0, PIECE_BYTES));
        if (!next.hasRemaining()) {
            return -1;
        }
        file.read(next, position);
        piece = next.flip();
        pieceStart = position;
        return read(target);
    }

    @Override
    public synchronized long read(ByteBuffer[] targets, int from, int count) throws IOException {
        long sum = 0;
        for (int i = from; i < from + count; i++) {
            int read = read(targets[i]);
            if (read < 0) {
                return sum == 0 ? -1 : sum;
            }
            sum += read;
            if (targets[i].hasRemaining()) {
                break;
            }
        }
        return sum;
    }

    @Override
    public synchronized long position() throws IOException {
        checkOpen();
        return position;
    }

    @Override
    public synchronized FileChannel position(long newPosition) throws IOException {
        checkOpen();
        if (newPosition < 0) {
            throw new IllegalArgumentException("position " + newPosition);
        }
        position = newPosition;
        return this;
    }

    @Override
    public long size() throws IOException {
        checkOpen();
        return file.byteSize();
    }

    @Override
    public long transferTo(long from, long count, WritableByteChannel target) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.clamp(Math.min(count, size() - from), 0, PIECE_BYTES));
        return bytes.hasRemaining() && read(bytes, from) > 0 ? target.write(bytes.flip()) : 0;
    }

    @Override
    public int write(ByteBuffer source) {
        throw new NonWritableChannelException();
    }

    @Override
    public long write(ByteBuffer[] sources, int from, int count) {
        throw new NonWritableChannelException();
    }

    @Override
    public int write(ByteBuffer source, long at) {
        throw new NonWritableChannelException();
    }

    @Override
    public FileChannel truncate(long size) {
        throw new NonWritableChannelException();
    }

    @Override
    public void force(boolean metaData) {}

    @Override
    public long transferFrom(ReadableByteChannel source, long at, long count) {
        throw new NonWritableChannelException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long from, long size) {
        throw new UnsupportedOperationException("a file on another host is not mapped");
    }

    @Override
    public FileLock lock(long from, long size, boolean shared) {
        throw new UnsupportedOperationException("a file on another host is not locked");
    }

    @Override
    public FileLock tryLock(long from, long size, boolean shared) {
        throw new UnsupportedOperationException("a file on another host is not locked");
    }

    @Override
    protected void implCloseChannel() throws IOException {
        piece = ByteBuffer.allocate(0);
        file.close();
    }
}
