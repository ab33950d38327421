package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// From the registers of a `RegistersReduction` to numbers of distinct values.
///
/// @see <a href="https://arxiv.org/abs/1702.01284">O. Ertl, New cardinality estimation algorithms for HyperLogLog
///     sketches, 2017, algorithm 6</a>: one formula for few values and many, without tables of corrections
public final class Cardinalities {
    private final int precision;
    private final int registers;

    private Cardinalities(int precision) {
        this.precision = precision;
        this.registers = 1 << precision;
    }

    public static Finalizer of(int precision) {
        return new Cardinalities(precision)::finish;
    }

    private Column finish(List<Column> states, Finalizer.Groups groups) {
        VarColumn column = (VarColumn) states.getFirst();
        try (Closer closer = new Closer()) {
            Buffer buffer = closer.add(groups.pool().allocate((long) groups.count() * Long.BYTES, "estimates"));
            for (int group = 0; group < groups.count(); group++) {
                buffer.segment().setAtIndex(ValueLayout.JAVA_LONG, group, estimate(column, group));
            }
            closer.release();
            return new FixedColumn(DataType.INT64, groups.count(), buffer, Validity.allValid(groups.count()));
        }
    }

    private long estimate(VarColumn column, int group) {
        if (column.isNull(group)) {
            return 0;
        }
        long start = column.offsets().start(group);
        return estimate(counts(column.segment(), start, (int) column.offsets().size(group)));
    }

    /// How many registers have each value.
    private int[] counts(MemorySegment bytes, long start, int size) {
        int[] counts = new int[Long.SIZE - precision + 2];
        if (size < registers) {
            int entries = size / Integer.BYTES;
            counts[0] = registers - entries;
            for (int i = 0; i < entries; i++) {
                counts[bytes.get(ValueLayout.JAVA_INT_UNALIGNED, start + (long) i * Integer.BYTES) & 0xFF]++;
            }
        } else {
            for (int i = 0; i < registers; i++) {
                counts[bytes.get(ValueLayout.JAVA_BYTE, start + i)]++;
            }
        }
        return counts;
    }

    private long estimate(int[] counts) {
        double m = registers;
        int last = counts.length - 1;
        double z = m * tau(1 - counts[last] / m);
        for (int k = last - 1; k >= 1; k--) {
            z = 0.5 * (z + counts[k]);
        }
        z += m * sigma(counts[0] / m);
        return (long) Math.rint(m * m / (2 * Math.log(2)) / z);
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
