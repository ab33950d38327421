package dev.sheaf.groupby.cpu.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BitGatherTest {
    private static int number(List<BitGather> gathers, long word) {
        return gathers.stream().mapToInt(gather -> gather.number(word)).reduce(0, (a, b) -> a | b);
    }

    @Test
    void theDigitsOfAShortCodeTakeOneMultiplication() {
        assertThat(BitGather.of(0x0F0F010000L, 0)).hasSize(1);
    }

    @Test
    void anyBitsComeOutSideBySideEachAtAPlaceOfItsOwn() {
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 2000; i++) {
            long some = random.nextLong();
            long others = random.nextLong();
            long bits = some & others & random.nextLong();
            if (Long.bitCount(bits) > 24) {
                continue;
            }
            List<BitGather> gathers = BitGather.of(bits, 3);
            int seen = 0;
            for (long left = bits; left != 0; left &= left - 1) {
                int place = number(gathers, (left & -left) | ~bits);
                assertThat(Integer.bitCount(place)).isOne();
                assertThat(seen & place).isZero();
                seen |= place;
            }
            assertThat(seen).isEqualTo(((1 << Long.bitCount(bits)) - 1) << 3);
            long word = random.nextLong();
            assertThat(number(gathers, word)).isEqualTo(number(gathers, word & bits));
            assertThat(Integer.bitCount(number(gathers, word))).isEqualTo(Long.bitCount(word & bits));
        }
    }

    @Test
    void aWholeWordIsOneRun() {
        assertThat(BitGather.of(-1, 0)).containsExactly(new BitGather(-1, 1, 0, 0));
    }

    @Test
    void rowsAreAddedToTheirNumbers() {
        int[] numbers = {1, 0};
        BitGather.of(0xF0, 1).getFirst().add(new long[] {0x35, 0xFF0}, 2, numbers);
        assertThat(numbers).containsExactly(7, 30);
    }
}
