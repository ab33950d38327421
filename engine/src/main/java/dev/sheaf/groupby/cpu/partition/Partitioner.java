package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.key.KeyHashes;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.ObjIntConsumer;

/// Puts the groups of a [GroupStates] in the order of their partitions: the low bits of the keys' hashes, of
/// which tables use the high ones.
public final class Partitioner {
    private final int keyCount;
    private final int partitions;
    private final int shift;
    private final MemoryPool pool;

    /// A partitioner of states whose first `keyCount` columns are keys into a power of two of partitions.
    public Partitioner(int keyCount, int partitions, MemoryPool pool) {
        this(keyCount, partitions, 0, pool);
    }

    /// A partitioner of groups that have been partitioned `level` times already: it goes by the next bits of the hash.
    public Partitioner(int keyCount, int partitions, int level, MemoryPool pool) {
        this.keyCount = keyCount;
        this.partitions = partitions;
        this.shift = level * Integer.numberOfTrailingZeros(partitions);
        this.pool = pool;
    }

    /// The same groups in order of partition, to be closed by the caller; `state` stays open.
    public GroupStates partition(GroupStates state) {
        int groups = state.groups();
        int[] starts = new int[partitions + 1];
        try (Buffer order = order(state, starts)) {
            Table table = Take.rows(state.table(), order.segment(), groups, pool);
            return new GroupStates(table, starts);
        }
    }

    /// Hands the groups of each partition that has any to `consumer`, as a table that is closed when it returns.
    /// Groups that lie by partition already are taken as they lie.
    public void forEach(GroupStates state, ObjIntConsumer<Table> consumer) {
        if (state.starts() != null && state.starts().length == partitions + 1 && shift == 0) {
            for (int partition = 0; partition < partitions; partition++) {
                int start = state.start(partition);
                hand(state.table().slice(start, state.start(partition + 1) - (long) start), partition, consumer);
            }
            return;
        }
        int[] starts = new int[partitions + 1];
        try (Buffer order = order(state, starts)) {
            for (int partition = 0; partition < partitions; partition++) {
                int size = starts[partition + 1] - starts[partition];
                MemorySegment rows = order.segment().asSlice((long) starts[partition] * Integer.BYTES);
                hand(Take.rows(state.table(), rows, size, pool), partition, consumer);
            }
        }
    }

    private static void hand(Table part, int partition, ObjIntConsumer<Table> consumer) {
        try (part) {
            if (part.rowCount() > 0) {
                consumer.accept(part, partition);
            }
        }
    }

    /// The rows by partition, to be closed by the caller; fills in where each partition starts.
    private Buffer order(GroupStates state, int[] starts) {
        int groups = state.groups();
        try (Buffer hashes = KeyHashes.of(state.table().columns().subList(0, keyCount), groups, pool)) {
            Buffer order = pool.allocate((long) groups * Integer.BYTES, "partitions");
            sort(hashes.segment(), groups, order.segment(), starts);
            return order;
        }
    }

    private void sort(MemorySegment hashes, int groups, MemorySegment order, int[] starts) {
        for (int i = 0; i < groups; i++) {
            starts[partition(hashes, i) + 1]++;
        }
        for (int partition = 1; partition < starts.length; partition++) {
            starts[partition] += starts[partition - 1];
        }
        int[] next = starts.clone();
        for (int i = 0; i < groups; i++) {
            int place = next[partition(hashes, i)]++;
            order.setAtIndex(ValueLayout.JAVA_INT, place, i);
        }
    }

    private int partition(MemorySegment hashes, int group) {
        return hashes.getAtIndex(ValueLayout.JAVA_INT, group) >>> shift & (partitions - 1);
    }
}
