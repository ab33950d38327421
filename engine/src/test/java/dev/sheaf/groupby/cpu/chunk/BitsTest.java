package dev.sheaf.groupby.cpu.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 64, 65, 1000})
    void bytesBecomeBitsThatAreSetWhereTheyAreNotZero(int count) {
        SplittableRandom random = new SplittableRandom(count);
        byte[] bytes = new byte[count];
        BitSet expected = new BitSet();
        for (int i = 0; i < count; i++) {
            bytes[i] = random.nextBoolean() ? 0 : (byte) random.nextInt();
            expected.set(i, bytes[i] != 0);
        }
        try (MemoryPool pool = MemoryPool.create();
                Buffer bits = Bits.packed(MemorySegment.ofArray(bytes), count, pool)) {
            byte[] packed = bits.segment().asSlice(0, (count + 7) / 8).toArray(ValueLayout.JAVA_BYTE);
            assertThat(BitSet.valueOf(packed)).isEqualTo(expected);
        }
    }
}
