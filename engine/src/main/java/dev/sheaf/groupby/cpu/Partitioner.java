package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Puts the groups of a [GroupStates] in the order of their partitions: the low bits of the keys' hashes, of
/// which tables use the high ones.
final class Partitioner {
    private final int keyCount;
    private final int partitions;
    private final MemoryPool pool;

    /// A partitioner of states whose first `keyCount` columns are keys into a power of two of partitions.
    Partitioner(int keyCount, int partitions, MemoryPool pool) {
        this.keyCount = keyCount;
        this.partitions = partitions;
        this.pool = pool;
    }

    /// The same groups in order of partition, to be closed by the caller; `state` stays open.
    GroupStates partition(GroupStates state) {
        int groups = state.groups();
        int[] starts = new int[partitions + 1];
        try (Buffer hashes = KeyHashes.of(state.table().columns().subList(0, keyCount), groups, pool);
                Buffer order = pool.allocate((long) groups * Integer.BYTES, "partitions")) {
            sort(hashes.segment(), groups, partitions - 1, starts, order.segment());
            Table table = Take.rows(state.table(), order.segment(), groups, pool);
            return new GroupStates(table, starts);
        }
    }

    private static void sort(MemorySegment hashes, int groups, int mask, int[] starts, MemorySegment order) {
        for (int i = 0; i < groups; i++) {
            starts[(hashes.getAtIndex(ValueLayout.JAVA_INT, i) & mask) + 1]++;
        }
        for (int partition = 1; partition < starts.length; partition++) {
            starts[partition] += starts[partition - 1];
        }
        int[] next = starts.clone();
        for (int i = 0; i < groups; i++) {
            int place = next[hashes.getAtIndex(ValueLayout.JAVA_INT, i) & mask]++;
            order.setAtIndex(ValueLayout.JAVA_INT, place, i);
        }
    }
}
