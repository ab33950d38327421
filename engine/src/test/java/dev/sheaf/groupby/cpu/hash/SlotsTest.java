package dev.sheaf.groupby.cpu.hash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class SlotsTest {
    private static void put(Slots slots, int hash, int id) {
        int slot = hash >>> slots.shift();
        while (slots.longs().get(slot) != 0) {
            slot = (slot + 1) & Slots.mask(slots.shift());
        }
        slots.longs().put(slot, Slots.entry(hash, id));
    }

    private static boolean has(Slots slots, int hash, int id) {
        int slot = hash >>> slots.shift();
        while (true) {
            long entry = slots.longs().get(slot);
            if (entry == Slots.entry(hash, id)) {
                return true;
            }
            if (entry == 0) {
                return false;
            }
            slot = (slot + 1) & Slots.mask(slots.shift());
        }
    }

    @Test
    void everyEntryIsFoundAfterGrowth(MemoryPool pool) {
        try (Slots slots = new Slots(pool, 4)) {
            for (int id = 0; id < 5_000; id++) {
                slots.ensure(id + 1);
                put(slots, Hashing.of(id), id);
            }
            for (int id = 0; id < 5_000; id++) {
                assertThat(has(slots, Hashing.of(id), id)).isTrue();
            }
        }
    }

    @Test
    void entriesThatWentRoundTheEndAreFoundAfterGrowth(MemoryPool pool) {
        try (Slots slots = new Slots(pool, 4)) {
            slots.ensure(2);
            put(slots, -1, 0);
            put(slots, -2, 1);
            slots.ensure(3);
            put(slots, -3, 2);
            slots.ensure(64);
            assertThat(has(slots, -1, 0)).isTrue();
            assertThat(has(slots, -2, 1)).isTrue();
            assertThat(has(slots, -3, 2)).isTrue();
        }
    }

    @Test
    void atMostHalfTheSlotsAreTaken(MemoryPool pool) {
        try (Slots slots = new Slots(pool, 4)) {
            slots.ensure(3);
            assertThat(Slots.mask(slots.shift()) + 1).isEqualTo(8);
            slots.ensure(4);
            assertThat(Slots.mask(slots.shift()) + 1).isEqualTo(8);
            slots.ensure(5);
            assertThat(Slots.mask(slots.shift()) + 1).isEqualTo(16);
        }
    }

    @Test
    void proposalsComeFromTheSlotOrTheOneBehind(MemoryPool pool) {
        try (Slots slots = new Slots(pool, 4)) {
            slots.ensure(2);
            put(slots, 1, 10);
            put(slots, 2, 11);
            int[] ids = new int[3];
            slots.propose(new int[] {1, 2, Integer.MIN_VALUE}, 3, ids);
            assertThat(ids).containsExactly(10, 11, -1);
        }
    }

    @Test
    void theFirstSlotIsBehindTheLast(MemoryPool pool) {
        try (Slots slots = new Slots(pool, 4)) {
            slots.ensure(2);
            put(slots, -1, 10);
            put(slots, -2, 11);
            int[] ids = new int[2];
            slots.propose(new int[] {-1, -2}, 2, ids);
            assertThat(ids).containsExactly(10, 11);
        }
    }
}
