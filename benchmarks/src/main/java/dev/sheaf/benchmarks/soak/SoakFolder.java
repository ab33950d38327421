package dev.sheaf.benchmarks.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/// The folder with the journals of a seed, which one run has to itself. Close it when the run has ended.
final class SoakFolder implements AutoCloseable {
    private final Path path;
    private final FileChannel lock;

    private SoakFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /// @throws IllegalArgumentException if another run of the seed is under way
    static SoakFolder open(Path path) {
        try {
            Files.createDirectories(path);
            FileChannel lock =
                    FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock.tryLock() == null) {
                lock.close();
                throw new IllegalArgumentException("another run of this seed is under way; it keeps " + path);
            }
            return new SoakFolder(path, lock);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot open " + path, failure);
        }
    }

    Path path() {
        return path;
    }

    /// Forgets what ran before.
    void clear() {
        try (Stream<Path> files = Files.list(path)) {
            List<Path> journals =
                    files.filter(file -> file.toString().endsWith(".journal")).toList();
            for (Path journal : journals) {
                Files.delete(journal);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot delete the journals in " + path, failure);
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot close " + path, failure);
        }
    }
}
