package dev.sheaf.io.parquet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

/// Our snappy against the reference library's, both ways.
class SnappyBlocksTest {

    @Test
    void theLibraryReadsWhatWeCompress() {
        RandomCases.run(500, random -> {
            byte[] bytes = bytes(random);
            assertThat(Snappy.uncompress(compress(bytes))).isEqualTo(bytes);
        });
    }

    @Test
    void weReadWhatTheLibraryCompresses() {
        RandomCases.run(500, random -> {
            byte[] bytes = bytes(random);
            assertThat(decompress(Snappy.compress(bytes), bytes.length)).isEqualTo(bytes);
        });
    }

    @Test
    void damagedBlocksAreRefusedOrReadAsSomething() {
        RandomCases.run(3000, random -> {
            byte[] compressed = compress(bytes(random));
            byte[] damaged =
                    random.nextInt(4) == 0 ? Arrays.copyOf(compressed, random.nextInt(compressed.length)) : compressed;
            for (int flips = random.nextInt(1, 4); flips > 0 && damaged.length > 0; flips--) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                decompress(damaged, 100_000);
            } catch (MalformedPageException refused) {
                assertThat(refused).hasMessageContaining("SNAPPY");
            }
        });
    }

    @Test
    void textThatRepeatsShrinks() {
        byte[] bytes = "a line that repeats\n".repeat(5000).getBytes(StandardCharsets.UTF_8);
        byte[] compressed = compress(bytes);
        assertThat(compressed.length).isLessThan(bytes.length / 15);
        assertThatThrownBy(() -> decompress(compressed, bytes.length - 1)).isInstanceOf(MalformedPageException.class);
    }

    private static byte[] compress(byte[] bytes) {
        byte[] target = new byte[(int) SnappyBlocks.maxCompressedBytes(bytes.length) + 3];
        long end = SnappyBlocks.compress(MemorySegment.ofArray(bytes), bytes.length, MemorySegment.ofArray(target), 3);
        return Arrays.copyOfRange(target, 3, (int) end);
    }

    private static byte[] decompress(byte[] compressed, int limit) {
        byte[] target = new byte[limit];
        long size = SnappyBlocks.decompress(
                MemorySegment.ofArray(compressed), 0, compressed.length, MemorySegment.ofArray(target), limit);
        return Arrays.copyOf(target, (int) size);
    }

    /// Random bytes, bytes of few values, and runs that copy what came before, up to beyond one block.
    private static byte[] bytes(SplittableRandom random) {
        int[] sizes = {0, 1, 15, 16, 17, 60, 61, 64, 65, 256, 257, 5000, 65_535, 65_536, 65_537, 90_000};
        byte[] bytes = new byte[sizes[random.nextInt(sizes.length)]];
        int values = random.nextBoolean() ? 256 : random.nextInt(1, 6);
        boolean copies = random.nextBoolean();
        for (int i = 0; i < bytes.length; ) {
            int run = Math.min(bytes.length - i, random.nextInt(1, 200));
            int distance = i == 0 ? 0 : random.nextInt(1, i + 1);
            boolean copy = copies && distance > 0 && random.nextBoolean();
            for (int end = i + run; i < end; i++) {
                bytes[i] = copy ? bytes[i - distance] : (byte) random.nextInt(values);
            }
        }
        return bytes;
    }
}
