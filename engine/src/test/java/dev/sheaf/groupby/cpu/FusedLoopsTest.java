package dev.sheaf.groupby.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.groupby.cpu.FusedLoop.Step;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class FusedLoopsTest {
    private static final List<Step> ALL = List.of(Step.values());

    @Test
    void everyStepChangesItsOwnPlace() {
        try (MemoryPool pool = MemoryPool.create();
                StateRows rows = new StateRows(pool, new long[] {0, 0, 0, Long.MAX_VALUE, Long.MIN_VALUE})) {
            rows.ensure(2);
            FusedLoops.of(new FusedLoops.Shape(ALL, List.of(0, 0, 0, 0, 0), rows.shift()))
                    .add(
                            new int[][] {{0, 1, 0, -1}},
                            4,
                            rows.segment(),
                            new long[][] {{1, 2, 3, 4}, {7, 5, 6, 1}, {7, 5, 8, 9}},
                            new double[][] {{0.5, 1.5, 2.5, 9}});
            assertThat(longs(rows, 0)).containsExactly(2, 4, Double.doubleToLongBits(3.0), 6, 8);
            assertThat(longs(rows, 1)).containsExactly(1, 2, Double.doubleToLongBits(1.5), 5, 5);
        }
    }

    @Test
    void stepsMayHaveIdsOfTheirOwn() {
        try (MemoryPool pool = MemoryPool.create();
                StateRows rows = new StateRows(pool, new long[2])) {
            rows.ensure(2);
            FusedLoops.of(new FusedLoops.Shape(List.of(Step.COUNT, Step.ADD_LONG), List.of(0, 1), rows.shift()))
                    .add(
                            new int[][] {{0, 1, 1}, {-1, 1, 0}},
                            3,
                            rows.segment(),
                            new long[][] {{10, 20, 30}},
                            new double[0][]);
            assertThat(longs(rows, 0)).startsWith(1L, 30L);
            assertThat(longs(rows, 1)).startsWith(2L, 20L);
        }
    }

    private static long[] longs(StateRows rows, int id) {
        MemorySegment states = rows.segment();
        int places = 1 << (rows.shift() - 3);
        long[] longs = new long[Math.min(places, ALL.size())];
        for (int place = 0; place < longs.length; place++) {
            longs[place] = states.get(
                    ValueLayout.JAVA_LONG_UNALIGNED, StateColumn.FRONT + ((long) id << rows.shift()) + 8L * place);
        }
        return longs;
    }
}
