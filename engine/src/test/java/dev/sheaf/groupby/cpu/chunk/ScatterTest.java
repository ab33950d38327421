package dev.sheaf.groupby.cpu.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class ScatterTest {
    private static final int LEAST_PART_SHIFT = 4;

    /// A view has 2 GB at most; here parts have 16 bytes or a few times that.
    @Test
    void valuesOfAllWidthsComeToTheirPlacesInAllPartsOfTheMemory(MemoryPool pool) {
        RandomCases.run(100, random -> {
            int width = 1 << random.nextInt(5);
            int count = random.nextInt(100);
            int from = random.nextInt(5);
            int partShift = LEAST_PART_SHIFT + random.nextInt(3);
            byte[] source = new byte[(from + count) * width];
            random.nextBytes(source);
            int[] places = places(count, random);
            try (Buffer out = pool.allocateZeroed((long) count * width, "test")) {
                MemorySegment values = MemorySegment.ofArray(source);
                Scatter.values(width, values, from, count, places, out.segment(), partShift);
                byte[] written = out.segment().asSlice(0, (long) count * width).toArray(ValueLayout.JAVA_BYTE);
                assertThat(written).isEqualTo(expected(source, width, from, places));
            }
        });
    }

    private static int[] places(int count, SplittableRandom random) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            places.add(i);
        }
        Collections.shuffle(places, new Random(random.nextLong()));
        return places.stream().mapToInt(Integer::intValue).toArray();
    }

    private static byte[] expected(byte[] source, int width, int from, int[] places) {
        byte[] expected = new byte[places.length * width];
        for (int i = 0; i < places.length; i++) {
            System.arraycopy(source, (from + i) * width, expected, places[i] * width, width);
        }
        return expected;
    }
}
