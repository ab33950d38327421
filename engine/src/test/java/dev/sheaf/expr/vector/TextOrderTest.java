package dev.sheaf.expr.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Views;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextOrderTest {

    /// Texts at the end of their memory, of which nothing behind them may be read.
    @Test
    void textsCompareByUnsignedBytesWhateverTheirSizes() {
        RandomCases.run(2_000, random -> {
            byte[] left = bytes(random);
            byte[] right = random.nextBoolean() ? bytes(random) : like(left, random);
            try (Arena arena = Arena.ofConfined()) {
                int order = TextOrder.compare(texts(left, arena), 0, texts(right, arena), 0);
                assertThat(Integer.signum(order)).isEqualTo(Integer.signum(Arrays.compareUnsigned(left, right)));
            }
        });
    }

    private static byte[] bytes(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(27)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (random.nextInt(3) * 100);
        }
        return bytes;
    }

    /// Of another size, or another byte somewhere, or neither.
    private static byte[] like(byte[] bytes, SplittableRandom random) {
        byte[] other = Arrays.copyOf(bytes, Math.max(0, bytes.length + random.nextInt(-1, 2)));
        if (other.length > 0 && random.nextBoolean()) {
            other[random.nextInt(other.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return other;
    }

    private static Vector.Texts texts(byte[] bytes, Arena arena) {
        Vector.Texts texts = new Vector.Texts();
        MemorySegment segment = arena.allocate(3 + bytes.length, 1);
        MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 3, bytes.length);
        texts.bytes(Views.bytes(segment));
        texts.starts()[0] = 3;
        texts.sizes()[0] = bytes.length;
        return texts;
    }
}
