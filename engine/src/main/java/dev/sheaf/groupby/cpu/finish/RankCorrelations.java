package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.Bits;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.order.Neighbours;
import dev.sheaf.order.Sorting;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// SPEARMAN, from two lists of values a group, by ordinals: the first and the third state.
///
/// A rank is kept as twice its distance from the middle of its group, a whole number. Sums of products go
/// through the rows in their order, so results do not depend on how rows were split.
public final class RankCorrelations {
    private static final String PURPOSE = "ranks";
    private static final int BLOCK = 4096;

    private final Finalizer.Groups groups;

    private RankCorrelations(Finalizer.Groups groups) {
        this.groups = groups;
    }

    /// The correlation of each group; null of fewer than two rows, NaN where an argument does not vary.
    public static Column of(List<Column> states, Finalizer.Groups groups) {
        return new RankCorrelations(groups).of((ListColumn) states.getFirst(), (ListColumn) states.get(2));
    }

    private Column of(ListColumn xs, ListColumn ys) {
        try (Closer closer = new Closer();
                Buffer xRanks = ranks(xs);
                Buffer yRanks = ranks(ys)) {
            Buffer results = closer.add(groups.pool().allocate((long) groups.count() * Double.BYTES, PURPOSE));
            Buffer bits = closer.add(groups.pool().allocateZeroed(Validity.byteSize(groups.count()), PURPOSE));
            for (int group = 0; group < groups.count(); group++) {
                long size = xs.offsets().size(group);
                if (size != ys.offsets().size(group)) {
                    throw new IllegalArgumentException(
                            "the lists of a state differ in length; it is damaged, make it anew from its rows");
                }
                if (size > 1) {
                    long first = place(xs, group);
                    double result = correlation(xRanks.segment(), yRanks.segment(), first, first + size);
                    results.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, group, result);
                    Bits.set(bits.segment(), group);
                }
            }
            closer.release();
            return new FixedColumn(DataType.FLOAT64, groups.count(), results, Validity.of(bits, groups.count()));
        }
    }

    /// Where a group starts among the elements of all groups.
    private static long place(ListColumn lists, int group) {
        return lists.offsets().start(group) - lists.offsets().start(0);
    }

    private static double correlation(MemorySegment xRanks, MemorySegment yRanks, long from, long to) {
        double xx = 0;
        double yy = 0;
        double xy = 0;
        for (long i = from; i < to; i++) {
            double x = xRanks.getAtIndex(ValueLayout.JAVA_LONG, i);
            double y = yRanks.getAtIndex(ValueLayout.JAVA_LONG, i);
            xx += x * x;
            yy += y * y;
            xy += x * y;
        }
        return xx == 0 || yy == 0 ? Double.NaN : Math.clamp(xy / Math.sqrt(xx * yy), -1.0, 1.0);
    }

    /// For each element twice its rank in its group, less one more than the group has elements.
    private Buffer ranks(ListColumn lists) {
        long size = place(lists, groups.count());
        List<SortDirection> rising = List.of(SortDirection.ASCENDING, SortDirection.ASCENDING);
        try (Closer closer = new Closer();
                Column values = lists.elements().slice(lists.offsets().start(0), size);
                Column places = groupsOf(lists, size)) {
            List<Column> keys = List.of(places, values);
            Buffer ranks = closer.add(groups.pool().allocate(size * Long.BYTES, PURPOSE));
            try (Buffer order = Sorting.argsort(keys, rising, size, groups.pool(), groups.tasks())) {
                rank(order.segment(), Neighbours.of(keys), lists, ((FixedColumn) places).segment(), (int) size, ranks);
            }
            closer.release();
            return ranks;
        }
    }

    private static void rank(
            MemorySegment order,
            Neighbours neighbours,
            ListColumn lists,
            MemorySegment places,
            int size,
            Buffer ranks) {
        boolean[] changes = new boolean[BLOCK];
        int start = 0;
        for (int block = 0; block < size; block += BLOCK) {
            int end = Math.min(size, block + BLOCK);
            java.util.Arrays.fill(changes, false);
            neighbours.mark(order, block, end, changes);
            for (int i = Math.max(1, block); i < end; i++) {
                if (changes[i - block]) {
                    share(order, lists, places, start, i, ranks.segment());
                    start = i;
                }
            }
        }
        if (size > 0) {
            share(order, lists, places, start, size, ranks.segment());
        }
    }

    /// Gives the equal elements at `from` to `to` of the order the mean of their places.
    private static void share(
            MemorySegment order, ListColumn lists, MemorySegment places, int from, int to, MemorySegment ranks) {
        int group = places.getAtIndex(ValueLayout.JAVA_INT, order.getAtIndex(ValueLayout.JAVA_INT, from));
        long before = from - place(lists, group);
        long rank = 2 * before + (to - from) + 1 - (lists.offsets().size(group) + 1);
        for (int i = from; i < to; i++) {
            ranks.setAtIndex(ValueLayout.JAVA_LONG, order.getAtIndex(ValueLayout.JAVA_INT, i), rank);
        }
    }

    private Column groupsOf(ListColumn lists, long size) {
        Buffer numbers = groups.pool().allocate(size * Integer.BYTES, PURPOSE);
        for (int group = 0; group < groups.count(); group++) {
            for (long i = place(lists, group); i < place(lists, group + 1); i++) {
                numbers.segment().setAtIndex(ValueLayout.JAVA_INT, i, group);
            }
        }
        return new FixedColumn(DataType.INT32, size, numbers, Validity.allValid(size));
    }
}
