package dev.sheaf.spill;

import dev.sheaf.query.SpillStats;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Where buffers go on disk: one file in a [SpillFolder] of its own, which is there only while it holds bytes.
/// Thread-safe.
final class DiskPlace implements AutoCloseable {
    private final Path base;
    private final SpillStats stats;
    private @Nullable SpillFolder folder;
    private @Nullable SpillFile file;
    private int extents;

    /// A place below `base`, nothing of which is touched yet. Transfers are counted in `stats`.
    DiskPlace(Path base, SpillStats stats) {
        this.base = base;
        this.stats = stats;
    }

    /// Writes the pieces one after another.
    ///
    /// @throws java.io.UncheckedIOException if the disk is full or fails, or the folder cannot be made
    SpillFile.Extent write(List<MemorySegment> pieces) {
        SpillFile target = begin();
        try {
            SpillFile.Extent extent = target.write(pieces);
            stats.spilled(extent.byteSize());
            return extent;
        } catch (RuntimeException | Error failure) {
            end();
            throw failure;
        }
    }

    /// Reads an extent into the first bytes of `target`.
    void read(SpillFile.Extent extent, MemorySegment target) {
        opened().read(extent, target);
        stats.read(extent.byteSize());
    }

    /// Gives the room of an extent back.
    void free(SpillFile.Extent extent) {
        opened().free(extent);
        end();
    }

    private synchronized SpillFile opened() {
        return Objects.requireNonNull(file);
    }

    private synchronized SpillFile begin() {
        if (folder == null) {
            folder = SpillFolder.create(base);
        }
        if (file == null) {
            file = folder.newFile();
        }
        extents++;
        return file;
    }

    private synchronized void end() {
        if (--extents == 0) {
            close();
        }
    }

    /// The bytes that the file has now.
    synchronized long byteSize() {
        return file == null ? 0 : file.byteSize();
    }

    /// Removes file and folder, whatever they still hold.
    @Override
    public synchronized void close() {
        try (SpillFolder _ = folder;
                SpillFile _ = file) {
            file = null;
            folder = null;
        }
    }
}
