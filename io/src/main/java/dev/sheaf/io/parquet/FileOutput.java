package dev.sheaf.io.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/// A file that is written under another name, `.name.1a2b3c.tmp` beside it, until it is complete: readers see the
/// old file or the new one, never a part.
final class FileOutput implements AutoCloseable {
    private static final long MAX_WRITE_BYTES = 1 << 30;

    private final Path path;
    private final Path temporary;
    private final FileChannel channel;
    private long position;
    private boolean committed;

    private FileOutput(Path path, Path temporary, FileChannel channel) {
        this.path = path;
        this.temporary = temporary;
        this.channel = channel;
    }

    /// @throws IllegalArgumentException if the file cannot be made
    static FileOutput create(Path path) {
        Path folder = path.toAbsolutePath().getParent();
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException("cannot write " + path + ": it is a folder; name a file in it");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException("cannot write " + path + ": there is no folder " + folder);
        }
        String random = Long.toHexString(ThreadLocalRandom.current().nextLong());
        Path temporary = folder.resolve("." + path.getFileName() + "." + random + ".tmp");
        try {
            FileChannel channel = FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return new FileOutput(path, temporary, channel);
        } catch (IOException failure) {
            throw new IllegalArgumentException(
                    "cannot write " + path + ": no file can be made in " + folder + " (" + failure + ")", failure);
        }
    }

    Path path() {
        return path;
    }

    /// Bytes written so far.
    long position() {
        return position;
    }

    /// Appends bytes.
    void write(ByteOutput bytes) {
        try {
            for (long done = 0; done < bytes.size(); ) {
                long some = Math.min(bytes.size() - done, MAX_WRITE_BYTES);
                ByteBuffer piece = bytes.segment().asSlice(done, some).asByteBuffer();
                while (piece.hasRemaining()) {
                    channel.write(piece);
                }
                done += some;
            }
            position += bytes.size();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write " + path + " (" + failure.getMessage() + ")", failure);
        }
    }

    /// Gives the file its name, in place of what went by it.
    void commit() {
        try {
            channel.close();
            move();
            committed = true;
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write " + path + " (" + failure.getMessage() + ")", failure);
        }
    }

    private void move() throws IOException {
        try {
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException notHere) {
            Files.move(temporary, path, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /// Removes the file if it was not committed.
    @Override
    public void close() {
        if (committed) {
            return;
        }
        try {
            channel.close();
            Files.deleteIfExists(temporary);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot remove " + temporary, failure);
        }
    }
}
