package dev.sheaf.groupby.cpu;

import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A hash table for packed keys of two or more words: 128-bit keys and whole rows.
final class WideTable implements WordTable {
    private final int words;
    private final StateColumn keys;
    private final Slots slots;
    private int groupCount;

    WideTable(MemoryPool pool, int words, long firstSlots) {
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
    public void assign(long[] words, int rows, int[] ids) {
        slots.ensure((long) groupCount + rows);
        keys.ensure(groupCount + rows);
        groupCount = this.words == 2
                ? assignPairs(words, rows, ids, slots.segment(), slots.shift(), keys.segment(), groupCount)
                : assignRows(words, rows, ids, slots.segment(), slots.shift(), keys.segment(), groupCount);
    }

    private static int assignPairs(
            long[] words, int rows, int[] ids, MemorySegment slots, int shift, MemorySegment keys, int groupsBefore) {
        int mask = (int) (0xFFFFFFFFL >>> shift);
        int groups = groupsBefore;
        for (int i = 0; i < rows; i++) {
            long first = words[2 * i];
            long second = words[2 * i + 1];
            int hash = Hashing.finish(Hashing.add(Hashing.add(0, first), second));
            int slot = hash >>> shift;
            int id;
            while (true) {
                long entry = slots.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3);
                id = (int) entry - 1;
                long key = StateColumn.FRONT + ((long) id << 4);
                if (id < 0) {
                    id = groups++;
                    key = StateColumn.FRONT + ((long) id << 4);
                    slots.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3, (long) hash << 32 | groups);
                    keys.set(ValueLayout.JAVA_LONG_UNALIGNED, key, first);
                    keys.set(ValueLayout.JAVA_LONG_UNALIGNED, key + 8, second);
                    break;
                }
                if ((int) (entry >>> 32) == hash
                        && keys.get(ValueLayout.JAVA_LONG_UNALIGNED, key) == first
                        && keys.get(ValueLayout.JAVA_LONG_UNALIGNED, key + 8) == second) {
                    break;
                }
                slot = slot + 1 & mask;
            }
            ids[i] = id;
        }
        return groups;
    }

    private int assignRows(
            long[] words, int rows, int[] ids, MemorySegment slots, int shift, MemorySegment keys, int groupsBefore) {
        int mask = (int) (0xFFFFFFFFL >>> shift);
        int groups = groupsBefore;
        for (int i = 0; i < rows; i++) {
            int hash = hash(words, i);
            int slot = hash >>> shift;
            int id;
            while (true) {
                long entry = slots.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3);
                id = (int) entry - 1;
                if (id < 0) {
                    id = groups++;
                    slots.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3, (long) hash << 32 | groups);
                    MemorySegment.copy(
                            words, i * this.words, keys, ValueLayout.JAVA_LONG_UNALIGNED, keyAt(id), this.words);
                    break;
                }
                if ((int) (entry >>> 32) == hash && isKey(words, i, keys, id)) {
                    break;
                }
                slot = slot + 1 & mask;
            }
            ids[i] = id;
        }
        return groups;
    }

    private int hash(long[] rowWords, int row) {
        long running = 0;
        for (int word = 0; word < words; word++) {
            running = Hashing.add(running, rowWords[row * words + word]);
        }
        return Hashing.finish(running);
    }

    private boolean isKey(long[] rowWords, int row, MemorySegment keys, int id) {
        long differences = 0;
        for (int word = 0; word < words; word++) {
            differences |= rowWords[row * words + word]
                    ^ keys.get(ValueLayout.JAVA_LONG_UNALIGNED, keyAt(id) + ((long) word << 3));
        }
        return differences == 0;
    }

    private long keyAt(int id) {
        return StateColumn.FRONT + (long) id * words * Long.BYTES;
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
