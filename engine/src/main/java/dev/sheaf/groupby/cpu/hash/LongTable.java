package dev.sheaf.groupby.cpu.hash;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.nio.LongBuffer;

/// A hash table for packed keys of one word.
public final class LongTable implements WordTable {
    private final HashedKeys known;
    private final Probe probe = new Probe();

    public LongTable(MemoryPool pool, long firstSlots) {
        this.known = new HashedKeys(pool, 1, firstSlots);
    }

    @Override
    public int words() {
        return 1;
    }

    @Override
    public int groupCount() {
        return known.count();
    }

    @Override
    public boolean hasRoom(long rows) {
        return known.hasRoom(rows);
    }

    @Override
    public void reserve(int groups) {
        known.reserve(groups);
    }

    @Override
    public void assign(long[] words, int rows, int[] ids) {
        known.reserveMore(rows);
        probe.begin(rows);
        Hashing.of(words, rows, probe.hashes());
        int before = known.count();
        propose(words, rows, ids);
        Slots slots = known.slots();
        known.count(resolve(words, probe, ids, slots.longs(), slots.shift(), known.longs(), before));
        probe.end(rows, known.count() - before);
    }

    private void propose(long[] words, int rows, int[] ids) {
        if (probe.isMostlyNew()) {
            probe.missAll(known.slots(), probe.hashes(), rows, ids);
        } else {
            known.slots().propose(probe.hashes(), rows, ids);
            probe.missCount(compare(words, rows, ids, known.longs(), probe.misses()));
        }
    }

    /// Compares each row with the key of the id proposed, and writes the rows that differ to `misses`.
    private static int compare(long[] words, int rows, int[] ids, LongBuffer keys, int[] misses) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            long key = keys.get(StateColumn.FRONT_LONGS + ids[i]);
            misses[count] = i;
            count += key == words[i] && ids[i] >= 0 ? 0 : 1;
        }
        return count;
    }

    /// Room for every row was made before, so that nothing moves while the loop runs.
    private static int resolve(
            long[] words, Probe probe, int[] ids, Longs slots, int shift, LongBuffer keys, int groupsBefore) {
        int[] hashes = probe.hashes();
        int[] misses = probe.misses();
        int missCount = probe.missCount();
        int mask = Slots.mask(shift);
        int groups = groupsBefore;
        for (int k = 0; k < missCount; k++) {
            int row = misses[k];
            long word = words[row];
            int slot = hashes[row] >>> shift;
            int id;
            while (true) {
                long entry = slots.get(slot);
                id = (int) entry - 1;
                if (id < 0) {
                    id = groups++;
                    slots.put(slot, Slots.entry(hashes[row], id));
                    keys.put(StateColumn.FRONT_LONGS + id, word);
                    break;
                }
                if ((int) (entry >>> 32) == hashes[row] && keys.get(StateColumn.FRONT_LONGS + id) == word) {
                    break;
                }
                slot = (slot + 1) & mask;
            }
            ids[row] = id;
        }
        return groups;
    }

    @Override
    public MemorySegment keys() {
        return known.keys();
    }

    @Override
    public void clear() {
        known.clear();
    }

    @Override
    public void close() {
        known.close();
    }
}
