package dev.sheaf.spill;

import dev.sheaf.file.CurrentUser;
import dev.sheaf.file.OwnerLock;
import dev.sheaf.file.PrivateFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// The folder in which one query keeps what it spills: `sheaf-spill-PID-RANDOM` below the spill folder, readable by
/// its owner only, gone when the query ends.
///
/// A query that is killed leaves its folder behind. While a query lives it holds a lock on the file `lock` in its
/// folder ([OwnerLock]); [#cleanUp] removes the folders of this user whose lock nobody holds. It follows no links,
/// touches nothing of other users, and never waits.
public final class SpillFolder implements AutoCloseable {
    private static final String PREFIX = "sheaf-spill-";
    private static final String LOCK = "lock";
    private static final String FILES = "*.spill";
    private static final int ATTEMPTS = 5;

    /// A folder without a lock file is being made, or was left between two steps of making it.
    private static final Duration TIME_TO_LOCK = Duration.ofMinutes(10);

    private final Path path;
    private final OwnerLock lock;
    private int files;

    private SpillFolder(Path path, OwnerLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /// Makes a folder below `base`, and removes what dead processes of this user left there. Where `base` is the
    /// default, [PrivateFolder#temporary()], it is made, too, for this user alone.
    ///
    /// @throws UncheckedIOException if none can be made, or the default folder is somebody else's
    public static SpillFolder create(Path base) {
        try {
            if (base.equals(PrivateFolder.temporary())) {
                PrivateFolder.open(base);
            }
            cleanUp(base);
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
        Path path = Files.createDirectory(base.resolve(name), PrivateFolder.ownerOnly("rwx------"));
        try {
            OwnerLock lock = OwnerLock.create(path.resolve(LOCK), PrivateFolder.ownerOnly("rw-------"));
            return lock == null ? null : new SpillFolder(path, lock);
        } catch (NoSuchFileException removed) {
            return null;
        }
    }

    /// Removes the folders below `base` that queries of dead processes of this user left behind. What cannot be
    /// looked at or removed stays.
    public static void cleanUp(Path base) {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(base, PREFIX + "*")) {
            left.forEach(SpillFolder::removeIfAbandoned);
        } catch (IOException | DirectoryIteratorException stays) {
            noteThatItStays(base, stays);
        }
    }

    private static void removeIfAbandoned(Path folder) {
        Path lock = folder.resolve(LOCK);
        try {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) || !CurrentUser.owns(folder)) {
                return;
            }
            if (Files.exists(lock, LinkOption.NOFOLLOW_LINKS)) {
                OwnerLock.removeIfAbandoned(lock, () -> delete(folder));
            } else if (isOld(folder)) {
                delete(folder);
            }
        } catch (IOException | DirectoryIteratorException stays) {
            noteThatItStays(folder, stays);
        }
    }

    private static boolean isOld(Path folder) throws IOException {
        Instant made =
                Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS).toInstant();
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
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, FILES)) {
            for (Path file : files) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.deleteIfExists(file);
                }
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
    synchronized SpillFile newFile() {
        return SpillFile.create(path.resolve(files++ + ".spill"), PrivateFolder.ownerOnly("rw-------"));
    }

    /// Removes the folder and all files in it.
    @Override
    public void close() {
        try (lock) {
            delete(path);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot remove " + path, failure);
        }
    }
}
