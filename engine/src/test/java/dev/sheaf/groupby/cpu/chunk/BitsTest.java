package dev.sheaf.groupby.cpu.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BitsTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 63, 64, 65, 127, 128, 1000})
    void bitsOfValuesAboveALimitAreSetAndNoOthers(int rows) {
        SplittableRandom random = new SplittableRandom(rows);
        long[] values = random.longs(1024, -2, 3).toArray();
        byte[] bytes = new byte[8 + 136];
        bytes[7] = 5;
        Bits.above(values, 0, rows, MemorySegment.ofArray(bytes), 64);

        BitSet expected = new BitSet();
        expected.set(56);
        expected.set(58);
        for (int row = 0; row < rows; row++) {
            expected.set(64 + row, values[row] > 0);
        }
        assertThat(BitSet.valueOf(bytes)).isEqualTo(expected);
    }
}
