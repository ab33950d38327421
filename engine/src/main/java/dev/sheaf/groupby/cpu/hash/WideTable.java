package dev.sheaf.groupby.cpu.hash;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

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
    public void reserve(int groups) {
        known.reserve(groups);
    }

    @Override
    public void assign(long[] rowWords, int rows, int[] ids) {
        known.reserveMore(rows);
        probe.begin(rows);
        hash(rowWords, rows, words, probe.hashes());
        if (probe.isMostlyNew()) {
            probe.missAll(known.slots(), probe.hashes(), rows, ids);
        } else {
            known.slots().propose(probe.hashes(), rows, ids);
            probe.missCount(
                    words == 2
                            ? comparePairs(rowWords, rows, ids, known.keys(), probe.misses())
                            : compareRows(rowWords, rows, words, ids, known.keys(), probe.misses()));
        }
        int before = known.count();
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

    private static int comparePairs(long[] rowWords, int rows, int[] ids, MemorySegment keys, int[] misses) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            long key = StateColumn.FRONT + ((long) Math.max(0, ids[i]) << 4);
            long difference = (keys.get(ValueLayout.JAVA_LONG_UNALIGNED, key) ^ rowWords[2 * i])
                    | (keys.get(ValueLayout.JAVA_LONG_UNALIGNED, key + 8) ^ rowWords[2 * i + 1]);
            misses[count] = i;
            count += difference == 0 && ids[i] >= 0 ? 0 : 1;
        }
        return count;
    }

    private static int compareRows(long[] rowWords, int rows, int words, int[] ids, MemorySegment keys, int[] misses) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            misses[count] = i;
            count += ids[i] >= 0 && isKey(rowWords, i, words, keys, ids[i]) ? 0 : 1;
        }
        return count;
    }

    private void resolve(long[] rowWords, int[] ids) {
        Slots slots = known.slots();
        MemorySegment table = slots.segment();
        MemorySegment keys = known.keys();
        for (int k = 0; k < probe.missCount(); k++) {
            int row = probe.misses()[k];
            ids[row] = find(rowWords, row, probe.hashes()[row], table, slots.shift(), keys);
        }
    }

    /// The id of a key, a new one if it is not there.
    private int find(long[] rowWords, int row, int hash, MemorySegment slots, int shift, MemorySegment keys) {
        int slot = hash >>> shift;
        while (true) {
            long entry = slots.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3);
            int id = (int) entry - 1;
            if (id < 0) {
                int made = known.count();
                slots.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3, Slots.entry(hash, made));
                long to = StateColumn.FRONT + (long) made * words * Long.BYTES;
                MemorySegment.copy(rowWords, row * words, keys, ValueLayout.JAVA_LONG_UNALIGNED, to, words);
                known.count(made + 1);
                return made;
            }
            if ((int) (entry >>> 32) == hash && isKey(rowWords, row, words, keys, id)) {
                return id;
            }
            slot = (slot + 1) & Slots.mask(shift);
        }
    }

    private static boolean isKey(long[] rowWords, int row, int words, MemorySegment keys, int id) {
        long key = StateColumn.FRONT + (long) id * words * Long.BYTES;
        long differences = 0;
        for (int word = 0; word < words; word++) {
            differences |=
                    rowWords[row * words + word] ^ keys.get(ValueLayout.JAVA_LONG_UNALIGNED, key + ((long) word << 3));
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
