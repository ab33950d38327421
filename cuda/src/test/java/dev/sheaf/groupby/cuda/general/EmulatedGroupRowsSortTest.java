package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.EmulatedDevice;
import dev.sheaf.groupby.cuda.OnEmulator;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Row numbers sorted by kernels that run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedGroupRowsSortTest {
    private final EmulatedDevice device = EmulatedDevice.create(1L << 28);

    /// Around a tile of 4,096 rows and some of them.
    @ParameterizedTest
    @ValueSource(ints = {1, 33, 4_095, 4_096, 4_097, 9_000})
    void rowsAreSortedByOneKeyAfterTheOther(int rows, MemoryPool pool) {
        RandomCases.run(1, random -> compare(rows, random, pool));
    }

    /// Keys of the sort before are not those of a sort by one key of all rows.
    @Test
    void aKeyOfAllRowsLeavesTheirOrderAndNoKeys(MemoryPool pool) {
        device.open().device().run(() -> {
            try (Stream stream = Stream.open(device.open().device());
                    Buffer words = onDevice(MemorySegment.ofArray(new long[] {7, 5, 6}), pool, stream);
                    Buffer same = onDevice(MemorySegment.ofArray(new int[3]), pool, stream)) {
                DeviceRun run = new DeviceRun(device.open().kernels(), pool, stream);
                try (GroupRowsSort sort = new GroupRowsSort(run, 3, true)) {
                    sort.by(words, CudaType.U64, KeyRange.of(run, CudaType.U64, words, 3));
                    sort.by(same, CudaType.U32, KeyRange.to(0));
                    assertThat(sort.sortedKeys()).isNull();
                    assertThat(sort.isTableOrder()).isFalse();
                    assertThat(fetched(sort.order(), 3, run)).containsExactly(1, 2, 0);
                    assertThat(fetched(sort.places(), 3, run)).containsExactly(2, 0, 1);
                }
            }
        });
    }

    private void compare(int rows, SplittableRandom random, MemoryPool pool) {
        int bits = 1 + random.nextInt(20);
        long offset = random.nextLong();
        long[] words =
                random.longs(rows, 0, 1L << bits).map(word -> word + offset).toArray();
        int[] groups = random.ints(rows, 0, 1 + random.nextInt(2_000)).toArray();
        device.open().device().run(() -> {
            try (Stream stream = Stream.open(device.open().device());
                    Buffer byWord = onDevice(MemorySegment.ofArray(words), pool, stream);
                    Buffer byGroup = onDevice(MemorySegment.ofArray(groups), pool, stream)) {
                DeviceRun run = new DeviceRun(device.open().kernels(), pool, stream);
                try (GroupRowsSort sort = new GroupRowsSort(run, rows, true)) {
                    sort.by(byWord, CudaType.U64, KeyRange.of(run, CudaType.U64, byWord, rows));
                    sort.by(byGroup, CudaType.U32, KeyRange.to(2_000));
                    check(words, groups, sort, run);
                }
            }
        });
    }

    private static void check(long[] words, int[] groups, GroupRowsSort sort, DeviceRun run) {
        int rows = words.length;
        int[] order = fetched(sort.order(), rows, run);
        int[] places = fetched(sort.places(), rows, run);
        Comparator<Integer> byWord = (a, b) -> Long.compareUnsigned(words[a], words[b]);
        int[] expected = IntStream.range(0, rows)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(row -> groups[row]).thenComparing(byWord))
                .mapToInt(Integer::intValue)
                .toArray();
        assertThat(order).isEqualTo(expected);
        assertThat(IntStream.range(0, rows)).allMatch(place -> places[order[place]] == place);
        assertThat(fetched(Objects.requireNonNull(sort.sortedKeys()), rows, run))
                .isEqualTo(Arrays.stream(order).map(row -> groups[row]).toArray());
    }

    private static int[] fetched(Buffer buffer, int rows, DeviceRun run) {
        int[] numbers = new int[rows];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocate(rows * (long) Integer.BYTES, JAVA_LONG.byteAlignment());
            run.fetch(buffer, host);
            MemorySegment.copy(host, JAVA_INT, 0, numbers, 0, rows);
        }
        return numbers;
    }

    private static Buffer onDevice(MemorySegment array, MemoryPool pool, Stream stream) {
        Buffer buffer = stream.device().memory().allocate(pool, array.byteSize(), "keys", stream);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocate(array.byteSize(), JAVA_LONG.byteAlignment());
            host.copyFrom(array);
            stream.upload(host, buffer, 0);
            stream.synchronize();
        }
        return buffer;
    }
}
