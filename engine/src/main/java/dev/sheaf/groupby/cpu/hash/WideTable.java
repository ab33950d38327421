package dev.sheaf.groupby.cpu.hash;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A hash table for packed keys of two or more words: 128-bit keys and whole rows.
public final class WideTable implements WordTable {
    private final int words;
    private final StateColumn keys;
    private final Slots slots;
    private final Probe probe = new Probe();
    private int groupCount;

    public WideTable(MemoryPool pool, int words, long firstSlots) {
        this.words = words;
        this.keys = new StateColumn(pool, "group keys", words * Long.BYTES, 0);
        this.slots = new Slots(pool, firstSlots);
    }

    @Override
    public int words() {
        return words;
    }

    @Override
    public int groupCount() {
        return groupCount;
    }

    @Override
    public void reserve(int groups) {
        slots.ensure(groups);
        keys.ensure(groups);
    }

    @Override
    public void assign(long[] rowWords, int rows, int[] ids) {
        slots.ensure((long) groupCount + rows);
        keys.ensure(groupCount + rows);
        probe.begin(rows);
        hash(rowWords, rows, words, probe.hashes());
        if (probe.isMostlyNew()) {
            probe.missAll(rows);
        } else {
            slots.propose(probe.hashes(), rows, ids);
            probe.missCount(
                    words == 2
                            ? comparePairs(rowWords, rows, ids, keys.segment(), probe.misses())
                            : compareRows(rowWords, rows, words, ids, keys.segment(), probe.misses()));
        }
        int before = groupCount;
        resolve(rowWords, ids);
        probe.end(rows, groupCount - before);
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
        for (int k = 0; k < probe.missCount(); k++) {
            int row = probe.misses()[k];
            ids[row] = find(rowWords, row, probe.hashes()[row]);
        }
    }

    /// The id of a key, a new one if it is not there.
    private int find(long[] rowWords, int row, int hash) {
        int slot = hash >>> slots.shift();
        while (true) {
            long entry = slots.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3);
            int id = (int) entry - 1;
            if (id < 0) {
                int made = groupCount++;
                slots.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3, Slots.entry(hash, made));
                long to = StateColumn.FRONT + (long) made * words * Long.BYTES;
                MemorySegment.copy(rowWords, row * words, keys.segment(), ValueLayout.JAVA_LONG_UNALIGNED, to, words);
                return made;
            }
            if ((int) (entry >>> 32) == hash && isKey(rowWords, row, words, keys.segment(), id)) {
                return id;
            }
            slot = (slot + 1) & Slots.mask(slots.shift());
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
    public void append(long[] rowWords, int rows, int[] ids) {
        keys.ensure(groupCount + rows);
        long to = StateColumn.FRONT + (long) groupCount * words * Long.BYTES;
        MemorySegment.copy(rowWords, 0, keys.segment(), ValueLayout.JAVA_LONG_UNALIGNED, to, rows * words);
        for (int i = 0; i < rows; i++) {
            ids[i] = groupCount + i;
        }
        groupCount += rows;
    }

    @Override
    public MemorySegment keys() {
        return keys.segment();
    }

    @Override
    public void clear() {
        slots.clear();
        groupCount = 0;
    }

    @Override
    public void close() {
        slots.close();
        keys.close();
    }
}
