package dev.sheaf.groupby.cpu.spill;

import dev.sheaf.column.Schema;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.partition.Partitioner;
import dev.sheaf.query.Batch;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spill.StoredBatch;
import dev.sheaf.spill.StoredBatches;
import java.util.List;

/// Groups that left memory, by partition of their keys' hash: a group may be there many times, always in one
/// partition.
final class SpilledGroups implements AutoCloseable {
    private final StoredBatches store;
    private final Schema stateSchema;
    private final int partitions;
    private final int level;
    private final Partitioner partitioner;
    private final QueryContext context;

    SpilledGroups(Schema stateSchema, int keyCount, int partitions, int level, QueryContext context) {
        this.store = new StoredBatches(stateSchema, 0, context);
        this.stateSchema = stateSchema;
        this.partitions = partitions;
        this.level = level;
        this.partitioner = new Partitioner(keyCount, partitions, level, context.pool());
        this.context = context;
    }

    /// How often the groups have been partitioned before.
    int level() {
        return level;
    }

    /// The columns of the groups.
    Schema stateSchema() {
        return stateSchema;
    }

    int partitions() {
        return partitions;
    }

    /// Stores groups, which stay open. Those that lie by partition are stored together.
    void put(List<GroupStates> states) {
        partitioner.forEach(states, (part, partition) -> {
            context.checkCancelled();
            store.append(new Batch(part, 0), partition);
        });
    }

    /// What was stored of a partition.
    List<StoredBatch> chunks(int partition) {
        return store.batches(partition);
    }

    /// Reads groups back, to be closed by the caller; they stay stored.
    GroupStates read(StoredBatch chunk) {
        return new GroupStates(store.read(chunk), null);
    }

    @Override
    public void close() {
        store.close();
    }
}
