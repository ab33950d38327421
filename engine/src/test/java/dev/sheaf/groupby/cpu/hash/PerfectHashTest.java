package dev.sheaf.groupby.cpu.hash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.testing.RandomCases;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PerfectHashTest {
    private static @Nullable PerfectHash hash(long... keys) {
        return PerfectHash.of(MemorySegment.ofArray(keys), 0, keys.length);
    }

    private static void assertHolds(long[] keys, SplittableRandom random) {
        PerfectHash hash = hash(keys);
        assertThat(hash).isNotNull();
        boolean[] taken = new boolean[1 << hash.bits()];
        for (long key : keys) {
            int place = hash.place(key);
            assertThat(taken[place]).isFalse();
            assertThat(hash.key(place)).isEqualTo(key);
            taken[place] = true;
        }
        long[] sorted = keys.clone();
        Arrays.sort(sorted);
        for (int i = 0; i < 1000; i++) {
            long other = i < 3 ? i - 1 : random.nextLong() >>> random.nextInt(64);
            assertThat(hash.contains(other)).isEqualTo(Arrays.binarySearch(sorted, other) >= 0);
        }
    }

    @Test
    void oneKeyIsToldFromAllOthers() {
        for (long key : new long[] {0, 1, -1, Long.MIN_VALUE, 0x9E3779B97F4A7C15L}) {
            assertHolds(new long[] {key}, new SplittableRandom(1));
        }
    }

    @Test
    void keysOfAnyPatternGetPlacesOfTheirOwn() {
        LongUnaryOperator[] patterns = {
            i -> i,
            i -> i << 40,
            i -> i << 52,
            i -> i * 1_000_003,
            i -> -i,
            i -> i | i << 32,
            i -> Long.reverse(i),
            i -> Double.doubleToRawLongBits(i)
        };
        SplittableRandom random = new SplittableRandom(1);
        for (LongUnaryOperator pattern : patterns) {
            for (int count : new int[] {2, 3, 4, 5, 7, 13, 100, 1000, 4000}) {
                assertHolds(
                        LongStream.range(0, count)
                                .map(i -> pattern.applyAsLong(i))
                                .toArray(),
                        random);
            }
        }
    }

    @Test
    void randomKeysGetPlacesOfTheirOwn() {
        RandomCases.run(100, random -> {
            long[] keys = random.longs(1 + random.nextInt(1 << random.nextInt(14)))
                    .distinct()
                    .toArray();
            assertHolds(keys, random);
        });
    }

    @Test
    void keysThatAreEqualHaveNoPlaces() {
        assertThat(hash(5, 7, 5)).isNull();
    }

    @Test
    void asManyKeysAsPlacesOfSomeBitsTakeGetThese() {
        for (int bits = 2; bits < 20; bits++) {
            assertThat(PerfectHash.bitsFor(PerfectHash.mostKeys(bits))).isEqualTo(bits);
            assertThat(PerfectHash.bitsFor(PerfectHash.mostKeys(bits) + 1)).isEqualTo(bits + 1);
        }
    }

    @Test
    void noMoreThanFourInFivePlacesAreTaken() {
        for (int count = 1; count < 100_000; count += 1 + count / 7) {
            assertThat(count).isLessThanOrEqualTo((int) (0.8 * (1 << PerfectHash.bitsFor(count))));
            assertThat(count).isGreaterThanOrEqualTo((int) (0.4 * (1 << PerfectHash.bitsFor(count)) - 1));
        }
    }
}
