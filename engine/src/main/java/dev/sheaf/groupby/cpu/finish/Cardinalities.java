package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;

/// From the registers of a `RegistersReduction` to numbers of distinct values.
///
/// @see <a href="https://arxiv.org/abs/1702.01284">O. Ertl, New cardinality estimation algorithms for HyperLogLog
///     sketches, 2017, algorithm 6</a>: one formula for few values and many, without tables of corrections
public final class Cardinalities {
    /// Many groups have fewer values than this, and therefore as many as others.
    private static final int FEW_VALUES = 1 << 10;

    private final int registers;

    /// What the registers that are zero add, by the number of those that are not; 0 where it is not known yet.
    private final double[] sigmas;

    /// The registers of a group, or its entries.
    private final byte[] state;

    /// How many registers of a group have each value.
    private final int[] counts;

    private Cardinalities(int precision) {
        this.registers = 1 << precision;
        this.sigmas = new double[Math.min(registers, FEW_VALUES)];
        this.state = new byte[registers];
        this.counts = new int[Long.SIZE - precision + 2];
    }

    public static Finalizer of(int precision) {
        return (states, groups) -> new Cardinalities(precision).finish(states, groups);
    }

    private Column finish(List<Column> states, Finalizer.Groups groups) {
        VarColumn column = (VarColumn) states.getFirst();
        try (Closer closer = new Closer()) {
            Buffer buffer = closer.add(groups.pool().allocate((long) groups.count() * Long.BYTES, "estimates"));
            estimate(column, groups.count(), Views.longs(buffer.segment(), 0, groups.count()));
            closer.release();
            return new FixedColumn(DataType.INT64, groups.count(), buffer, Validity.allValid(groups.count()));
        }
    }

    private void estimate(VarColumn column, int groups, LongBuffer estimates) {
        for (int group = 0; group < groups; group++) {
            estimates.put(group, estimate(column, group));
        }
    }

    private long estimate(VarColumn column, int group) {
        if (column.isNull(group)) {
            return 0;
        }
        long start = column.offsets().start(group);
        count(column.segment(), start, (int) column.offsets().size(group));
        return estimate();
    }

    /// Counts how many registers have each value.
    private void count(MemorySegment bytes, long start, int size) {
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, start, state, 0, Math.min(size, registers));
        Arrays.fill(counts, 0);
        if (size < registers) {
            int entries = size / Integer.BYTES;
            counts[0] = registers - entries;
            countEvery(Integer.BYTES, entries * Integer.BYTES);
        } else {
            countEvery(1, registers);
        }
    }

    /// The value of an entry is its lowest byte.
    private void countEvery(int width, int size) {
        for (int i = 0; i < size; i += width) {
            counts[state[i]]++;
        }
    }

    private long estimate() {
        double m = registers;
        int last = counts.length - 1;
        double z = m * tau(1 - counts[last] / m);
        int k = last - 1;
        while (z == 0 && k >= 1 && counts[k] == 0) {
            k--; // halving nothing, for most of the values that registers can have
        }
        for (; k >= 1; k--) {
            z = 0.5 * (z + counts[k]);
        }
        z += sigmaOfZeros(counts[0]);
        return (long) Math.rint(m * m / (2 * Math.log(2)) / z);
    }

    private double sigmaOfZeros(int zeros) {
        int others = registers - zeros;
        double added = others < sigmas.length ? sigmas[others] : 0;
        if (added == 0) {
            added = registers * sigma(zeros / (double) registers);
            if (others < sigmas.length) {
                sigmas[others] = added;
            }
        }
        return added;
    }

    private static double sigma(double share) {
        if (share == 1) {
            return Double.POSITIVE_INFINITY;
        }
        double x = share;
        double y = 1;
        double z = x;
        double before;
        do {
            x *= x;
            before = z;
            z += x * y;
            y += y;
        } while (z != before);
        return z;
    }

    private static double tau(double share) {
        if (share == 0 || share == 1) {
            return 0;
        }
        double x = share;
        double y = 1;
        double z = 1 - x;
        double before;
        do {
            x = Math.sqrt(x);
            before = z;
            y *= 0.5;
            z -= (1 - x) * (1 - x) * y;
        } while (z != before);
        return z / 3;
    }
}
