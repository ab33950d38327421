package dev.sheaf.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// A file that is written under another name beside its place until it is complete: readers see the old file or the
/// new one, never a part. A device or a pipe is written to directly.
///
/// - A symbolic link stays; its target is made or replaced.
/// - The mode of a replaced file is kept, and its owner and group where the system allows it.
/// - The other name is `.sheaf-RANDOM.unfinished`. Nothing is opened by it that was there before. Those that killed
///   processes left in the folder are removed when the next file is started there ([OwnerLock]).
public final class PendingFile implements AutoCloseable {
    private static final long MAX_WRITE_BYTES = 1 << 30;
    private static final int ATTEMPTS = 5;

    private final Path path;
    private final Path written;
    private final @Nullable OwnerLock lock;
    private final FileChannel channel;
    private long position;
    private boolean committed;

    private PendingFile(Path path, Path written, FileChannel channel, @Nullable OwnerLock lock) {
        this.path = path;
        this.written = written;
        this.channel = channel;
        this.lock = lock;
    }

    /// Starts a file.
    ///
    /// @throws IllegalArgumentException if it cannot be made there; the message says why
    public static PendingFile create(Path path) {
        try {
            OutputTarget place = OutputTarget.of(path);
            return place.direct() ? direct(place.path()) : beside(place.path());
        } catch (IOException failure) {
            throw new IllegalArgumentException("cannot write " + path + ": " + reason(failure), failure);
        }
    }

    private static PendingFile direct(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        return new PendingFile(path, path, channel, null);
    }

    /// Nobody else may read what replaces a file until it has the rights of that file.
    private static PendingFile beside(Path path) throws IOException {
        Unfinished.removeAbandoned(path.resolveSibling(""));
        boolean replaces = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        FileAttribute<?>[] rights = replaces ? PrivateFolder.ownerOnly("rw-------") : new FileAttribute<?>[0];
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Path other = path.resolveSibling(Unfinished.name(ThreadLocalRandom.current()));
            try {
                OwnerLock lock = OwnerLock.create(other, rights);
                if (lock != null) {
                    return new PendingFile(path, other, lock.channel(), lock);
                }
            } catch (FileAlreadyExistsException taken) {
                // by somebody who guesses well: the next name
            }
        }
        throw new IOException("the names of " + ATTEMPTS + " unfinished files were taken");
    }

    /// The file that appears: where links lead to.
    public Path path() {
        return path;
    }

    /// Bytes written so far.
    public long position() {
        return position;
    }

    /// Appends bytes.
    ///
    /// @throws UncheckedIOException if the disk is full or fails
    public void write(MemorySegment bytes) {
        try {
            for (long done = 0; done < bytes.byteSize(); ) {
                long some = Math.min(bytes.byteSize() - done, MAX_WRITE_BYTES);
                ByteBuffer piece = bytes.asSlice(done, some).asByteBuffer();
                while (piece.hasRemaining()) {
                    channel.write(piece);
                }
                done += some;
            }
            position += bytes.byteSize();
        } catch (IOException failure) {
            throw failed("write", failure);
        }
    }

    /// Gives the file its name, in place of what went by it.
    ///
    /// @throws UncheckedIOException if that fails; the old file is then still there
    public void commit() {
        try {
            if (lock == null) {
                channel.close();
            } else if (CurrentUser.IS_UNIX) {
                move();
                lock.close();
            } else {
                lock.close(); // other systems do not rename open files
                move();
            }
            committed = true;
        } catch (IOException failure) {
            throw failed("write", failure);
        }
    }

    private void move() throws IOException {
        OutputTarget.copyRights(path, written);
        try {
            Files.move(written, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException notHere) {
            Files.move(written, path, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private UncheckedIOException failed(String what, IOException failure) {
        return new UncheckedIOException("cannot " + what + " " + path + ": " + reason(failure), failure);
    }

    /// Removes the file if it was not committed.
    @Override
    public void close() {
        if (committed) {
            return;
        }
        try (channel) {
            if (lock != null) {
                Files.deleteIfExists(written);
                lock.close();
            }
        } catch (IOException failure) {
            throw failed("remove what is unfinished of", failure);
        }
    }

    /// What went wrong, in words: many exceptions of the file system have a path for a message.
    public static String reason(IOException failure) {
        return switch (failure) {
            case FileSystemException known when known.getReason() != null -> known.getReason();
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "no such folder";
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }
}
