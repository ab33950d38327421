package dev.sheaf.groupby.cpu.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateRows;
import dev.sheaf.groupby.cpu.chunk.StorageKind;
import dev.sheaf.groupby.cpu.loop.FusedLoop.Step;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FusedLoopsTest {
    private static final List<Step> ALL = List.of(Step.values());

    @Test
    void everyStepChangesItsOwnPlace() {
        try (MemoryPool pool = MemoryPool.create();
                StateRows rows = new StateRows(pool, new long[] {0, 0, 0, Long.MAX_VALUE, Long.MIN_VALUE})) {
            rows.ensure(2);
            FusedLoop.Lanes sources = new FusedLoop.Lanes(5);
            sources.longs()[1] = new long[] {1, 2, 3, 4};
            sources.doubles()[2] = new double[] {0.5, 1.5, 2.5, 9};
            sources.longs()[3] = new long[] {7, 5, 6, 1};
            sources.longs()[4] = new long[] {7, 5, 8, 9};
            List<StorageKind> lanes = List.of(
                    StorageKind.NONE, StorageKind.LONGS, StorageKind.DOUBLES, StorageKind.LONGS, StorageKind.LONGS);
            FusedLoops.of(new FusedLoop.Shape(ALL, lanes, Collections.nCopies(5, -1), rows.shift()))
                    .add(new int[] {0, 1, 0, -1}, 0, 4, rows.segment(), new long[0][], sources);
            assertThat(longs(rows, 0)).containsExactly(2, 4, Double.doubleToLongBits(3.0), 6, 8);
            assertThat(longs(rows, 1)).containsExactly(1, 2, Double.doubleToLongBits(1.5), 5, 5);
        }
    }

    @Test
    void stepsMayHaveMasksOfTheirOwn() {
        try (MemoryPool pool = MemoryPool.create();
                StateRows rows = new StateRows(pool, new long[3])) {
            rows.ensure(2);
            FusedLoop.Lanes sources = new FusedLoop.Lanes(3);
            sources.longs()[1] = new long[] {10, 20, 30};
            sources.longs()[2] = new long[] {1, 2, 4};
            FusedLoops.of(new FusedLoop.Shape(
                            List.of(Step.COUNT, Step.ADD_LONG, Step.ADD_LONG),
                            List.of(StorageKind.NONE, StorageKind.LONGS, StorageKind.LONGS),
                            List.of(-1, 0, 1),
                            rows.shift()))
                    .add(new int[] {0, 1, 1}, 63, 3, rows.segment(), new long[][] {{0, 3}, {1L << 63, 2}}, sources);
            assertThat(longs(rows, 0)).startsWith(1L, 0L, 1L);
            assertThat(longs(rows, 1)).startsWith(2L, 50L, 4L);
        }
    }

    /// Row 0 is not read; the others are all ones in as many bytes as a value has, and one.
    @ParameterizedTest
    @CsvSource({
        "INT8,1,-1",
        "UINT8,1,255",
        "INT16,2,-1",
        "UINT16,2,65535",
        "INT32,4,-1",
        "UINT32,4,4294967295",
        "INT64,8,-1"
    })
    void wholeColumnsAreReadWithTheirSign(StorageKind lane, int width, long ones) {
        try (MemoryPool pool = MemoryPool.create();
                StateRows rows = new StateRows(pool, new long[1]);
                Buffer values = pool.allocateZeroed(3L * width, "values")) {
            rows.ensure(2);
            values.segment().asSlice(width, width).fill((byte) -1);
            values.segment().set(ValueLayout.JAVA_BYTE, 2L * width, (byte) 1);
            FusedLoop.Lanes sources = new FusedLoop.Lanes(1);
            sources.columns()[0] = values.segment();
            FusedLoops.of(new FusedLoop.Shape(List.of(Step.ADD_LONG), List.of(lane), List.of(-1), rows.shift()))
                    .add(new int[] {0, 1}, 1, 2, rows.segment(), new long[0][], sources);
            assertThat(longs(rows, 0)).startsWith(ones);
            assertThat(longs(rows, 1)).startsWith(1L);
        }
    }

    @Test
    void floatsAreWidened() {
        try (MemoryPool pool = MemoryPool.create();
                StateRows rows = new StateRows(pool, new long[2]);
                Buffer floats = pool.allocateZeroed(4, "values");
                Buffer doubles = pool.allocateZeroed(8, "values")) {
            rows.ensure(1);
            floats.segment().set(ValueLayout.JAVA_FLOAT, 0, 0.5f);
            doubles.segment().set(ValueLayout.JAVA_DOUBLE, 0, 0.1);
            FusedLoop.Lanes sources = new FusedLoop.Lanes(2);
            sources.columns()[0] = floats.segment();
            sources.columns()[1] = doubles.segment();
            FusedLoops.of(new FusedLoop.Shape(
                            List.of(Step.ADD_DOUBLE, Step.ADD_DOUBLE),
                            List.of(StorageKind.FLOAT32, StorageKind.FLOAT64),
                            List.of(-1, -1),
                            rows.shift()))
                    .add(new int[] {0}, 0, 1, rows.segment(), new long[0][], sources);
            assertThat(longs(rows, 0)).startsWith(Double.doubleToLongBits(0.5), Double.doubleToLongBits(0.1));
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
