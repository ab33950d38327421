package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.column.Concat;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.key.KeyHashes;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ObjIntConsumer;

/// Puts the groups of a [GroupStates] in the order of their partitions ([ScatteredRows]): the low bits of the keys'
/// hashes, of which tables use the high ones.
public final class Partitioner {
    /// Copies of groups that leave one by one take this share of free memory at most.
    private static final int FREE_SHARE = 4;

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
        try (Buffer hashes = hashes(state)) {
            int[] starts = starts(Ints.of(hashes.segment()), state.groups());
            return new GroupStates(scattered(state, Ints.of(hashes.segment()), starts, 0, partitions), starts);
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

    /// Copies as many partitions at a time as there is memory for.
    private void forEach(GroupStates state, ObjIntConsumer<Table> consumer) {
        try (Buffer hashes = hashes(state)) {
            int[] starts = starts(Ints.of(hashes.segment()), state.groups());
            int atOnce = partitionsAtOnce(state.table());
            int from = 0;
            while (from < partitions) {
                try (Table some = scattered(state, Ints.of(hashes.segment()), starts, from, from + atOnce)) {
                    for (int partition = from; partition < from + atOnce; partition++) {
                        int size = starts[partition + 1] - starts[partition];
                        hand(some.slice(starts[partition] - starts[from], size), partition, consumer);
                    }
                }
                from += atOnce;
            }
        }
    }

    /// A power of two.
    private int partitionsAtOnce(Table table) {
        long free = Math.max(1, (pool.limitBytes() - pool.usedBytes()) / FREE_SHARE);
        long rounds = Math.clamp(Math.ceilDiv(table.byteSize(), free), 1, partitions);
        return partitions / (int) Long.highestOneBit(2 * rounds - 1);
    }

    private static void hand(Table part, int partition, ObjIntConsumer<Table> consumer) {
        try (part) {
            if (part.rowCount() > 0) {
                consumer.accept(part, partition);
            }
        }
    }

    private Buffer hashes(GroupStates state) {
        return KeyHashes.of(state.table().columns().subList(0, keyCount), state.groups(), pool);
    }

    private int[] starts(Ints hashes, int groups) {
        int[] starts = new int[partitions + 1];
        for (int i = 0; i < groups; i++) {
            starts[partition(hashes, i) + 1]++;
        }
        for (int partition = 1; partition < starts.length; partition++) {
            starts[partition] += starts[partition - 1];
        }
        return starts;
    }

    /// The groups of partitions `from` to `to`, to be closed by the caller.
    private Table scattered(GroupStates state, Ints hashes, int[] starts, int from, int to) {
        int count = starts[to] - starts[from];
        try (Buffer places = pool.allocate((long) state.groups() * Integer.BYTES, "partitions")) {
            place(hashes, state.groups(), starts, from, to, Ints.of(places.segment()));
            return ScatteredRows.of(state.table(), places.segment(), count, pool);
        }
    }

    private void place(Ints hashes, int groups, int[] starts, int from, int to, Ints places) {
        int[] next = new int[partitions];
        int count = starts[to] - starts[from];
        for (int partition = 0; partition < partitions; partition++) {
            next[partition] = partition < from || partition >= to ? count : starts[partition] - starts[from];
        }
        for (int i = 0; i < groups; i++) {
            int partition = partition(hashes, i);
            int place = next[partition];
            next[partition] = place + (place < count ? 1 : 0);
            places.put(i, place);
        }
    }

    private int partition(Ints hashes, int group) {
        return hashes.get(group) >>> shift & (partitions - 1);
    }
}
