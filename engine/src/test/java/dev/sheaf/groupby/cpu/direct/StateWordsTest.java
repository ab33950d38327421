package dev.sheaf.groupby.cpu.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.groupby.cpu.direct.DirectLoop.Field;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Op;
import dev.sheaf.testing.RandomCases;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StateWordsTest {
    private static final int PLACE_BITS = 10;
    private static final int PLACES = 1 << PLACE_BITS;
    private static final int VALUE_BITS = 5;

    private static StateLayout.Wanted wanted(Op op, int bits) {
        return new StateLayout.Wanted(op, op == Op.COUNT ? -1 : 0, -1, bits);
    }

    private static final StateLayout LAYOUT = java.util.Objects.requireNonNull(StateLayout.of(
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

    /// What a loop does with a row.
    private static void put(StateWords target, int place, int value) {
        for (Field field : LAYOUT.fields()) {
            int at = (place << LAYOUT.wordShift()) + field.word();
            long[] words = target.words();
            long most = (1L << VALUE_BITS) - 1;
            long held = (words[at] >>> field.shift()) & most;
            words[at] = switch (field.op()) {
                case COUNT -> words[at] + (1L << field.shift());
                case ADD -> words[at] + ((long) value << field.shift());
                case LOW -> (words[at] & ~(most << field.shift())) | (Math.max(held, value ^ most) << field.shift());
                case HIGH -> (words[at] & ~(most << field.shift())) | (Math.max(held, value) << field.shift());
                case ADD_DOUBLE -> Double.doubleToRawLongBits(Double.longBitsToDouble(words[at]) + value);
                case MIN -> Math.min(words[at], value);
                case MAX -> Math.max(words[at], value);
                case ADD_SQUARE, ADD_PRODUCT -> throw new AssertionError("no such field");
            };
        }
        if (LAYOUT.mostRows(target.words(), new long[target.words().length], place, place + 1) >= LAYOUT.mostRows()) {
            target.widenCounters(place);
        }
    }

    @Test
    void whatTwoHaveIsAddedFieldByField() {
        RandomCases.run(20, random -> {
            StateWords all = new StateWords(LAYOUT, PLACES);
            List<StateWords> both = List.of(new StateWords(LAYOUT, PLACES), new StateWords(LAYOUT, PLACES));
            int used = random.nextInt(1, PLACES);
            for (int row = 0; row < 20_000; row++) {
                int place = place(random, used);
                int value = random.nextInt(1 << VALUE_BITS);
                put(all, place, value);
                put(both.get(random.nextInt(2)), place, value);
            }
            int from = random.nextInt(PLACES / 2);
            both.getFirst().add(both.getLast(), from, PLACES);
            assertSame(all, both.getFirst(), from);
        });
    }

    /// One place in two rows is one of a few, which are full now and then.
    private static int place(SplittableRandom random, int used) {
        return random.nextBoolean() ? PLACES - 1 - random.nextInt(10) : random.nextInt(used);
    }

    private static void assertSame(StateWords expected, StateWords found, int from) {
        int[] places = IntStream.range(from, PLACES).toArray();
        for (int field = 0; field < LAYOUT.fields().size(); field++) {
            assertThat(found.values(field, places, places.length))
                    .as("field %d from place %d on", field, from)
                    .isEqualTo(expected.values(field, places, places.length));
        }
    }
}
