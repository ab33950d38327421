package dev.sheaf.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A new file that is locked while its process lives. The operating system takes the lock back however the process
/// ends, so a file without a lock has no owner any more.
///
/// Links are never followed, and nothing waits: not for a lock, and not for the other end of a pipe.
public final class OwnerLock implements AutoCloseable {
    private static final Set<OpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> PRESENT = Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    /// Files that this process has locked. They must not be opened to see whether they are locked: on POSIX systems
    /// a process loses its lock when it closes any channel of the file.
    private static final Set<Path> LIVE = ConcurrentHashMap.newKeySet();

    private final Path key;
    private final FileChannel channel;

    private OwnerLock(Path key, FileChannel channel) {
        this.key = key;
        this.channel = channel;
    }

    /// Makes a file and locks it. Null if another process took it for abandoned before it was locked; try another
    /// name then.
    ///
    /// @throws FileAlreadyExistsException if the file is there already, or this process has it
    /// @throws IOException if the file cannot be made
    public static @Nullable OwnerLock create(Path file, FileAttribute<?>... attributes) throws IOException {
        Path key = file.toAbsolutePath();
        if (!LIVE.add(key)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        OwnerLock made = null;
        try {
            made = lock(key, FileChannel.open(file, NEW, attributes));
        } finally {
            if (made == null) {
                LIVE.remove(key);
            }
        }
        return made;
    }

    private static @Nullable OwnerLock lock(Path key, FileChannel channel) throws IOException {
        if (isLocked(channel) && Files.exists(key, LinkOption.NOFOLLOW_LINKS)) {
            return new OwnerLock(key, channel);
        }
        channel.close();
        return null;
    }

    /// Where a file system has no locks, nobody can lock our file to remove it either.
    private static boolean isLocked(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (IOException unsupported) {
            return true;
        }
    }

    /// Removes what a file stands for if it is a regular file of this user that no process has locked. The lock is
    /// held until `remove` has run, so that nobody who is making the file takes it for their own.
    ///
    /// @throws IOException if that cannot be found out or done; the file may be left
    public static void removeIfAbandoned(Path file, Removal remove) throws IOException {
        Path key = file.toAbsolutePath();
        if (LIVE.contains(key) || !isOurs(file)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file, PRESENT);
                FileLock held = channel.tryLock()) {
            if (held != null) {
                remove.run();
            }
        } catch (NoSuchFileException | OverlappingFileLockException inUse) {
            // gone meanwhile, or being made by another thread of this process
        }
    }

    private static boolean isOurs(Path file) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && CurrentUser.owns(file);
    }

    /// What removes the files of a dead process.
    public interface Removal {
        /// Removes them.
        ///
        /// @throws IOException if that fails
        void run() throws IOException;
    }

    /// The open file, for writing.
    public FileChannel channel() {
        return channel;
    }

    /// Gives the lock up and leaves the file.
    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            LIVE.remove(key);
        }
    }
}
