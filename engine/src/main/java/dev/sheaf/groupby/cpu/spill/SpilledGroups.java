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
///
/// @param level how often the groups have been partitioned before
/// @param stateSchema the columns of the groups
record SpilledGroups(
        StoredBatches store,
        Schema stateSchema,
        int partitions,
        int level,
        Partitioner partitioner,
        QueryContext context)
        implements AutoCloseable {
    static SpilledGroups of(Schema stateSchema, int keyCount, int partitions, int level, QueryContext context) {
        Partitioner partitioner = new Partitioner(keyCount, partitions, level, context.pool());
        StoredBatches store = new StoredBatches(stateSchema, 0, context);
        return new SpilledGroups(store, stateSchema, partitions, level, partitioner, context);
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
