package dev.sheaf.spill;

import dev.sheaf.query.CorruptFileException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;

/// Bytes written and read by any thread in any order, each extent with a checksum. Room that is given back is used
/// again, and the file shrinks when its end is free.
record SpillFile(Path path, FileChannel channel, FreeSpace space) implements AutoCloseable {
    private static final int MAX_TRANSFER = 1 << 30;

    /// Where bytes lie in the file.
    record Extent(long offset, long byteSize, int checksum) {}

    static SpillFile create(Path path, FileAttribute<?>[] attributes) {
        try {
            Set<StandardOpenOption> options =
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
            return new SpillFile(path, FileChannel.open(path, options, attributes), new FreeSpace());
        } catch (IOException failure) {
            throw failed("make", path, failure);
        }
    }

    private static UncheckedIOException failed(String what, Path path, IOException failure) {
        return new UncheckedIOException(
                "cannot " + what + " the spill file " + path + " (" + failure.getMessage()
                        + "); free disk space, name another spill folder, or raise the memory limit",
                failure);
    }

    /// Writes the pieces one after another.
    ///
    /// @throws UncheckedIOException if the disk is full or fails
    Extent write(List<MemorySegment> pieces) {
        long size = pieces.stream().mapToLong(MemorySegment::byteSize).sum();
        long start = take(size);
        try {
            CRC32C checksum = new CRC32C();
            long at = start;
            for (MemorySegment piece : pieces) {
                write(piece, at, checksum);
                at += piece.byteSize();
            }
            return new Extent(start, size, (int) checksum.getValue());
        } catch (IOException failure) {
            give(start, size);
            throw failed("write", path, failure);
        }
    }

    private void write(MemorySegment piece, long at, CRC32C checksum) throws IOException {
        for (long done = 0; done < piece.byteSize(); ) {
            long some = Math.min(piece.byteSize() - done, MAX_TRANSFER);
            ByteBuffer bytes = piece.asSlice(done, some).asByteBuffer();
            checksum.update(bytes.duplicate());
            while (bytes.hasRemaining()) {
                done += channel.write(bytes, at + done);
            }
        }
    }

    /// Reads an extent into the first bytes of `target`.
    ///
    /// @throws CorruptFileException if the bytes are not those that were written
    void read(Extent extent, MemorySegment target) {
        try {
            fill(target, extent);
        } catch (IOException failure) {
            throw failed("read", path, failure);
        }
    }

    private void fill(MemorySegment target, Extent extent) throws IOException {
        CRC32C checksum = new CRC32C();
        for (long done = 0; done < extent.byteSize(); ) {
            long some = Math.min(extent.byteSize() - done, MAX_TRANSFER);
            ByteBuffer bytes = target.asSlice(done, some).asByteBuffer();
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, extent.offset() + done + bytes.position()) < 0) {
                    throw new CorruptFileException(path, "", "the spill file ends early");
                }
            }
            checksum.update(bytes.flip());
            done += some;
        }
        if ((int) checksum.getValue() != extent.checksum()) {
            throw new CorruptFileException(
                    path, "", "the bytes at " + extent.offset() + " are not those that were written");
        }
    }

    /// Gives the room of an extent back, which nobody reads any more.
    void free(Extent extent) {
        give(extent.offset(), extent.byteSize());
    }

    private synchronized long take(long bytes) {
        return space.take(bytes);
    }

    /// Shortens the file before anybody else can take room at its end.
    private synchronized void give(long offset, long bytes) {
        long before = space.end();
        space.give(offset, bytes);
        try {
            if (space.end() < before) {
                channel.truncate(space.end());
            }
        } catch (IOException failure) {
            throw failed("shorten", path, failure);
        }
    }

    /// The length of the file.
    synchronized long byteSize() {
        return space.end();
    }

    /// Removes the file.
    @Override
    public void close() {
        try {
            channel.close();
            Files.deleteIfExists(path);
        } catch (IOException failure) {
            throw failed("remove", path, failure);
        }
    }
}
