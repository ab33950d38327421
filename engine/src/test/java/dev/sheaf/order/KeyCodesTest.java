package dev.sheaf.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sheaf.column.Table;
import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class KeyCodesTest {
    private static final Tasks THREADS =
            (count, task) -> IntStream.range(0, count).parallel().forEach(task);

    @Test
    void groupsAndIdsAreThoseOfAMap(MemoryPool pool) {
        RandomCases.run(40, random -> {
            int rows = random.nextInt(1, random.nextBoolean() ? 50 : 200_000);
            int[] ints = random.ints(rows, -3, random.nextInt(-2, 40)).toArray();
            long far = random.nextLong();
            long[] longs = random.longs(rows, 0, random.nextInt(1, 20))
                    .map(number -> far + number)
                    .toArray();
            short[] shorts = new short[rows];
            IntStream.range(0, rows).forEach(row -> shorts[row] = (short) random.nextInt(-2, 2));
            try (Table table = Table.of("ints", ints, "longs", longs, "shorts", shorts)) {
                KeyCodes.of(table.columns(), rows, THREADS)
                        .ifPresent(codes -> check(codes, random, pool, ints, longs, shorts));
            }
        });
    }

    @Test
    void manyCodesGiveTheGroupsOfAMap(MemoryPool pool) {
        RandomCases.run(4, random -> {
            int rows = random.nextInt(100_000, 150_000);
            int[] ints = random.ints(rows, 0, random.nextInt(40_000, rows)).toArray();
            long[] longs = new long[rows];
            short[] shorts = new short[rows];
            try (Table table = Table.of("ints", ints, "longs", longs, "shorts", shorts)) {
                check(KeyCodes.of(table.columns(), rows, THREADS).orElseThrow(), random, pool, ints, longs, shorts);
            }
        });
    }

    private static void check(
            KeyCodes codes, SplittableRandom random, MemoryPool pool, int[] ints, long[] longs, short[] shorts) {
        boolean byFirstRow = random.nextBoolean();
        Map<List<Long>, List<Integer>> expected =
                byFirstRow ? new LinkedHashMap<>() : new TreeMap<>(KeyCodesTest::compare);
        for (int row = 0; row < ints.length; row++) {
            expected.computeIfAbsent(List.of((long) ints[row], longs[row], (long) shorts[row]), _ -> new ArrayList<>())
                    .add(row);
        }
        try (CountingSort.Grouped groups = codes.groups(byFirstRow, pool, THREADS);
                Buffer ids = codes.ids(groups, pool, THREADS)) {
            int[] offsets = groups.offsets().segment().toArray(ValueLayout.JAVA_INT);
            int[] rows = groups.rows().segment().toArray(ValueLayout.JAVA_INT);
            int[] found = ids.segment().toArray(ValueLayout.JAVA_INT);
            assertThat(groups.count()).isEqualTo(expected.size());
            int group = 0;
            for (List<Integer> own : expected.values()) {
                int number = group;
                assertThat(IntStream.range(offsets[group], offsets[group + 1]).map(i -> rows[i]))
                        .containsExactlyElementsOf(own);
                assertThat(own).allMatch(row -> found[row] == number);
                group++;
            }
        }
    }

    private static int compare(List<Long> left, List<Long> right) {
        for (int i = 0; i < left.size(); i++) {
            // numbers of one column lie so close that a difference that overflows has the right sign
            if (!left.get(i).equals(right.get(i))) {
                return Long.signum(left.get(i) - right.get(i));
            }
        }
        return 0;
    }

    @Test
    void onlyWholeNumbersInASmallRangeHaveCodes() {
        long[] far = {Long.MIN_VALUE, Long.MAX_VALUE};
        try (Table table = Table.of(
                "near", new int[] {7, 1_000}, "wide", new int[] {0, 1_024}, "far", far, "real", new double[] {1, 2})) {
            assertThat(KeyCodes.of(List.of(table.column("near")), 2, THREADS)).isPresent();
            assertThat(KeyCodes.of(List.of(table.column("near"), table.column("near")), 2, THREADS))
                    .isEmpty();
            for (String name : List.of("wide", "far", "real")) {
                assertThat(KeyCodes.of(List.of(table.column(name)), 2, THREADS))
                        .as(name)
                        .isEmpty();
            }
        }
        try (Table nulls = Table.of("key", new Integer[] {1, null})) {
            assertThat(KeyCodes.of(nulls.columns(), 2, THREADS)).isEmpty();
            assertThat(KeyCodes.of(List.of(), 2, THREADS)).isEmpty();
        }
    }

    @Test
    void workThatIsStoppedLeavesNoMemory(MemoryPool pool) {
        try (Table table = Table.of("key", new int[] {2, 1, 2})) {
            KeyCodes codes = KeyCodes.of(table.columns(), 3, THREADS).orElseThrow();
            try (CountingSort.Grouped groups = codes.groups(true, pool, Tasks.SEQUENTIAL)) {
                long before = pool.usedBytes();
                Tasks stopped = (_, _) -> {
                    throw new IllegalStateException("stopped");
                };
                assertThatIllegalStateException().isThrownBy(() -> codes.ids(groups, pool, stopped));
                assertThat(pool.usedBytes()).isEqualTo(before);
            }
        }
    }
}
