package dev.sheaf.groupby.cpu.hash;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A hash of packed 64-bit keys, chosen so that each key of a set has a place to itself: one look at the key
/// that is there tells whether a word is one of the set. Immutable.
///
/// The high bits of a product give a bucket, the bits behind them a slot, and every bucket shifts its slots by
/// a number of its own, which was chosen for the keys that it has: large buckets first, while most places are
/// free. See <a href="https://cmph.sourceforge.net/papers/esa09.pdf">Belazzougui, Botelho and Dietzfelbinger,
/// Hash, displace, and compress, ESA 2009</a>; we keep shifts uncompressed and some places free.
public final class PerfectHash {
    /// So many of a hundred places are taken at most.
    private static final int MOST_PERCENT = 80;

    /// What one factor fails with is that two keys of a bucket have one slot, which happens to some four in ten.
    private static final int MOST_TRIES = 40;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long factor;
    private final int bucketBits;
    private final int bits;
    private final int[] shifts;
    private final long[] keys;
    private final int count;

    private PerfectHash(long factor, int bucketBits, int bits, int[] shifts, long[] keys, int count) {
        this.factor = factor;
        this.bucketBits = bucketBits;
        this.bits = bits;
        this.shifts = shifts;
        this.keys = keys;
        this.count = count;
    }

    /// The most keys that get places of so many bits.
    public static int mostKeys(int bits) {
        return (int) ((1L << bits) * MOST_PERCENT / 100);
    }

    /// The bits of places that so many keys get.
    public static int bitsFor(int count) {
        return Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, count * 100L / MOST_PERCENT));
    }

    /// A hash for `count` different keys, at least one, which lie in `packed` from byte `start` on; null if
    /// none was found.
    ///
    /// Cost: some 50 ns a key.
    public static @Nullable PerfectHash of(MemorySegment packed, long start, int count) {
        long[] words = new long[count];
        MemorySegment.copy(packed, ValueLayout.JAVA_LONG_UNALIGNED, start, words, 0, count);
        for (int tried = 1; tried <= MOST_TRIES; tried++) {
            long factor = tried * GOLDEN;
            PerfectHash found = of(words, (factor ^ factor >>> 29) | 1);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable PerfectHash of(long[] words, long factor) {
        int bits = bitsFor(words.length);
        int bucketBits = Math.max(1, bits - 1);
        PerfectHash hash =
                new PerfectHash(factor, bucketBits, bits, new int[1 << bucketBits], new long[1 << bits], words.length);
        return hash.place(words) ? hash : null;
    }

    /// Finds the shifts of all buckets; false if two keys of one can never part.
    private boolean place(long[] words) {
        int[] starts = new int[shifts.length + 1];
        long[] byBucket = byBucket(words, starts);
        int[] slots = new int[byBucket.length];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = slot(byBucket[i]);
        }
        boolean[] taken = new boolean[keys.length];
        for (int bucket : largestFirst(starts)) {
            int shift = freeShift(slots, starts[bucket], starts[bucket + 1], taken);
            if (shift < 0) {
                return false;
            }
            shifts[bucket] = shift;
        }
        fill(byBucket, taken);
        return true;
    }

    private long[] byBucket(long[] words, int[] starts) {
        for (long word : words) {
            starts[bucket(word) + 1]++;
        }
        for (int bucket = 1; bucket < starts.length; bucket++) {
            starts[bucket] += starts[bucket - 1];
        }
        int[] next = starts.clone();
        long[] ordered = new long[words.length];
        for (long word : words) {
            ordered[next[bucket(word)]++] = word;
        }
        return ordered;
    }

    /// The buckets that have a key, in order of how many they have.
    private static int[] largestFirst(int[] starts) {
        int most = 0;
        for (int bucket = 1; bucket < starts.length; bucket++) {
            most = Math.max(most, starts[bucket] - starts[bucket - 1]);
        }
        int[] next = new int[most + 1];
        for (int bucket = 1; bucket < starts.length; bucket++) {
            next[most - (starts[bucket] - starts[bucket - 1])]++;
        }
        int before = 0;
        for (int size = 0; size <= most; size++) {
            int own = next[size];
            next[size] = before;
            before += own;
        }
        int[] ordered = new int[starts.length - 1];
        for (int bucket = 0; bucket < ordered.length; bucket++) {
            ordered[next[most - (starts[bucket + 1] - starts[bucket])]++] = bucket;
        }
        return Arrays.copyOf(ordered, next[most - 1]);
    }

    /// The least shift that brings slots `from` to `to` to places that are free, which are taken then; or -1.
    private int freeShift(int[] slots, int from, int to, boolean[] taken) {
        for (int shift = 0; shift < taken.length; shift++) {
            int at = from;
            while (at < to && !taken[at(slots[at], shift)]) {
                taken[at(slots[at++], shift)] = true;
            }
            if (at == to) {
                return shift;
            }
            while (at > from) {
                taken[at(slots[--at], shift)] = false;
            }
        }
        return -1;
    }

    private int at(int slot, int shift) {
        return slot + shift & keys.length - 1;
    }

    /// Puts keys at their places, and at a free place a key that has another: no word has that place and that key.
    private void fill(long[] words, boolean[] taken) {
        for (int place = 0; place < keys.length; place++) {
            keys[place] = taken[place] ? 0 : words[0];
        }
        for (long word : words) {
            keys[place(word)] = word;
        }
    }

    private int bucket(long word) {
        return (int) ((word * factor) >>> bucketDown());
    }

    private int slot(long word) {
        return (int) ((word * factor) >>> slotDown()) & keys.length - 1;
    }

    /// The only place that a word may have.
    int place(long word) {
        return at(slot(word), shifts[bucket(word)]);
    }

    /// The key of a place that has one.
    public long key(int place) {
        return keys[place];
    }

    /// Whether a word is one of the keys.
    boolean contains(long word) {
        return keys[place(word)] == word;
    }

    /// The places that have a key.
    int[] placesTaken() {
        return IntStream.range(0, keys.length)
                .filter(place -> place(keys[place]) == place)
                .toArray();
    }

    public int count() {
        return count;
    }

    public int bits() {
        return bits;
    }

    public long factor() {
        return factor;
    }

    /// By how many bits a product is shifted down to the number of its bucket.
    public int bucketDown() {
        return Long.SIZE - bucketBits;
    }

    /// By how many bits a product is shifted down until its slot is lowest.
    public int slotDown() {
        return Long.SIZE - bucketBits - bits;
    }

    /// By how much the slots of each bucket are shifted.
    public int[] shifts() {
        return shifts;
    }

    /// The key at each place.
    public long[] keys() {
        return keys;
    }
}
