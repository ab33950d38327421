package dev.sheaf.groupby.cpu.exact;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Accumulators over the full range of doubles or their products, for the few groups whose values do not fit the
/// window of [ExactSums]. All lie in one buffer.
final class WideSums implements AutoCloseable {
    private final MemoryPool pool;
    private final int limbs;
    private final String purpose;

    /// Which accumulator a group has, from 1 on, or 0.
    private final StateColumn numbers;

    private Buffer sums;
    private int count;

    WideSums(MemoryPool pool, int limbs, String purpose) {
        this.pool = pool;
        this.limbs = limbs;
        this.purpose = purpose;
        this.numbers = new StateColumn(pool, purpose, Integer.BYTES, 0);
        this.sums = pool.allocate(0, purpose);
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
            grow(count + 1);
            numbers.segment().set(ValueLayout.JAVA_INT_UNALIGNED, numberAt(group), ++count);
        }
        return sums.segment();
    }

    /// The byte at which the accumulator of a group starts.
    long at(int group) {
        return (number(group) - 1L) * limbs * Long.BYTES;
    }

    private void grow(int more) {
        long bytes = (long) more * limbs * Long.BYTES;
        if (bytes > sums.byteSize()) {
            Buffer larger = pool.allocateZeroed(2 * bytes, purpose);
            MemorySegment.copy(sums.segment(), 0, larger.segment(), 0, sums.byteSize());
            sums.close();
            sums = larger;
        }
    }

    void propagate() {
        for (int sum = 0; sum < count; sum++) {
            Limbs.propagate(sums.segment(), (long) sum * limbs * Long.BYTES, limbs);
        }
    }

    /// Forgets all groups.
    void clear() {
        numbers.clear();
        sums.segment().fill((byte) 0);
        count = 0;
    }

    @Override
    public void close() {
        numbers.close();
        sums.close();
    }
}
