package dev.sheaf.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ByteRunsTest {
    private static final int LARGEST = 3 * ByteRuns.MAX_WORDWISE;
    private static final byte OLD = 'x';

    /// All sizes from the front, the middle and the end of memory without padding, with all room behind the run from
    /// none to more than a word.
    @Test
    void copiesTheRunAndNothingAtTheLimitOrBehindIt() {
        for (int size = 0; size <= LARGEST; size++) {
            for (int behind = 0; behind <= 2 * Long.BYTES; behind++) {
                for (int after : new int[] {0, 3, Long.BYTES}) {
                    check(size, behind, after);
                }
            }
        }
    }

    private static void check(int size, int behind, int after) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocate(5 + size + after);
            for (int i = 0; i < source.byteSize(); i++) {
                source.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 % 97));
            }
            byte[] expected = source.asSlice(5, size).toArray(ValueLayout.JAVA_BYTE);
            MemorySegment target = arena.allocate(3 + size + behind + 1).fill(OLD);

            ByteRuns.copy(Views.bytes(source), 5, size, Views.bytes(target), 3, 3 + size + behind);

            check(target, expected);
        }
    }

    private static void check(MemorySegment target, byte[] expected) {
        byte[] copied = target.toArray(ValueLayout.JAVA_BYTE);
        assertThat(Arrays.copyOfRange(copied, 3, 3 + expected.length)).isEqualTo(expected);
        assertThat(Arrays.copyOf(copied, 3)).containsOnly(OLD);
        assertThat(copied[copied.length - 1]).isEqualTo(OLD);
    }

    /// Runs that differ nowhere, or in one byte at any place, in memory that ends with them.
    @Test
    void comparesRunsOfAllSizesWithoutReadingPastThem() {
        for (int size = 0; size <= LARGEST; size++) {
            byte[] one = new byte[size];
            Arrays.fill(one, (byte) 0x7F);
            compare(one, one);
            for (int differing = 0; differing < size; differing++) {
                byte[] other = one.clone();
                other[differing] = (byte) (differing % 2 == 0 ? 0x80 : 0);
                compare(one, other);
                compare(other, Arrays.copyOf(one, size / 2));
            }
        }
    }

    private static void compare(byte[] a, byte[] b) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment first = arena.allocateFrom(ValueLayout.JAVA_BYTE, a);
            MemorySegment second = arena.allocateFrom(ValueLayout.JAVA_BYTE, b);
            int expected = Integer.signum(Arrays.compareUnsigned(a, b));
            assertThat(Integer.signum(ByteRuns.compare(first, 0, a.length, second, 0, b.length)))
                    .isEqualTo(expected);
            assertThat(Integer.signum(ByteRuns.compare(second, 0, b.length, first, 0, a.length)))
                    .isEqualTo(-expected);
            compareViews(Views.bytes(first), Views.bytes(second), expected);
        }
    }

    private static void compareViews(ByteBuffer a, ByteBuffer b, int expected) {
        int sizeA = a.limit();
        int sizeB = b.limit();
        assertThat(Integer.signum(ByteRuns.compare(a, 0, sizeA, b, 0, sizeB))).isEqualTo(expected);
        assertThat(Integer.signum(ByteRuns.compare(b, 0, sizeB, a, 0, sizeA))).isEqualTo(-expected);
        if (sizeA == sizeB && sizeA >= Long.BYTES) {
            assertThat(ByteRuns.same(a, 0, b, 0, sizeA)).isEqualTo(expected == 0);
        }
    }

    @Test
    void firstWordsCompareAsTheBytesDo() {
        byte[] bytes = {1, (byte) 0xFF, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};
        MemorySegment segment = MemorySegment.ofArray(bytes);
        ByteBuffer view = Views.bytes(segment);
        for (int start = 0; start < 8; start++) {
            for (int size = 0; size <= 9; size++) {
                long expected = 0;
                for (int i = 0; i < Math.min(Long.BYTES, size); i++) {
                    expected |= (bytes[start + i] & 0xFFL) << (Long.SIZE - Byte.SIZE * (i + 1));
                }
                assertThat(ByteRuns.firstWord(segment, start, size)).isEqualTo(expected);
                assertThat(ByteRuns.firstWord(view, start, size)).isEqualTo(expected);
            }
            assertThat(ByteRuns.lowWord(view, start))
                    .isEqualTo(Long.reverseBytes(ByteRuns.firstWord(segment, start, 8)));
            assertThat(ByteRuns.word(view, start)).isEqualTo(ByteRuns.firstWord(segment, start, 8));
        }
    }
}
