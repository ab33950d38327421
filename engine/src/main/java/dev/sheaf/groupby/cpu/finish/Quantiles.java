package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.expr.Aggregation.Interpolation;
import dev.sheaf.groupby.cpu.chunk.OrderedLongs;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.DoubleBuffer;
import java.util.List;

/// From the values of each group to a quantile, by selection instead of sorting: O(n) expected.
public final class Quantiles {
    /// So many members are a task: some milliseconds.
    private static final long MEMBERS_A_SHARE = 1 << 17;

    private final double q;
    private final Interpolation interpolation;
    private final boolean ofDistances;

    private Quantiles(double q, Interpolation interpolation, boolean ofDistances) {
        this.q = q;
        this.interpolation = interpolation;
        this.ofDistances = ofDistances;
    }

    public static Finalizer of(double q, Interpolation interpolation) {
        return new Quantiles(q, interpolation, false)::finish;
    }

    /// The median of the distances from the median.
    public static Finalizer deviation() {
        return new Quantiles(0.5, Interpolation.LINEAR, true)::finish;
    }

    private Column finish(List<Column> states, Finalizer.Groups groups) {
        ListColumn lists = (ListColumn) states.getFirst();
        try (Closer closer = new Closer()) {
            Buffer buffer = closer.add(groups.pool().allocate((long) groups.count() * Double.BYTES, "quantiles"));
            inShares(lists.offsets(), groups, (from, to) -> finish(lists, from, to, buffer.segment(), groups.pool()));
            closer.release();
            return new FixedColumn(
                    DataType.FLOAT64, groups.count(), buffer, lists.validity().slice(0, groups.count()));
        }
    }

    /// The groups from one to another.
    @FunctionalInterface
    interface Share {
        void finish(int from, int to);
    }

    /// Spreads groups over the threads.
    static void inShares(Offsets offsets, Finalizer.Groups groups, Share share) {
        long members = offsets.start(groups.count()) - offsets.start(0);
        int shares = Math.clamp(members / MEMBERS_A_SHARE, 1, Math.max(1, groups.count()));
        groups.tasks().forEach(shares, i -> {
            int from = (int) ((long) groups.count() * i / shares);
            int to = (int) ((long) groups.count() * (i + 1) / shares);
            share.finish(from, to);
        });
    }

    private void finish(ListColumn lists, int from, int to, MemorySegment results, MemoryPool pool) {
        try (Buffer scratch = pool.allocate(longest(lists.offsets(), from, to) * Long.BYTES, "quantiles")) {
            DoubleBuffer own = Views.doubles(results, from, to - (long) from);
            finish(lists, from, to, own, Longs.of(scratch.segment()));
        }
    }

    private void finish(ListColumn lists, int from, int to, DoubleBuffer results, Longs values) {
        Longs elements = Longs.of(((FixedColumn) lists.elements()).segment());
        Selection selection = new Selection();
        for (int group = from; group < to; group++) {
            long start = lists.offsets().start(group);
            int size = (int) lists.offsets().size(group);
            if (size > 0 && !lists.isNull(group)) {
                results.put(group - from, finish(elements, start, size, selection, values));
            }
        }
    }

    private double finish(Longs elements, long start, int size, Selection selection, Longs values) {
        copy(elements, start, size, values);
        double found = quantile(selection, values, size);
        if (ofDistances) {
            copyDistances(elements, start, size, found, values);
            found = quantile(selection, values, size);
        }
        return found;
    }

    /// The members of the group that has most.
    static long longest(Offsets offsets, int from, int to) {
        long longest = 0;
        for (long row = from; row < to; row++) {
            longest = Math.max(longest, offsets.size(row));
        }
        return longest;
    }

    /// As longs that compare like the doubles, so that selection needs no thought for NaN and zeros.
    private static void copy(Longs elements, long start, int size, Longs values) {
        for (int i = 0; i < size; i++) {
            values.put(i, OrderedLongs.ofDouble(Double.longBitsToDouble(elements.get(start + i))));
        }
    }

    /// Of the elements themselves: a selection loses some of the values it is given.
    private static void copyDistances(Longs elements, long start, int size, double from, Longs values) {
        for (int i = 0; i < size; i++) {
            double distance = Math.abs(Double.longBitsToDouble(elements.get(start + i)) - from);
            values.put(i, OrderedLongs.ofDouble(distance));
        }
    }

    private double quantile(Selection selection, Longs values, int size) {
        double position = q * (size - 1);
        int below = (int) Math.floor(position);
        int above = (int) Math.ceil(position);
        double share = position - below;
        return switch (interpolation) {
            case LOWER -> select(selection, values, size, below);
            case HIGHER -> select(selection, values, size, above);
            case NEAREST -> select(selection, values, size, (int) Math.rint(position));
            case MIDPOINT -> between(selection, values, size, below, above, share == 0 ? 0 : 0.5);
            case LINEAR -> between(selection, values, size, below, above, share);
        };
    }

    private static double between(Selection selection, Longs values, int size, int below, int above, double share) {
        double low = select(selection, values, size, below);
        if (share == 0 || above == below) {
            return low;
        }
        double high = OrderedLongs.toDouble(selection.next());
        double gap = high - low;
        if (Double.isInfinite(gap)) {
            return low * (1 - share) + high * share;
        }
        return low == high ? low : low + gap * share;
    }

    private static double select(Selection selection, Longs values, int size, int rank) {
        return OrderedLongs.toDouble(selection.select(values, 0, size, rank));
    }
}
