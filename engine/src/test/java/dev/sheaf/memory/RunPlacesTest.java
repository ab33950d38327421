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
            MemorySegment rows = arena.allocate(ValueLayout.JAVA_INT, 3L * RunPlaces.ROWS);
            for (int i = 0; i < 3 * RunPlaces.ROWS; i++) {
                rows.setAtIndex(ValueLayout.JAVA_INT, i, i % 50 == 0 ? RUNS - 1 : random.nextInt(RUNS + 1) - 1);
            }
            MemorySegment bytes = arena.allocate(starts[RUNS]);
            checkBlock(offsets(arena, starts, wide), wide, bytes, rows, starts);
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

    private static void checkBlock(
            MemorySegment offsets, boolean wide, MemorySegment bytes, MemorySegment rows, long[] starts) {
        RunPlaces places = new RunPlaces();
        for (int count : new int[] {0, 1, RunPlaces.ROWS}) {
            places.find(offsets, wide, bytes, rows, RunPlaces.ROWS, count);
            check(places, rows, starts, count);
            if (!wide) {
                Arrays.fill(places.starts, -1);
                places.find(Views.ints(offsets), Views.bytes(bytes), Views.ints(rows), RunPlaces.ROWS, count);
                check(places, rows, starts, count);
            }
        }
    }

    private static void check(RunPlaces places, MemorySegment rows, long[] starts, int count) {
        for (int i = 0; i < count; i++) {
            int row = rows.getAtIndex(ValueLayout.JAVA_INT, RunPlaces.ROWS + i);
            assertThat(places.sizes[i]).isEqualTo(row < 0 ? 0 : starts[row + 1] - starts[row]);
            assertThat(places.starts[i]).isEqualTo(starts[Math.max(0, row)]);
        }
    }
}
