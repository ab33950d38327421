package dev.sheaf.spill;

import dev.sheaf.memory.Tier;

/// One batch of [StoredBatches], in memory or on disk.
public final class StoredBatch {
    final SpillableBuffer bytes;
    final TableShape shape;
    final boolean kept;
    private final long firstRow;
    private final long rowCount;
    private final int partition;

    StoredBatch(SpillableBuffer bytes, TableShape shape, boolean kept, long firstRow, long rowCount, int partition) {
        this.bytes = bytes;
        this.shape = shape;
        this.kept = kept;
        this.firstRow = firstRow;
        this.rowCount = rowCount;
        this.partition = partition;
    }

    /// The ordinal of the first row.
    public long firstRow() {
        return firstRow;
    }

    /// The number of rows.
    public long rowCount() {
        return rowCount;
    }

    /// The partition that it was appended to.
    public int partition() {
        return partition;
    }

    /// The bytes that it takes where it lies.
    public long byteSize() {
        return bytes.byteSize();
    }

    /// Where it lies now.
    public Tier tier() {
        return bytes.tier();
    }
}
