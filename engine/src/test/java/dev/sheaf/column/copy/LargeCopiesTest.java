package dev.sheaf.column.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Copies of what is larger than a view are those of what is not.
class LargeCopiesTest {
    private static final int COUNT = 1000;

    private final SplittableRandom random = new SplittableRandom(5);

    private MemorySegment bytes() {
        MemorySegment bytes = Arena.ofAuto().allocate(2 * COUNT + Long.BYTES);
        for (long i = 0; i < bytes.byteSize(); i++) {
            bytes.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
        }
        return bytes;
    }

    @Test
    void bits() {
        MemorySegment bytes = bytes();
        Bits large = new Bits.Large(bytes);
        Bits viewed = Bits.of(bytes);
        int[] rows = random.ints(Long.SIZE, -1, COUNT).toArray();
        for (int bit = 0; bit < 8 * COUNT; bit++) {
            assertThat(large.get(bit)).isEqualTo(viewed.get(bit));
            assertThat(large.word(bit)).isEqualTo(viewed.word(bit));
            assertThat(large.gather(bit, rows, 0, 1 + bit % 64)).isEqualTo(viewed.gather(bit, rows, 0, 1 + bit % 64));
        }
        assertThat(large.count(8, 64 * 50)).isEqualTo(viewed.count(8, 64 * 50));
        large.putWord(3, 42);
        assertThat(viewed.word(3 * 64)).isEqualTo(42);
        viewed.putWord(3, 43);
        large.putByte(3 * 8 + 1, (byte) 1);
        assertThat(large.word(3 * 64)).isEqualTo(256 + 43);
        for (int bit = 0; bit < 70; bit++) {
            large.putWord(0, -1);
            large.putWord(1, -1);
            large.putWord(2, -1);
            viewed.clear(bit, 0x8000_0000_0000_0005L);
            assertThat(large.word(bit)).isEqualTo(~0x8000_0000_0000_0005L);
            assertThat(large.count(0, 3 * 64)).isEqualTo(3 * 64 - 3);
        }
    }

    @Test
    void values() {
        MemorySegment source = bytes();
        int[] rows = random.ints(COUNT, -1, COUNT).toArray();
        MemorySegment numbers = Arena.ofAuto().allocate(4 * COUNT);
        MemorySegment.copy(rows, 0, numbers, ValueLayout.JAVA_INT, 0, COUNT);
        for (int width : new int[] {1, 2}) {
            MemorySegment expected = Arena.ofAuto().allocate(2 * COUNT);
            MemorySegment found = Arena.ofAuto().allocate(2 * COUNT);
            TakenRows taken = TakenRows.of(numbers, COUNT);
            ValueCopies.take(source, width, taken, expected, 0, COUNT);
            taken.forEachBlock(0, COUNT, ValueCopies.few(source, width, found));
            assertThat(found.mismatch(expected)).isEqualTo(-1);
        }
    }

    @Test
    void reads() {
        MemorySegment source = bytes();
        int[] rows = random.ints(COUNT, 0, COUNT).toArray();
        for (int width : new int[] {1, 2}) {
            long[] expected = new long[COUNT];
            long[] found = new long[COUNT];
            ValueReads.of(source, width).read(rows, 0, COUNT, expected);
            ValueReads.large(source, width).read(rows, 0, COUNT, found);
            assertThat(found).isEqualTo(expected);
        }
    }
}
