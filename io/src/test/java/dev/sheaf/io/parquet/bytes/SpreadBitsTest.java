package dev.sheaf.io.parquet.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpreadBitsTest {
    private static final int ROWS = 300;
    private static final int PADDING = 8;

    @Test
    void numbersOfEveryWidthGoToTheRowsThatHaveOne() {
        Random random = new Random(5);
        for (int width = 1; width <= Integer.SIZE; width++) {
            for (double nulls : new double[] {0, 0.05, 0.5, 1}) {
                for (int rows : new int[] {0, 1, 7, 8, 9, 64, 203}) {
                    check(width, nulls, rows, random);
                }
            }
        }
    }

    private static void check(int width, double nulls, int rows, Random random) {
        int row = random.nextInt(20);
        int at = random.nextInt(5);
        long first = (long) width * random.nextInt(9);
        ByteBuffer valid = view(ROWS / 8);
        ByteBuffer source = view(ROWS * Integer.BYTES + 64);
        for (int i = 0; i < source.capacity(); i++) {
            source.put(i, (byte) random.nextInt());
        }
        for (int i = 0; i < row + rows + 8; i++) {
            if (random.nextDouble() >= nulls) {
                Bits.set(valid, i);
            }
        }
        int[] spread = new int[ROWS];
        long next = SpreadBits.unpack(source, first, width, valid, row, spread, at, rows);
        long bit = first;
        int[] number = new int[1];
        Set<Integer> numbers = new HashSet<>(Set.of(0));
        for (int i = 0; i < rows; i++) {
            if (Bits.get(valid, row + i)) {
                bit = Bits.unpack(source, bit, width, number, 0, 1);
                numbers.add(number[0]);
                assertEquals(number[0], spread[at + i], width + " bits, row " + i + " of " + rows);
            }
        }
        for (int i = 0; i < rows; i++) {
            assertTrue(numbers.contains(spread[at + i]), width + " bits, a null at " + i + " of " + rows);
        }
        assertEquals(bit, next);
        assertEquals(0, spread[at + rows], "behind the last row");
    }

    private static ByteBuffer view(int bytes) {
        return ByteBuffer.allocateDirect(bytes + PADDING).order(ByteOrder.nativeOrder());
    }
}
