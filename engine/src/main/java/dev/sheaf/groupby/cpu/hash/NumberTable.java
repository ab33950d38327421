package dev.sheaf.groupby.cpu.hash;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// No table: the keys are the numbers of groups that are known from the start, and those are the ids.
public final class NumberTable implements WordTable {
    private final int groups;
    private final long zero;
    private final StateColumn keys;
    private boolean hasKeys;

    /// For so many groups; group 0 has the key `zero`, and each group one more than the group before. Takes no memory
    /// before keys are asked for.
    public NumberTable(MemoryPool pool, int groups, long zero) {
        this.groups = groups;
        this.zero = zero;
        this.keys = new StateColumn(pool, "group keys", Long.BYTES, 0);
    }

    @Override
    public int words() {
        return 1;
    }

    @Override
    public int groupCount() {
        return groups;
    }

    @Override
    public void reserve(int wanted) {}

    @Override
    public void assign(long[] words, int rows, int[] ids) {
        if (assign(words, rows, ids, zero) >= groups) {
            throw new IllegalStateException("a key is not below " + groups + ", the number of groups that are known");
        }
    }

    /// Returns the greatest of the ids, negative ones counting as most.
    private static long assign(long[] words, int rows, int[] ids, long zero) {
        long greatest = 0;
        for (int i = 0; i < rows; i++) {
            long number = words[i] - zero;
            greatest = Math.max(greatest, number & Long.MAX_VALUE);
            ids[i] = (int) number;
        }
        return greatest;
    }

    @Override
    public void append(long[] words, int rows, int[] ids) {
        assign(words, rows, ids);
    }

    @Override
    public MemorySegment keys() {
        keys.ensure(groups);
        MemorySegment segment = keys.segment();
        for (int group = 0; !hasKeys && group < groups; group++) {
            segment.set(ValueLayout.JAVA_LONG_UNALIGNED, StateColumn.FRONT + ((long) group << 3), zero + group);
        }
        hasKeys = true;
        return segment;
    }

    /// The groups stay.
    @Override
    public void clear() {}

    @Override
    public void close() {
        keys.close();
    }
}
