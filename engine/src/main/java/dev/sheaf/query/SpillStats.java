package dev.sheaf.query;

import java.util.concurrent.atomic.LongAdder;

/// What a query wrote to disk because memory was short, and read back. Thread-safe.
public final class SpillStats {
    private final LongAdder bytesWritten = new LongAdder();
    private final LongAdder bytesRead = new LongAdder();
    private final LongAdder spills = new LongAdder();
    private final LongAdder partitions = new LongAdder();

    /// Creates counters of zero.
    public SpillStats() {}

    /// Counts a table of groups that left memory.
    public void spilled(long bytes) {
        spills.increment();
        bytesWritten.add(bytes);
    }

    /// Counts bytes that came back.
    public void read(long bytes) {
        bytesRead.add(bytes);
    }

    /// Counts a partition that was put together from what was spilled.
    public void mergedPartition() {
        partitions.increment();
    }

    /// How often groups left memory.
    public long spills() {
        return spills.sum();
    }

    /// Bytes written to disk.
    public long bytesWritten() {
        return bytesWritten.sum();
    }

    /// Bytes read back from disk.
    public long bytesRead() {
        return bytesRead.sum();
    }

    /// How many partitions were put together from disk.
    public long partitions() {
        return partitions.sum();
    }
}
