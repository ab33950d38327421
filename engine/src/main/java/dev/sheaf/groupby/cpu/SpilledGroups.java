package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spill.SpillFile;
import java.util.ArrayList;
import java.util.List;

/// Groups on disk, by partition of their keys' hash: a group may be there many times, always in one partition.
final class SpilledGroups implements AutoCloseable {
    private final SpillFile file;
    private final Schema stateSchema;
    private final int level;
    private final Partitioner partitioner;
    private final QueryContext context;
    private final List<List<SpillFile.Chunk>> chunks = new ArrayList<>();

    /// Takes over the file.
    SpilledGroups(SpillFile file, Schema stateSchema, int keyCount, int partitions, int level, QueryContext context) {
        this.file = file;
        this.stateSchema = stateSchema;
        this.level = level;
        this.partitioner = new Partitioner(keyCount, partitions, level, context.pool());
        this.context = context;
        for (int i = 0; i < partitions; i++) {
            chunks.add(new ArrayList<>());
        }
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
        return chunks.size();
    }

    /// Writes groups, which stay open.
    void put(GroupStates states) {
        try (var _ = context.phases().time(Phase.SPILL)) {
            long before = file.byteSize();
            partitioner.forEach(states, (part, partition) -> {
                context.checkCancelled();
                SpillFile.Chunk chunk = file.write(part, context.pool());
                synchronized (chunks) {
                    chunks.get(partition).add(chunk);
                }
            });
            context.spill().spilled(file.byteSize() - before);
        }
    }

    /// What was written of a partition.
    List<SpillFile.Chunk> chunks(int partition) {
        synchronized (chunks) {
            return List.copyOf(chunks.get(partition));
        }
    }

    /// Reads groups back, to be closed by the caller.
    GroupStates read(SpillFile.Chunk chunk) {
        try (var _ = context.phases().time(Phase.SPILL)) {
            Table table = file.read(chunk, stateSchema, context.pool());
            context.spill().read(chunk.byteSize());
            return new GroupStates(table, null);
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
