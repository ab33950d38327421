package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.column.Concat;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.key.KeyHashes;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

    /// Hands the groups of each partition to `consumer`, as tables that are closed when it returns. Groups that
    /// lie by these partitions already, or by parts of them, are taken as they lie, those of all states together
    /// where memory has room for a copy of them.
    public void forEach(List<GroupStates> states, ObjIntConsumer<Table> consumer) {
        List<GroupStates> lying = states.stream().filter(this::lieByPartition).toList();
        for (int partition = 0; partition < partitions; partition++) {
            try (Closer slices = new Closer()) {
                List<Table> parts = new ArrayList<>();
                for (GroupStates each : lying) {
                    addSlices(each, partition, slices, parts);
                }
                handTogether(parts, partition, consumer);
            }
        }
        states.stream().filter(each -> !lieByPartition(each)).forEach(each -> forEach(each, consumer));
    }

    private boolean lieByPartition(GroupStates states) {
        return shift == 0 && states.starts() != null && states.starts().length > partitions;
    }

    /// Partitions are powers of two, of the lowest bits of the hash: of 256 of them, 4 are one of 64.
    private void addSlices(GroupStates states, int partition, Closer slices, List<Table> parts) {
        for (int part = partition; part + 1 < Objects.requireNonNull(states.starts()).length; part += partitions) {
            int start = states.start(part);
            int size = states.start(part + 1) - start;
            if (size > 0) {
                parts.add(slices.add(states.table().slice(start, size)));
            }
        }
    }

    private void handTogether(List<Table> parts, int partition, ObjIntConsumer<Table> consumer) {
        if (parts.isEmpty()) {
            return;
        }
        Table together;
        try {
            together = Concat.tables(parts.getFirst().schema(), parts, pool);
        } catch (MemoryLimitException full) {
            parts.forEach(part -> consumer.accept(part, partition));
            return;
        }
        hand(together, partition, consumer);
    }

    private void forEach(GroupStates state, ObjIntConsumer<Table> consumer) {
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
