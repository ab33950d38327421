package dev.sheaf.spark.task;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Puts the bytes of 64-bit words apart, as the encoding of Parquet with this name does: first the lowest byte of each
/// word of a block, then the next one. Numbers that are small or alike become long runs of one byte, of which a
/// compressor finds more than of words. Only blocks that have many bytes as the word before has them are split, so
/// texts stay texts.
///
/// ```
/// blocks of 8 KB, the last one with what is left | a byte for each block: 1 if it is split
/// ```
final class ByteStreamSplit {
    private static final int WORD = Long.BYTES;

    /// Eight words, which are transposed at once. What is left at the end of a block stays as it is.
    private static final int SQUARE = WORD * WORD;

    private static final int BLOCK = SQUARE << 7;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong IN_MEMORY =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x7F7F_7F7F_7F7F_7F7FL;

    /// The part of bytes that have to be as before.
    private static final double ALIKE = 0.25;

    private ByteStreamSplit() {}

    /// How many bytes [#split] needs behind so many.
    static int flags(int size) {
        return Math.ceilDiv(size, BLOCK);
    }

    /// Splits the first `size` bytes where they lie, and gives how many those are of which [#join] makes the same
    /// again: [#flags] more.
    static int split(byte[] bytes, int size) {
        int blocks = flags(size);
        byte[] plain = new byte[BLOCK];
        for (int block = 0; block < blocks; block++) {
            int from = block * BLOCK;
            int words = words(size - from);
            boolean splits = isAlike(bytes, from, words);
            bytes[size + block] = (byte) (splits ? 1 : 0);
            if (splits) {
                System.arraycopy(bytes, from, plain, 0, words * WORD);
                split(plain, bytes, from, words);
            }
        }
        return size + blocks;
    }

    private static int words(long left) {
        return (int) (Math.min(left, BLOCK) / SQUARE) * WORD;
    }

    private static boolean isAlike(byte[] bytes, int from, int words) {
        int alike = 0;
        for (int word = 1; word < words; word++) {
            int at = from + word * WORD;
            long change = (long) LONG.get(bytes, at) ^ (long) LONG.get(bytes, at - WORD);
            alike += WORD - Long.bitCount((((change & LOW_BITS) + LOW_BITS) | change) & ~LOW_BITS);
        }
        return alike > words * WORD * ALIKE;
    }

    private static void split(byte[] plain, byte[] split, int from, int words) {
        long[] square = new long[WORD];
        for (int word = 0; word < words; word += WORD) {
            for (int i = 0; i < WORD; i++) {
                square[i] = (long) LONG.get(plain, (word + i) * WORD);
            }
            transpose(square);
            for (int i = 0; i < WORD; i++) {
                LONG.set(split, from + i * words + word, square[i]);
            }
        }
    }

    /// Makes bytes as [#split(byte[], int)] gives them what they were, where they lie, and gives how many that are.
    static long join(MemorySegment bytes) {
        long blocks = Math.ceilDiv(bytes.byteSize(), BLOCK + 1L);
        long size = bytes.byteSize() - blocks;
        byte[] split = new byte[BLOCK];
        for (long block = 0; block < blocks; block++) {
            if (bytes.get(ValueLayout.JAVA_BYTE, size + block) != 0) {
                long from = block * BLOCK;
                join(split, bytes, from, words(size - from));
            }
        }
        return size;
    }

    private static void join(byte[] split, MemorySegment bytes, long from, int words) {
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, from, split, 0, words * WORD);
        long[] square = new long[WORD];
        for (int word = 0; word < words; word += WORD) {
            for (int i = 0; i < WORD; i++) {
                square[i] = (long) LONG.get(split, i * words + word);
            }
            transpose(square);
            for (int i = 0; i < WORD; i++) {
                bytes.set(IN_MEMORY, from + (word + i) * (long) WORD, square[i]);
            }
        }
    }

    /// Swaps the halves of the square beside its diagonal, then those of its quarters, then those of theirs.
    private static void transpose(long[] square) {
        swap(square, 4, 0x0000_0000_FFFF_FFFFL);
        swap(square, 2, 0x0000_FFFF_0000_FFFFL);
        swap(square, 1, 0x00FF_00FF_00FF_00FFL);
    }

    private static void swap(long[] square, int distance, long low) {
        int bits = distance * Byte.SIZE;
        for (int i = 0; i < WORD; i++) {
            if ((i & distance) == 0) {
                long change = ((square[i] >>> bits) ^ square[i + distance]) & low;
                square[i + distance] ^= change;
                square[i] ^= change << bits;
            }
        }
    }
}
