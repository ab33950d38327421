package dev.sheaf.groupby.cpu.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.groupby.cpu.direct.DirectLoop.Field;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Op;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class StateWordsTest {
    private static final int PLACE_BITS = 10;
    private static final int SLOTS = 1 << PLACE_BITS;
    private static final int VALUE_BITS = 5;

    private static StateLayout.Wanted wanted(Op op, int bits) {
        return new StateLayout.Wanted(op, op == Op.COUNT ? -1 : 0, -1, bits);
    }

    private static final StateLayout LAYOUT = Objects.requireNonNull(StateLayout.of(
            List.of(
                    wanted(Op.COUNT, 1),
                    wanted(Op.ADD, VALUE_BITS),
                    wanted(Op.LOW, VALUE_BITS),
                    wanted(Op.HIGH, VALUE_BITS),
                    wanted(Op.ADD_DOUBLE, 0),
                    wanted(Op.MIN, 0),
                    wanted(Op.MAX, 0)),
            PLACE_BITS,
            true));

    private static final long[] NONE = new long[SLOTS << LAYOUT.wordShift()];

    /// What a loop does with a row.
    private static void put(StateWords target, int slot, int value) {
        long[] words = target.words();
        for (Field field : LAYOUT.fields()) {
            int at = (slot << LAYOUT.wordShift()) + field.word();
            words[at] = with(field, words[at], value);
        }
        if (LAYOUT.mostRows(words, NONE, slot, slot + 1) >= LAYOUT.mostRows()) {
            target.widenCounters(slot);
        }
    }

    private static long with(Field field, long word, int value) {
        long most = (1L << VALUE_BITS) - 1;
        long held = (word >>> field.shift()) & most;
        return switch (field.op()) {
            case COUNT -> word + (1L << field.shift());
            case ADD -> word + ((long) value << field.shift());
            case LOW -> (word & ~(most << field.shift())) | (Math.max(held, value ^ most) << field.shift());
            case HIGH -> (word & ~(most << field.shift())) | (Math.max(held, value) << field.shift());
            case ADD_DOUBLE -> Double.doubleToRawLongBits(Double.longBitsToDouble(word) + value);
            case MIN -> Math.min(word, value);
            case MAX -> Math.max(word, value);
            case ADD_SQUARE, ADD_PRODUCT -> throw new AssertionError("no such field");
        };
    }

    @Test
    void whatTwoHaveIsAddedFieldByField(MemoryPool pool) {
        RandomCases.run(20, random -> {
            try (StateWords all = new StateWords(LAYOUT, SLOTS, pool);
                    StateWords some = new StateWords(LAYOUT, SLOTS, pool);
                    StateWords others = new StateWords(LAYOUT, SLOTS, pool)) {
                addUp(random, all, some, others);
            }
        });
    }

    private static void addUp(SplittableRandom random, StateWords all, StateWords some, StateWords others) {
        int used = random.nextInt(1, SLOTS);
        for (int row = 0; row < 20_000; row++) {
            int slot = slot(random, used);
            int value = random.nextInt(1 << VALUE_BITS);
            put(all, slot, value);
            put(random.nextBoolean() ? some : others, slot, value);
        }
        int from = random.nextInt(SLOTS / 2);
        some.add(others, from, SLOTS);
        assertSame(all, some, from);
    }

    /// What was there stays when there are more slots, and the new ones are new.
    @Test
    void morePlacesKeepWhatThereWas(MemoryPool pool) {
        RandomCases.run(20, random -> {
            try (StateWords large = new StateWords(LAYOUT, SLOTS, pool);
                    StateWords grown = new StateWords(LAYOUT, SLOTS / 4, pool)) {
                for (int row = 0; row < 20_000; row++) {
                    int slot = slot(random, SLOTS / 4) % (SLOTS / 4);
                    int value = random.nextInt(1 << VALUE_BITS);
                    put(large, slot, value);
                    put(grown, slot, value);
                }
                grown.grow(SLOTS);
                assertSame(large, grown, 0);
                put(large, SLOTS - 1, 3);
                put(grown, SLOTS - 1, 3);
                assertSame(large, grown, 0);
            }
        });
    }

    /// One slot in two rows is one of a few, which are full now and then.
    private static int slot(SplittableRandom random, int used) {
        return random.nextBoolean() ? SLOTS - 1 - random.nextInt(10) : random.nextInt(used);
    }

    private static void assertSame(StateWords expected, StateWords found, int from) {
        int[] slots = IntStream.range(from, SLOTS).toArray();
        for (int field = 0; field < LAYOUT.fields().size(); field++) {
            assertThat(found.values(field, slots, slots.length))
                    .as("field %d from slot %d on", field, from)
                    .isEqualTo(expected.values(field, slots, slots.length));
        }
    }
}
