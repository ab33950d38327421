package dev.sheaf.groupby.cuda;

import dev.sheaf.groupby.GroupScan;
import java.util.List;
import java.util.Optional;

/// Another engine that answers the shapes of [ShapesBenchmark] over the same table on the same device.
interface ShapesPeer extends AutoCloseable {
    /// The median of some runs in milliseconds, and how many groups there were.
    record Timed(double millis, long groups) {}

    /// How long a shape takes; nothing if the engine cannot be asked for it.
    ///
    /// @param warmUp runs before those that are timed
    Optional<Timed> time(ShapesBenchmark.Shape shape, int warmUp, int samples);

    /// How long scans of groups take, and how many rows they gave; nothing if the engine cannot be asked for one of
    /// them.
    Optional<Timed> scans(List<String> keys, List<GroupScan> scans, int warmUp, int samples);

    @Override
    void close();
}
