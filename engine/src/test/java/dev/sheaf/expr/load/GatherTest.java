package dev.sheaf.expr.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PoolCheck.class)
class GatherTest {
    /// Bools are looked up in an array up to 8,192 of them, and where they lie beyond.
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 1_000, 8_192, 8_193, 100_000})
    void boolsOfASliceAreThoseAtTheCodes(int values, MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(values);
        try (BoolColumn all = bools(values + 13, random, pool);
                BoolColumn slice = all.slice(13, values)) {
            Chunk chunk = new Chunk();
            chunk.moveTo(0, 1 + random.nextInt(Chunk.ROWS));
            int[] codes = random.ints(Chunk.ROWS, 0, values).toArray();
            Vector.Bits target = new Vector.Bits();
            Bitmaps.fill(target.valid(), chunk.rows());
            Gather.values(slice, codes, chunk, target);
            for (int row = 0; row < chunk.rows(); row++) {
                assertThat(Bitmaps.isSet(target.values(), row)).isEqualTo(slice.isTrue(codes[row]));
            }
        }
    }

    private static BoolColumn bools(int count, SplittableRandom random, MemoryPool pool) {
        Buffer bits = pool.allocate(Validity.byteSize(count), "bools");
        for (long at = 0; at < bits.segment().byteSize(); at++) {
            bits.segment().set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
        }
        return new BoolColumn(count, bits, Validity.allValid(count));
    }
}
