package dev.sheaf.io.parquet.decode;

import java.nio.ByteBuffer;

/// Takes bit-packed dictionary codes of at most 7 bits apart, eight at a time: one load, three steps that move halves,
/// quarters and eighths of a word to where bytes begin, and one comparison of all eight with the size of the
/// dictionary. Codes that are too large are told when all are done.
final class CodeLanes {
    static final int MAX_BITS = 7;

    /// Codes that come from one load.
    static final int LANES = 8;

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private final int bits;
    private final long halves;
    private final long quarters;
    private final long eighths;
    private final long excess;

    /// For codes of `bits` bits, 1 to 7, into a dictionary of `entries` values, at least one.
    CodeLanes(int bits, int entries) {
        this.bits = bits;
        this.halves = (1L << (4 * bits)) - 1;
        this.quarters = ((1L << (2 * bits)) - 1) * 0x1_0000_0001L;
        this.eighths = ((1L << bits) - 1) * 0x1_0001_0001_0001L;
        this.excess = (0x80 - Math.min(entries, 0x80)) * ONES;
    }

    /// Writes `count` codes, a multiple of 8, that begin at byte `from` as int32 from byte `at` of the target on. False
    /// if one is too large.
    boolean unpack(ByteBuffer source, int from, ByteBuffer target, int at, int count) {
        long tooLarge = 0;
        for (int i = 0; i < count; i += LANES) {
            long codes = apart(source.getLong(from + (i >>> 3) * bits));
            tooLarge |= codes + excess;
            int to = at + (i << 2);
            target.putLong(to, pair(codes));
            target.putLong(to + 8, pair(codes >>> 16));
            target.putLong(to + 16, pair(codes >>> 32));
            target.putLong(to + 24, pair(codes >>> 48));
        }
        return (tooLarge & HIGH_BITS) == 0;
    }

    /// As [#unpack], with the entry of each code in its place. The table has 128 entries.
    boolean gather(ByteBuffer source, int from, int[] table, ByteBuffer target, int at, int count) {
        long tooLarge = 0;
        for (int i = 0; i < count; i += LANES) {
            long codes = apart(source.getLong(from + (i >>> 3) * bits));
            tooLarge |= codes + excess;
            int to = at + (i << 2);
            target.putLong(to, entries(table, codes));
            target.putLong(to + 8, entries(table, codes >>> 16));
            target.putLong(to + 16, entries(table, codes >>> 32));
            target.putLong(to + 24, entries(table, codes >>> 48));
        }
        return (tooLarge & HIGH_BITS) == 0;
    }

    /// The lowest eight codes of a word, each in a byte.
    private long apart(long word) {
        long two = (word & halves) | (((word >>> (4 * bits)) & halves) << 32);
        long four = (two & quarters) | ((two & (quarters << (2 * bits))) << (16 - 2 * bits));
        return (four & eighths) | ((four & (eighths << bits)) << (8 - bits));
    }

    /// The two lowest bytes as two ints.
    private static long pair(long codes) {
        return (codes & 0xFF) | ((codes & 0xFF00) << 24);
    }

    private static long entries(int[] table, long codes) {
        int low = table[(int) codes & (table.length - 1)];
        int high = table[(int) (codes >>> 8) & (table.length - 1)];
        return (low & 0xFFFF_FFFFL) | ((long) high << 32);
    }
}
