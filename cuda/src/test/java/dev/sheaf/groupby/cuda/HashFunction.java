package dev.sheaf.groupby.cuda;

/// Hash functions and how their hashes become slots, as in `bench_hash.cu`, whose numbers are the ordinals.
enum HashFunction {
    IDENTITY("identity, low bits"),
    FNV1A("FNV-1a 32, low bits"),
    FNV1A_MODULO("FNV-1a 32, modulo"),
    MURMUR3("Murmur3 32, low bits"),
    MURMUR3_MODULO("Murmur3 32, modulo"),
    FMIX("finalizer of Murmur3 in the width of the key, low bits"),
    FMIX64("finalizer of Murmur3 64, low bits"),
    FIBONACCI("Fibonacci 64, high bits"),
    MULTIPLY("multiplication in 32 bits, high bits"),
    XXH64("xxHash64, low bits");

    final String text;

    HashFunction(String text) {
        this.text = text;
    }

    /// Whether tables are of any size instead of a power of two.
    boolean isModulo() {
        return this == FNV1A_MODULO || this == MURMUR3_MODULO;
    }

    /// The slots of a table for so many groups, filled by half at most.
    int slots(int groups) {
        return isModulo() ? 2 * groups : Integer.highestOneBit(2 * groups - 1) * 2;
    }

    /// The slot at which looking for a key of 4 or 8 bytes begins.
    int place(long key, int bytes, int slots) {
        return switch (this) {
            case IDENTITY -> (int) key & (slots - 1);
            case FNV1A -> fnv1a(key, bytes) & (slots - 1);
            case FNV1A_MODULO -> Integer.remainderUnsigned(fnv1a(key, bytes), slots);
            case MURMUR3 -> murmur3(key, bytes) & (slots - 1);
            case MURMUR3_MODULO -> Integer.remainderUnsigned(murmur3(key, bytes), slots);
            case FMIX -> (bytes == Long.BYTES ? (int) fmix64(key) : fmix32((int) key)) & (slots - 1);
            case FMIX64 -> (int) fmix64(key) & (slots - 1);
            case FIBONACCI -> high((int) ((key * 0x9e3779b97f4a7c15L) >>> 32), slots);
            case MULTIPLY -> high(multiply(key, bytes), slots);
            case XXH64 -> (int) xxh64(key) & (slots - 1);
        };
    }

    private static int high(int hash, int slots) {
        return (int) ((Integer.toUnsignedLong(hash) * slots) >>> 32);
    }

    private static int fnv1a(long key, int bytes) {
        int hash = 0x811c9dc5;
        for (int i = 0; i < bytes; i++) {
            hash = (hash ^ (int) ((key >>> (8 * i)) & 0xff)) * 0x01000193;
        }
        return hash;
    }

    private static int fmix32(int value) {
        int x = value;
        x ^= x >>> 16;
        x *= 0x85ebca6b;
        x ^= x >>> 13;
        x *= 0xc2b2ae35;
        return x ^ (x >>> 16);
    }

    private static long fmix64(long value) {
        long x = value;
        x ^= x >>> 33;
        x *= 0xff51afd7ed558ccdL;
        x ^= x >>> 33;
        x *= 0xc4ceb9fe1a85ec53L;
        return x ^ (x >>> 33);
    }

    private static int murmur3(long key, int bytes) {
        int hash = 0;
        for (int i = 0; i < bytes / Integer.BYTES; i++) {
            int k = (int) (key >>> (32 * i)) * 0xcc9e2d51;
            hash ^= Integer.rotateLeft(k, 15) * 0x1b873593;
            hash = Integer.rotateLeft(hash, 13) * 5 + 0xe6546b64;
        }
        return fmix32(hash ^ bytes);
    }

    private static int multiply(long key, int bytes) {
        int x = (int) key * 0x9e3779b1;
        if (bytes == Long.BYTES) {
            x += (int) (key >>> 32) * 0x85ebca77;
            x ^= x >>> 16;
            x *= 0x7feb352d;
        }
        return x;
    }

    private static long xxh64(long key) {
        long hash = 0x27d4eb2f165667c5L + 8;
        hash ^= Long.rotateLeft(key * 0xc2b2ae3d27d4eb4fL, 31) * 0x9e3779b185ebca87L;
        hash = Long.rotateLeft(hash, 27) * 0x9e3779b185ebca87L + 0x85ebca77c2b2ae63L;
        hash = (hash ^ (hash >>> 33)) * 0xc2b2ae3d27d4eb4fL;
        hash = (hash ^ (hash >>> 29)) * 0x165667b19e3779f9L;
        return hash ^ (hash >>> 32);
    }

    /// What looking for each of some different keys costs in a table of them.
    ///
    /// @param mean slots looked at for a key, on average
    /// @param longest slots looked at for a key, at most
    /// @param crowded keys in the fullest line of 128 bytes (16 slots) by their first slots; 8 are to be expected
    record Probes(double mean, int longest, int crowded) {
        /// Whether it makes no sense to let a kernel try.
        boolean isHopeless() {
            return mean > HOPELESS;
        }
    }

    private static final int HOPELESS = 64;

    /// The probes of keys put in one after the other; once they are more than 64 a key, as far as they were
    /// counted.
    Probes probes(long[] keys, int bytes) {
        int slots = slots(keys.length);
        boolean[] taken = new boolean[slots];
        int[] lines = new int[slots / 16 + 1];
        long sum = 0;
        int longest = 0;
        for (long key : keys) {
            if (sum > (long) HOPELESS * keys.length) {
                break;
            }
            int slot = place(key, bytes, slots);
            lines[slot / 16]++;
            int looked = 1;
            while (taken[slot]) {
                slot = slot + 1 == slots ? 0 : slot + 1;
                looked++;
            }
            taken[slot] = true;
            sum += looked;
            longest = Math.max(longest, looked);
        }
        int crowded = java.util.Arrays.stream(lines).max().orElse(0);
        return new Probes((double) sum / keys.length, longest, crowded);
    }
}
