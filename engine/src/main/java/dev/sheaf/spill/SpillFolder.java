package dev.sheaf.spill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// The folder in which one query keeps what it spills: `sheaf-spill-PID-RANDOM` below the spill folder, readable by
/// its owner only, gone when the query ends.
///
/// A query that is killed leaves its folder behind. While a query lives it holds a lock on the file `lock` in its
/// folder, which the operating system takes back however it ends; [#cleanUp] removes the folders whose lock nobody
/// holds.
public final class SpillFolder implements AutoCloseable {
    private static final String PREFIX = "sheaf-spill-";
    private static final String LOCK = "lock";
    private static final int ATTEMPTS = 5;

    /// A folder without a lock file is being made, or was left between two steps of making it.
    private static final Duration TIME_TO_LOCK = Duration.ofMinutes(10);

    /// Names of the folders that queries of this process have. They must not be opened to see whether they are
    /// locked: on POSIX systems a process loses its lock when it closes any channel of the file.
    private static final Set<String> LIVE = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lock;
    private int files;

    private SpillFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /// Makes a folder below `base`, and removes what dead processes left there.
    ///
    /// @throws UncheckedIOException if none can be made
    public static SpillFolder create(Path base) {
        cleanUp(base);
        try {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                SpillFolder folder = tryCreate(base);
                if (folder != null) {
                    return folder;
                }
            }
            throw new IOException("its lock was taken " + ATTEMPTS + " times");
        } catch (IOException failure) {
            throw new UncheckedIOException(
                    "cannot spill to " + base + " (" + failure + "); name a folder that can be written to", failure);
        }
    }

    /// A folder, or null if another process that cleaned up was there before we had the lock.
    private static @Nullable SpillFolder tryCreate(Path base) throws IOException {
        String name = PREFIX + ProcessHandle.current().pid() + "-"
                + Long.toHexString(ThreadLocalRandom.current().nextLong());
        LIVE.add(name);
        @Nullable SpillFolder folder = null;
        try {
            folder = lock(Files.createDirectory(base.resolve(name), ownerOnly("rwx------")));
        } finally {
            if (folder == null) {
                LIVE.remove(name);
            }
        }
        return folder;
    }

    private static @Nullable SpillFolder lock(Path path) throws IOException {
        try {
            Path lock = Files.createFile(path.resolve(LOCK), ownerOnly("rw-------"));
            FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
            if (channel.tryLock() != null && Files.exists(lock)) {
                return new SpillFolder(path, channel);
            }
            channel.close();
        } catch (NoSuchFileException removed) {
            return null;
        }
        return null;
    }

    private static FileAttribute<?>[] ownerOnly(String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /// Removes the folders below `base` that queries of dead processes left behind. What cannot be looked at or
    /// removed stays.
    public static void cleanUp(Path base) {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(base, PREFIX + "*")) {
            left.forEach(SpillFolder::removeIfAbandoned);
        } catch (IOException | DirectoryIteratorException stays) {
            noteThatItStays(base, stays);
        }
    }

    private static void removeIfAbandoned(Path folder) {
        if (LIVE.contains(folder.getFileName().toString())) {
            return;
        }
        Path lock = folder.resolve(LOCK);
        try {
            if (Files.exists(lock)) {
                removeUnlessLocked(folder, lock);
            } else if (isOld(folder)) {
                delete(folder);
            }
        } catch (IOException | DirectoryIteratorException | OverlappingFileLockException stays) {
            noteThatItStays(folder, stays);
        }
    }

    /// The lock is held until the folder is gone, so that nobody who is making it takes it for their own.
    private static void removeUnlessLocked(Path folder, Path lock) throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock held = channel.tryLock()) {
            if (held != null) {
                delete(folder);
            }
        }
    }

    private static boolean isOld(Path folder) throws IOException {
        Instant made = Files.getLastModifiedTime(folder).toInstant();
        return made.isBefore(Instant.now().minus(TIME_TO_LOCK));
    }

    private static void noteThatItStays(Path path, Exception reason) {
        System.getLogger("dev.sheaf.spill")
                .log(System.Logger.Level.DEBUG, "spill folders in {0} were not cleaned up: {1}", path, reason);
    }

    /// Files first, the lock last, so that a folder half removed is removed the next time.
    private static void delete(Path folder) throws IOException {
        deleteFiles(folder);
        Files.deleteIfExists(folder.resolve(LOCK));
        Files.deleteIfExists(folder);
    }

    private static void deleteFiles(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.spill")) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
    }

    /// The folder.
    public Path path() {
        return path;
    }

    /// Starts a file.
    ///
    /// @throws UncheckedIOException if none can be made
    public synchronized SpillFile newFile() {
        return SpillFile.create(path.resolve(files++ + ".spill"), ownerOnly("rw-------"));
    }

    /// Removes the folder and all files in it.
    @Override
    public void close() {
        try {
            try (lock) {
                deleteFiles(path);
            }
            Files.deleteIfExists(path.resolve(LOCK));
            Files.deleteIfExists(path);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot remove " + path, failure);
        } finally {
            LIVE.remove(path.getFileName().toString());
        }
    }
}
