package dev.sheaf.spark.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteStreamSplitTest {
    private static final int LEVEL = 1;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 63, 64, 65, 8191, 8192, 8193, 8255, 8256, 16_384, 100_001})
    void whatIsSplitIsJoined(int size) {
        byte[] plain = new byte[size];
        for (int i = 0; i < size; i++) {
            plain[i] = (byte) (i % 8 == 0 ? i / 8 : i % 8);
        }

        assertThat(joined(split(plain))).isEqualTo(plain);
    }

    @Test
    void anyBytesComeBack() {
        RandomCases.run(400, random -> {
            byte[] plain = bytes(random);

            assertThat(joined(split(plain))).isEqualTo(plain);
        });
    }

    /// Blocks of all kinds: of few values, and of any.
    private static byte[] bytes(SplittableRandom random) {
        byte[] plain = new byte[random.nextInt(40_000)];
        int most = random.nextBoolean() ? 256 : random.nextInt(1, 5);
        for (int i = 0; i < plain.length; i++) {
            plain[i] = (byte) random.nextInt(i % 20_000 < 10_000 ? most : 256);
        }
        return plain;
    }

    @Test
    void smallNumbersTakeFewerBytes() {
        SplittableRandom random = new SplittableRandom(3);
        ByteBuffer numbers = ByteBuffer.allocate(80_000).order(ByteOrder.LITTLE_ENDIAN);
        while (numbers.hasRemaining()) {
            numbers.putLong(random.nextInt(200));
        }
        byte[] plain = numbers.array();

        assertThat(Zstd.compress(split(plain), LEVEL)).hasSizeLessThan(Zstd.compress(plain, LEVEL).length * 9 / 10);
    }

    @Test
    void textsStayAsTheyAre() {
        SplittableRandom random = new SplittableRandom(3);
        byte[] plain = IntStream.range(0, 5000)
                .mapToObj(_ -> "id" + random.nextInt(1000, 10_000) + "-customer")
                .collect(Collectors.joining(","))
                .getBytes(StandardCharsets.UTF_8);

        assertThat(split(plain)).startsWith(plain);
    }

    private static byte[] split(byte[] plain) {
        byte[] bytes = Arrays.copyOf(plain, plain.length + ByteStreamSplit.flags(plain.length) + 3);
        return Arrays.copyOf(bytes, ByteStreamSplit.split(bytes, plain.length));
    }

    private static byte[] joined(byte[] split) {
        byte[] bytes = split.clone();
        long size = ByteStreamSplit.join(MemorySegment.ofArray(bytes));
        return Arrays.copyOf(bytes, (int) size);
    }
}
