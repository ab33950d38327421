package dev.sheaf.groupby.cpu.hash;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.nio.LongBuffer;

/// A hash table for packed keys of two or more words: 128-bit keys and whole rows.
public final class WideTable implements WordTable {
    private final int words;
    private final HashedKeys known;
    private final Probe probe = new Probe();

    public WideTable(MemoryPool pool, int words, long firstSlots) {
        this.words = words;
        this.known = new HashedKeys(pool, words, firstSlots);
    }

    @Override
    public int words() {
        return words;
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
    public void assign(long[] rowWords, int rows, int[] ids) {
        known.reserveMore(rows);
        probe.begin(rows);
        hash(rowWords, rows, words, probe.hashes());
        int before = known.count();
        propose(rowWords, rows, ids);
        resolve(rowWords, ids);
        probe.end(rows, known.count() - before);
    }

    private static void hash(long[] rowWords, int rows, int words, int[] hashes) {
        for (int i = 0; i < rows; i++) {
            long running = 0;
            for (int word = i * words; word < (i + 1) * words; word++) {
                running = Hashing.add(running, rowWords[word]);
            }
            hashes[i] = Hashing.finish(running);
        }
    }

    private void propose(long[] rowWords, int rows, int[] ids) {
        if (probe.isMostlyNew()) {
            probe.missAll(known.slots(), probe.hashes(), rows, ids);
            return;
        }
        known.slots().propose(probe.hashes(), rows, ids);
        probe.missCount(
                words == 2
                        ? comparePairs(rowWords, rows, ids, known.longs(), probe.misses())
                        : compareRows(rowWords, rows, words, ids, known.longs(), probe.misses()));
    }

    private static int comparePairs(long[] rowWords, int rows, int[] ids, LongBuffer keys, int[] misses) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            int key = StateColumn.FRONT_LONGS + 2 * Math.max(0, ids[i]);
            long difference = (keys.get(key) ^ rowWords[2 * i]) | (keys.get(key + 1) ^ rowWords[2 * i + 1]);
            misses[count] = i;
            count += difference == 0 && ids[i] >= 0 ? 0 : 1;
        }
        return count;
    }

    private static int compareRows(long[] rowWords, int rows, int words, int[] ids, LongBuffer keys, int[] misses) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            int key = StateColumn.FRONT_LONGS + words * Math.max(0, ids[i]);
            long difference = (long) ids[i] >>> 63;
            for (int word = 0; word < words; word++) {
                difference |= rowWords[i * words + word] ^ keys.get(key + word);
            }
            misses[count] = i;
            count += difference == 0 ? 0 : 1;
        }
        return count;
    }

    private void resolve(long[] rowWords, int[] ids) {
        int[] misses = probe.misses();
        Slots slots = known.slots();
        Longs entries = slots.longs();
        LongBuffer keys = known.longs();
        for (int k = 0; k < probe.missCount(); k++) {
            int row = misses[k];
            ids[row] = find(rowWords, row * words, probe.hashes()[row], entries, slots.shift(), keys);
        }
    }

    /// The id of the key that begins at `from`, a new one if it is not there.
    private int find(long[] rowWords, int from, int hash, Longs slots, int shift, LongBuffer keys) {
        int slot = hash >>> shift;
        while (true) {
            long entry = slots.get(slot);
            int id = (int) entry - 1;
            if (id < 0) {
                int made = known.count();
                slots.put(slot, Slots.entry(hash, made));
                add(rowWords, from, keys, made);
                known.count(made + 1);
                return made;
            }
            if ((int) (entry >>> 32) == hash && isKey(rowWords, from, keys, id)) {
                return id;
            }
            slot = (slot + 1) & Slots.mask(shift);
        }
    }

    private void add(long[] rowWords, int from, LongBuffer keys, int id) {
        int to = StateColumn.FRONT_LONGS + id * words;
        for (int word = 0; word < words; word++) {
            keys.put(to + word, rowWords[from + word]);
        }
    }

    private boolean isKey(long[] rowWords, int from, LongBuffer keys, int id) {
        int key = StateColumn.FRONT_LONGS + id * words;
        long differences = 0;
        for (int word = 0; word < words; word++) {
            differences |= rowWords[from + word] ^ keys.get(key + word);
        }
        return differences == 0;
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
