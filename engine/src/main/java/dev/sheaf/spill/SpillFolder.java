package dev.sheaf.spill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
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

    /// A folder, or null if somebody who cleaned up took the lock before we did.
    private static @Nullable SpillFolder tryCreate(Path base) throws IOException {
        String name = PREFIX + ProcessHandle.current().pid() + "-"
                + Long.toHexString(ThreadLocalRandom.current().nextLong());
        Path path = Files.createDirectory(base.resolve(name), ownerOnly("rwx------"));
        Path lock = Files.createFile(path.resolve(LOCK), ownerOnly("rw-------"));
        FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        if (channel.tryLock() != null && Files.exists(lock)) {
            return new SpillFolder(path, channel);
        }
        channel.close();
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
            for (Path folder : left) {
                if (isAbandoned(folder)) {
                    delete(folder);
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException | UncheckedIOException stays) {
            System.getLogger("dev.sheaf.spill")
                    .log(System.Logger.Level.DEBUG, "spill folders in {0} were not cleaned up: {1}", base, stays);
        }
    }

    private static boolean isAbandoned(Path folder) throws IOException {
        Path lock = folder.resolve(LOCK);
        if (!Files.exists(lock)) {
            FileTime made = Files.getLastModifiedTime(folder);
            return made.toInstant().isBefore(Instant.now().minus(TIME_TO_LOCK));
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock held = channel.tryLock()) {
            return held != null;
        } catch (OverlappingFileLockException ours) {
            return false;
        }
    }

    /// Files first, the lock last, so that a folder half removed is removed the next time.
    private static void delete(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.spill")) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder.resolve(LOCK));
        Files.deleteIfExists(folder);
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
            lock.close();
            delete(path);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot remove " + path, failure);
        }
    }
}
