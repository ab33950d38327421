package dev.sheaf.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RunPlacesTest {
    private static final int RUNS = 1000;

    @Test
    void findsRunsOfRowsInAnyOrder() {
        for (boolean wide : new boolean[] {false, true}) {
            check(wide, 7);
        }
    }

    /// Runs in so many bytes are read ahead, also empty ones that lie where the bytes end.
    @Test
    void readsNoByteOutsideOfManyBytes() {
        for (boolean wide : new boolean[] {false, true}) {
            check(wide, 8000);
        }
    }

    private static void check(boolean wide, int largest) {
        SplittableRandom random = new SplittableRandom(largest);
        try (Arena arena = Arena.ofConfined()) {
            long[] starts = new long[RUNS + 1];
            for (int i = 0; i < RUNS; i++) {
                boolean isEmpty = i == 0 || i == RUNS - 1 || random.nextInt(4) == 0;
                starts[i + 1] = starts[i] + (isEmpty ? 0 : random.nextInt(largest));
            }
            int[] rows = new int[RunPlaces.ROWS];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = i % 50 == 0 ? RUNS - 1 : random.nextInt(RUNS + 1) - 1;
            }
            MemorySegment bytes = arena.allocate(starts[RUNS] + Long.BYTES); // with room for words
            for (long i = 0; i < starts[RUNS]; i++) {
                bytes.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(-3, 3));
            }
            MemorySegment offsets = offsets(arena, starts, wide);
            checkBlock(RunMemory.of(offsets, wide, bytes), rows, starts);
            checkBlock(new RunMemory.Large(offsets, wide, bytes), rows, starts);
            checkOrder(RunMemory.of(offsets, wide, bytes), new RunMemory.Large(offsets, wide, bytes), bytes, starts);
        }
    }

    private static MemorySegment offsets(Arena arena, long[] starts, boolean wide) {
        MemorySegment offsets = arena.allocate((long) starts.length * (wide ? Long.BYTES : Integer.BYTES));
        for (int i = 0; i < starts.length; i++) {
            if (wide) {
                offsets.set(ValueLayout.JAVA_LONG_UNALIGNED, 8L * i, starts[i]);
            } else {
                offsets.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * i, (int) starts[i]);
            }
        }
        return offsets;
    }

    private static void checkBlock(RunMemory runs, int[] rows, long[] starts) {
        RunPlaces places = new RunPlaces(runs, rows.length);
        for (int count : new int[] {0, 1, rows.length}) {
            places.find(rows, count);
            for (int i = 0; i < count; i++) {
                assertThat(places.sizes[i]).isEqualTo(rows[i] < 0 ? 0 : starts[rows[i] + 1] - starts[rows[i]]);
                assertThat(places.starts[i]).isEqualTo(starts[Math.max(0, rows[i])]);
            }
            checkWords(places, count);
            checkCopies(places, count);
        }
    }

    private static void checkWords(RunPlaces places, int count) {
        long[] words = new long[count];
        for (long depth = 0; depth < 20; depth += 4) {
            places.words(depth, count, words);
            for (int i = 0; i < count; i++) {
                long expected = 0;
                for (long at = depth; at < depth + Long.BYTES; at++) {
                    expected = expected << 8 | (at < places.sizes[i] ? byteAt(places, places.starts[i] + at) : 0);
                }
                assertThat(words[i]).isEqualTo(expected);
            }
        }
    }

    private static int byteAt(RunPlaces places, long at) {
        return places.runs().bytes().get(ValueLayout.JAVA_BYTE, at) & 0xFF;
    }

    /// What lies behind the last run is not touched.
    private static void checkCopies(RunPlaces places, int count) {
        long[] from = places.starts.clone();
        long size = Arrays.stream(places.sizes, 0, count).sum();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment target = arena.allocate(size + 1);
            RunCopies copies = RunCopies.of(places.runs(), target.asSlice(0, size));
            assertThat(copies.copy(places, count, 0)).isEqualTo(size);
            for (int i = 0; i < count; i++) {
                long start = places.starts[i] - places.sizes[i];
                assertThat(MemorySegment.mismatch(
                                target,
                                start,
                                places.starts[i],
                                places.runs().bytes(),
                                from[i],
                                from[i] + places.sizes[i]))
                        .isEqualTo(-1);
            }
            assertThat(target.get(ValueLayout.JAVA_BYTE, size)).isZero();
        }
    }

    private static void checkOrder(RunMemory viewed, RunMemory large, MemorySegment bytes, long[] starts) {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < RUNS; i++) {
            int a = random.nextInt(RUNS);
            int b = random.nextInt(RUNS);
            int expected = Integer.signum(Arrays.compareUnsigned(text(bytes, starts, a), text(bytes, starts, b)));
            for (RunMemory left : new RunMemory[] {viewed, large}) {
                assertThat(Integer.signum(left.compare(a, viewed, b))).isEqualTo(expected);
                assertThat(Integer.signum(left.compare(a, large, b))).isEqualTo(expected);
            }
        }
    }

    private static byte[] text(MemorySegment bytes, long[] starts, int run) {
        return bytes.asSlice(starts[run], starts[run + 1] - starts[run]).toArray(ValueLayout.JAVA_BYTE);
    }
}
