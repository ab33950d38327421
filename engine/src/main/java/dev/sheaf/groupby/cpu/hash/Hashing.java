package dev.sheaf.groupby.cpu.hash;

/// The hash of packed keys: 32 bits; tables use the high ones as slot number, partitions the low ones.
public final class Hashing {
    private static final long FIRST = 0x9E3779B97F4A7C15L;
    private static final long SECOND = 0xD6E8FEB86659FD93L;

    private static final long THIRD = 0x94D0_49BB_1331_11EBL;
    private static final long FOURTH = 0xC2B2_AE3D_27D4_EB4FL;

    private Hashing() {}

    /// Every bit of `word` reaches every bit of the result.
    public static int of(long word) {
        long mixed = (word ^ word >>> 32) * FIRST;
        return (int) (((mixed ^ mixed >>> 29) * SECOND) >>> 32);
    }

    /// The hash of two words.
    public static int of(long first, long second) {
        return high(mix(first, second));
    }

    /// Two words as one: every bit of them reaches every bit of the result.
    public static long mix(long first, long second) {
        long word = first ^ second * SECOND;
        long mixed = (word ^ word >>> 32) * FIRST;
        return (mixed ^ mixed >>> 29) * SECOND;
    }

    private static int high(long mixed) {
        return (int) (mixed >>> 32);
    }

    public static void of(long[] words, int rows, int[] hashes) {
        for (int i = 0; i < rows; i++) {
            hashes[i] = of(words[i]);
        }
    }

    public static void mix(long[] first, long[] second, int rows, long[] mixed) {
        for (int i = 0; i < rows; i++) {
            mixed[i] = mix(first[i], second[i]);
        }
    }

    /// The hashes of words that are mixed already.
    public static void high(long[] mixed, int rows, int[] hashes) {
        for (int i = 0; i < rows; i++) {
            hashes[i] = high(mixed[i]);
        }
    }

    /// Takes one more word into a running value, which [#finish] ends.
    public static long add(long running, long word) {
        long mixed = (running ^ word) * FIRST;
        return mixed ^ mixed >>> 32;
    }

    /// Takes four more words into a running value: two products of 128 bits that do not wait for each other.
    ///
    /// @see <a href="https://github.com/wangyi-fudan/wyhash">Wang Yi, wyhash</a>, whose step this is
    public static long add(long running, long first, long second, long third, long fourth) {
        return fold(running ^ first ^ FIRST, second ^ SECOND) ^ fold(third ^ THIRD, fourth ^ FOURTH);
    }

    private static long fold(long a, long b) {
        return Math.unsignedMultiplyHigh(a, b) ^ a * b;
    }

    public static int finish(long running) {
        return high(finishWide(running));
    }

    /// As [#finish], with all bits.
    public static long finishWide(long running) {
        return running * SECOND;
    }
}
