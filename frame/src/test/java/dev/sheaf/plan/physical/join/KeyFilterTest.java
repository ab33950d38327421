package dev.sheaf.plan.physical.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PoolCheck.class)
class KeyFilterTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 5, 1000, 65_535, 65_536, 300_000})
    void hasWhatWasAddedAndLittleElse(int keys, MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (KeyFilter filter = new KeyFilter(keys, context)) {
            SplittableRandom added = new SplittableRandom(keys);
            for (int i = 0; i < keys; i++) {
                filter.add(added.nextLong());
            }
            SplittableRandom again = new SplittableRandom(keys);
            for (int i = 0; i < keys; i++) {
                assertThat(filter.mayHave(again.nextLong())).isTrue();
            }
            int others = 0;
            for (int i = 0; i < 100_000; i++) {
                others += filter.mayHave(again.nextLong()) ? 1 : 0;
            }
            assertThat(others).isLessThan(4_000);
        }
    }
}
