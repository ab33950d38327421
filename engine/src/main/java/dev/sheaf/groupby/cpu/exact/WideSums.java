package dev.sheaf.groupby.cpu.exact;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

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

    /// Makes room for groups `0 .. groups - 1`, none of which has an accumulator.
    void ensure(int groups) {
        numbers.ensure(groups);
    }

    boolean has(int group) {
        return number(group) != 0;
    }

    private int number(int group) {
        return numbers.segment().get(ValueLayout.JAVA_INT_UNALIGNED, numberAt(group));
    }

    private static long numberAt(int group) {
        return StateColumn.FRONT + (long) group * Integer.BYTES;
    }

    /// Where the accumulators lie; the group gets one if it has none.
    MemorySegment of(int group) {
        if (!has(group)) {
            sums.ensure(count + 1);
            numbers.segment().set(ValueLayout.JAVA_INT_UNALIGNED, numberAt(group), ++count);
        }
        return sums.segment();
    }

    /// The byte at which the accumulator of a group starts.
    long at(int group) {
        return sumAt(number(group) - 1);
    }

    private long sumAt(int number) {
        return StateColumn.FRONT + (long) number * limbs * Long.BYTES;
    }

    void propagate() {
        for (int sum = 0; sum < count; sum++) {
            Limbs.propagate(sums.segment(), sumAt(sum), limbs);
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
