package dev.sheaf.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.testing.RandomCases;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreeSpaceTest {
    private record Stretch(long offset, long bytes) {}

    @Test
    void stretchesNeverOverlapAndTheEndIsThatOfTheLast() {
        RandomCases.run(200, random -> {
            FreeSpace space = new FreeSpace();
            BitSet used = new BitSet();
            List<Stretch> taken = new ArrayList<>();
            for (int step = 0; step < 100; step++) {
                if (taken.isEmpty() || random.nextInt(5) < 3) {
                    long bytes = random.nextInt(20);
                    Stretch stretch = new Stretch(space.take(bytes), bytes);
                    int from = (int) stretch.offset();
                    assertThat(used.get(from, from + (int) bytes).isEmpty()).isTrue();
                    used.set(from, from + (int) bytes);
                    taken.add(stretch);
                } else {
                    Stretch stretch = taken.remove(random.nextInt(taken.size()));
                    space.give(stretch.offset(), stretch.bytes());
                    used.clear((int) stretch.offset(), (int) (stretch.offset() + stretch.bytes()));
                }
                assertThat(space.end()).isGreaterThanOrEqualTo(used.length());
            }
            taken.forEach(stretch -> space.give(stretch.offset(), stretch.bytes()));
            assertThat(space.end()).isZero();
        });
    }
}
