package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.expr.Aggregation.Interpolation;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// From the values of each group to a quantile, by selection instead of sorting: O(n) expected.
final class Quantiles {
    private final double q;
    private final Interpolation interpolation;

    private Quantiles(double q, Interpolation interpolation) {
        this.q = q;
        this.interpolation = interpolation;
    }

    static Finalizer of(double q, Interpolation interpolation) {
        return new Quantiles(q, interpolation)::finish;
    }

    private Column finish(List<Column> states, Finalizer.Groups groups) {
        ListColumn lists = (ListColumn) states.getFirst();
        MemorySegment elements = ((FixedColumn) lists.elements()).segment();
        try (Scope scope = new Scope();
                Buffer scratch = groups.pool().allocate(longest(lists.offsets()) * Long.BYTES, "quantiles")) {
            Buffer buffer = scope.add(groups.pool().allocate((long) groups.count() * Double.BYTES, "quantiles"));
            MemorySegment values = scratch.segment();
            for (int group = 0; group < groups.count(); group++) {
                long start = lists.offsets().start(group);
                int size = (int) lists.offsets().size(group);
                if (size > 0 && !lists.isNull(group)) {
                    copy(elements, start, size, values);
                    buffer.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, group, quantile(values, size));
                }
            }
            scope.release();
            return new FixedColumn(
                    DataType.FLOAT64, groups.count(), buffer, lists.validity().slice(0, groups.count()));
        }
    }

    private static long longest(Offsets offsets) {
        long longest = 0;
        for (long row = 0; row < offsets.length(); row++) {
            longest = Math.max(longest, offsets.size(row));
        }
        return longest;
    }

    /// As longs that compare like the doubles, so that selection needs no thought for NaN and zeros.
    private static void copy(MemorySegment elements, long start, int size, MemorySegment values) {
        for (int i = 0; i < size; i++) {
            double value = elements.getAtIndex(ValueLayout.JAVA_DOUBLE, start + i);
            values.setAtIndex(ValueLayout.JAVA_LONG, i, OrderedLongs.ofDouble(value));
        }
    }

    private double quantile(MemorySegment values, int size) {
        double position = q * (size - 1);
        int below = (int) Math.floor(position);
        int above = (int) Math.ceil(position);
        double share = position - below;
        return switch (interpolation) {
            case LOWER -> select(values, size, below);
            case HIGHER -> select(values, size, above);
            case NEAREST -> select(values, size, (int) Math.rint(position));
            case MIDPOINT -> between(values, size, below, above, share == 0 ? 0 : 0.5);
            case LINEAR -> between(values, size, below, above, share);
        };
    }

    private static double between(MemorySegment values, int size, int below, int above, double share) {
        double low = select(values, size, below);
        if (share == 0 || above == below) {
            return low;
        }
        double high = OrderedLongs.toDouble(least(values, above, size));
        return low == high ? low : low + (high - low) * share;
    }

    private static double select(MemorySegment values, int size, int rank) {
        return OrderedLongs.toDouble(Selection.select(values, size, rank));
    }

    /// After a selection, everything behind the rank is at least as large.
    private static long least(MemorySegment values, int from, int size) {
        long least = Long.MAX_VALUE;
        for (int i = from; i < size; i++) {
            least = Math.min(least, values.getAtIndex(ValueLayout.JAVA_LONG, i));
        }
        return least;
    }
}
