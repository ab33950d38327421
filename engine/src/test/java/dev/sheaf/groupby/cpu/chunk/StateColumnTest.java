package dev.sheaf.groupby.cpu.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.ValueLayout;
import java.nio.LongBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class StateColumnTest {
    private static long state(StateColumn states, int id) {
        return states.longs().get(StateColumn.FRONT_LONGS + id);
    }

    private static void set(StateColumn states, int id, long value) {
        states.longs().put(StateColumn.FRONT_LONGS + id, value);
    }

    @Test
    void newStatesHaveTheInitialPattern(MemoryPool pool) {
        try (StateColumn states = new StateColumn(pool, "states", 8, Long.MAX_VALUE)) {
            states.ensure(3);
            assertThat(state(states, -1)).isEqualTo(Long.MAX_VALUE);
            assertThat(state(states, 0)).isEqualTo(Long.MAX_VALUE);
            assertThat(state(states, 2)).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void growingKeepsStatesAndTheSpareOne(MemoryPool pool) {
        try (StateColumn states = new StateColumn(pool, "states", 8, 7)) {
            states.ensure(1);
            set(states, -1, 11);
            set(states, 0, 12);
            states.ensure(100_000);
            assertThat(state(states, -1)).isEqualTo(11);
            assertThat(state(states, 0)).isEqualTo(12);
            assertThat(state(states, 99_999)).isEqualTo(7);
        }
    }

    @Test
    void statesThatAreExpectedAreNotCopied(MemoryPool pool) {
        try (StateColumn states = new StateColumn(pool, "states", 8, 7)) {
            states.reserve(1_000);
            states.ensure(1);
            LongBuffer first = states.longs();
            states.ensure(1_000);
            assertThat(states.longs()).isSameAs(first);
            assertThat(state(states, 999)).isEqualTo(7);
            states.ensure(2_000);
            assertThat(state(states, 1_999)).isEqualTo(7);
        }
    }

    @Test
    void statesOfHalfAWordAreNewUpToTheLast(MemoryPool pool) {
        try (StateColumn states = new StateColumn(pool, "states", 4, -1)) {
            for (int groups : new int[] {1, 63, 64, 65, 101, 5_001}) {
                states.ensure(groups);
                assertThat(states.ints().get(StateColumn.FRONT_INTS + groups - 1))
                        .isEqualTo(-1);
            }
        }
    }

    @Test
    void statesReadAheadStay(MemoryPool pool) {
        int groups = Math.toIntExact(StateColumn.FAR_BYTES / 8);
        try (StateColumn states = new StateColumn(pool, "states", 8, 7)) {
            states.ensure(groups, new int[] {-1, 0, groups - 1}, 3);
            set(states, -1, 11);
            set(states, groups - 1, 12);
            states.ensure(groups, new int[] {-1, 0, groups - 1, Integer.MAX_VALUE}, 3);
            assertThat(state(states, -1)).isEqualTo(11);
            assertThat(state(states, 0)).isEqualTo(7);
            assertThat(state(states, groups - 1)).isEqualTo(12);
        }
    }

    @Test
    void aViewStartsAtGroupZeroAndOutlivesTheColumn(MemoryPool pool) {
        Buffer view;
        try (StateColumn states = new StateColumn(pool, "states", 8, 0)) {
            states.ensure(2);
            set(states, 0, 5);
            set(states, 1, 6);
            view = states.view(2);
        }
        try (view) {
            assertThat(view.byteSize()).isEqualTo(16);
            assertThat(view.segment().getAtIndex(ValueLayout.JAVA_LONG, 1)).isEqualTo(6);
        }
    }

    @Test
    void clearingMakesStatesNew(MemoryPool pool) {
        try (StateColumn states = new StateColumn(pool, "states", 8, 3)) {
            states.clear();
            states.ensure(2);
            set(states, 1, 9);
            set(states, -1, 8);
            states.clear();
            states.ensure(2);
            assertThat(state(states, 1)).isEqualTo(3);
            assertThat(state(states, -1)).isEqualTo(3);
        }
    }

    @Test
    void allViewsSeeTheSameStates(MemoryPool pool) {
        try (StateColumn states = new StateColumn(pool, "states", 8, 0)) {
            states.ensure(3);
            states.doubles().put(StateColumn.FRONT_LONGS + 2, -0.0);
            assertThat(state(states, 2)).isEqualTo(Long.MIN_VALUE);
            states.longs().put(StateColumn.FRONT_LONGS + 1, 7L << 32 | 5);
            assertThat(states.ints().get(StateColumn.FRONT_INTS + 2)).isEqualTo(5);
            assertThat(states.bytes().get(StateColumn.FRONT + 12)).isEqualTo((byte) 7);
        }
    }

    @Test
    void oneViewBoundsHowManyStatesThereAre(MemoryPool pool) {
        assertThat(StateColumn.fits((1 << 28) - 10, 8)).isTrue();
        assertThat(StateColumn.fits(1 << 28, 8)).isFalse();
        assertThat(StateColumn.fits(1 << 25, 64)).isFalse();
        assertThat(StateColumn.fits(1L << 40, 1)).isFalse();
        try (StateColumn states = new StateColumn(pool, "group moments", 64, 0)) {
            assertThatThrownBy(() -> states.ensure(1 << 25))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("33554432 states of 64 bytes (group moments) are more than the 33554430");
        }
    }

    @Test
    void nothingIsTakenBeforeTheFirstGroup(MemoryPool pool) {
        try (StateColumn states = new StateColumn(pool, "states", 8, 3)) {
            assertThat(states.width()).isEqualTo(8);
            assertThat(pool.usedBytes()).isZero();
        }
    }
}
