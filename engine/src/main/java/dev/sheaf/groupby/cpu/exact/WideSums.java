package dev.sheaf.groupby.cpu.exact;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.MemoryPool;
import java.nio.LongBuffer;

/// Accumulators over the full range of doubles or their products, for the few groups whose values do not fit the
/// window of [ExactSums]. They take no memory before there is one.
final class WideSums implements AutoCloseable {
    private final int limbs;

    /// Which accumulator a group has, from 1 on, or 0.
    private final StateColumn numbers;

    private final StateColumn sums;
    private int count;

    WideSums(MemoryPool pool, int limbs, String purpose) {
        this.limbs = limbs;
        this.numbers = new StateColumn(pool, purpose, Integer.BYTES, 0);
        this.sums = new StateColumn(pool, purpose, limbs * Long.BYTES, 0);
    }

    /// Whether there is room for so many groups, and for an accumulator of each of `rows` of them.
    boolean hasRoom(long groups, long rows) {
        return StateColumn.fits(groups, Integer.BYTES) && StateColumn.fits(count + rows, limbs * Long.BYTES);
    }

    /// Makes room for groups `0 .. groups - 1`, none of which has an accumulator.
    void ensure(int groups) {
        numbers.ensure(groups);
    }

    boolean has(int group) {
        return number(group) != 0;
    }

    private int number(int group) {
        return numbers.ints().get(StateColumn.FRONT_INTS + group);
    }

    /// Where the accumulators lie; the group gets one if it has none.
    LongBuffer of(int group) {
        if (!has(group)) {
            sums.ensure(count + 1);
            numbers.ints().put(StateColumn.FRONT_INTS + group, ++count);
        }
        return sums.longs();
    }

    /// The long at which the accumulator of a group starts.
    int at(int group) {
        return sumAt(number(group) - 1);
    }

    private int sumAt(int number) {
        return StateColumn.FRONT_LONGS + number * limbs;
    }

    void propagate() {
        for (int sum = 0; sum < count; sum++) {
            Limbs.propagate(sums.longs(), sumAt(sum), limbs);
        }
    }

    /// Forgets all groups.
    void clear() {
        numbers.clear();
        sums.clear();
        count = 0;
    }

    @Override
    public void close() {
        numbers.close();
        sums.close();
    }
}
