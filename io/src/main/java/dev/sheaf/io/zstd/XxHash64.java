package dev.sheaf.io.zstd;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The XXH64 hash of seed 0, whose low half is the checksum of a frame. Bloom filters of Parquet go by it, too.
///
/// Source: the xxHash specification (xxhash_spec.md).
public final class XxHash64 {
    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;
    private static final long SUM_OF_PRIMES = 0x60EA27EEADC0B5D6L;
    private static final int STRIPE_BYTES = 32;

    private XxHash64() {}

    /// The hash of the bytes from `start` to before `end`.
    public static long hash(MemorySegment bytes, long start, long end) {
        long position = start;
        long hash = PRIME_5;
        if (end - start >= STRIPE_BYTES) {
            position = end - (end - start) % STRIPE_BYTES;
            hash = stripes(bytes, start, position);
        }
        hash += end - start;
        for (; position + Long.BYTES <= end; position += Long.BYTES) {
            hash ^= round(0, bytes.get(Words.LONG, position));
            hash = Long.rotateLeft(hash, 27) * PRIME_1 + PRIME_4;
        }
        if (position + Integer.BYTES <= end) {
            hash ^= Integer.toUnsignedLong(bytes.get(Words.INT, position)) * PRIME_1;
            hash = Long.rotateLeft(hash, 23) * PRIME_2 + PRIME_3;
            position += Integer.BYTES;
        }
        for (; position < end; position++) {
            hash ^= Byte.toUnsignedLong(bytes.get(ValueLayout.JAVA_BYTE, position)) * PRIME_5;
            hash = Long.rotateLeft(hash, 11) * PRIME_1;
        }
        return avalanche(hash);
    }

    private static long stripes(MemorySegment bytes, long start, long end) {
        long a = SUM_OF_PRIMES;
        long b = PRIME_2;
        long c = 0;
        long d = -PRIME_1;
        for (long position = start; position < end; position += STRIPE_BYTES) {
            a = round(a, bytes.get(Words.LONG, position));
            b = round(b, bytes.get(Words.LONG, position + 8));
            c = round(c, bytes.get(Words.LONG, position + 16));
            d = round(d, bytes.get(Words.LONG, position + 24));
        }
        long hash = Long.rotateLeft(a, 1) + Long.rotateLeft(b, 7) + Long.rotateLeft(c, 12) + Long.rotateLeft(d, 18);
        return merge(merge(merge(merge(hash, a), b), c), d);
    }

    private static long round(long accumulator, long word) {
        return Long.rotateLeft(accumulator + word * PRIME_2, 31) * PRIME_1;
    }

    private static long merge(long hash, long accumulator) {
        return (hash ^ round(0, accumulator)) * PRIME_1 + PRIME_4;
    }

    private static long avalanche(long hash) {
        long mixed = (hash ^ (hash >>> 33)) * PRIME_2;
        mixed = (mixed ^ (mixed >>> 29)) * PRIME_3;
        return mixed ^ (mixed >>> 32);
    }
}
