package dev.sheaf.io.zstd;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;

/// Bytes to compress, and reading over arrays.
final class ZstdBytes {
    private static final int[] SIZES = {
        0, 1, 2, 7, 31, 32, 33, 255, 256, 257, 1023, 1024, 5000, 16_383, 16_384, 66_000, 131_071, 131_072, 131_073,
        200_000, 400_000
    };

    private ZstdBytes() {}

    /// Decompresses with a few bytes around source and target, which have to stay as they are.
    static byte[] decompress(byte[] compressed, int limit) {
        byte[] source = new byte[compressed.length + 5];
        System.arraycopy(compressed, 0, source, 5, compressed.length);
        byte[] target = new byte[limit + 8];
        Arrays.fill(target, limit, target.length, (byte) 77);
        try {
            long size = new ZstdDecoder()
                    .decompress(MemorySegment.ofArray(source), 5, source.length, MemorySegment.ofArray(target), limit);
            return Arrays.copyOf(target, (int) size);
        } finally {
            for (int i = limit; i < target.length; i++) {
                assertThat(target[i]).isEqualTo((byte) 77);
            }
        }
    }

    /// Bytes of many sizes and kinds.
    static byte[] random(SplittableRandom random) {
        return random(random, SIZES[random.nextInt(SIZES.length)]);
    }

    static byte[] random(SplittableRandom random, int size) {
        byte[] bytes = new byte[size];
        switch (random.nextInt(6)) {
            case 0 -> random.nextBytes(bytes);
            case 1 -> Arrays.fill(bytes, (byte) random.nextInt());
            case 2 -> numbers(bytes, random);
            case 3 -> skewed(bytes, random);
            default -> copies(bytes, random);
        }
        return bytes;
    }

    private static void numbers(byte[] bytes, SplittableRandom random) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long bound = 1L << random.nextInt(1, 40);
        while (buffer.remaining() >= Long.BYTES) {
            buffer.putLong(random.nextLong(bound));
        }
    }

    /// The bytes of low value are the frequent ones, which makes codes of every length.
    private static void skewed(byte[] bytes, SplittableRandom random) {
        int kinds = random.nextInt(2, 257);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] =
                    (byte) Math.min(kinds - 1, Long.numberOfTrailingZeros(random.nextLong()) * 7 + random.nextInt(7));
        }
    }

    private static void copies(byte[] bytes, SplittableRandom random) {
        int values = random.nextBoolean() ? 256 : random.nextInt(1, 6);
        int longest = 1 << random.nextInt(3, 16);
        for (int i = 0; i < bytes.length; ) {
            int run = Math.min(bytes.length - i, random.nextInt(1, longest));
            int distance = i == 0 ? 0 : random.nextInt(1, (random.nextBoolean() ? i : Math.min(i, 40)) + 1);
            boolean copy = distance > 0 && random.nextInt(3) > 0;
            for (int end = i + run; i < end; i++) {
                bytes[i] = copy ? bytes[i - distance] : (byte) random.nextInt(values);
            }
        }
    }
}
