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
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.Views;
import dev.sheaf.order.Neighbours;
import dev.sheaf.order.Sorting;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
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
            Longs xWords = Longs.of(xRanks.segment());
            Longs yWords = Longs.of(yRanks.segment());
            DoubleBuffer out = Views.doubles(results.segment(), 0, groups.count());
            ByteBuffer valid = Views.bytes(bits.segment());
            for (int group = 0; group < groups.count(); group++) {
                long size = xs.offsets().size(group);
                if (size != ys.offsets().size(group)) {
                    throw new IllegalArgumentException(
                            "the lists of a state differ in length; it is damaged, make it anew from its rows");
                }
                if (size > 1) {
                    long first = place(xs, group);
                    out.put(group, correlation(xWords, yWords, first, first + size));
                    Bits.set(valid, group);
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

    private static double correlation(Longs xRanks, Longs yRanks, long from, long to) {
        double xx = 0;
        double yy = 0;
        double xy = 0;
        for (long i = from; i < to; i++) {
            double x = xRanks.get(i);
            double y = yRanks.get(i);
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
        Ints numbers = Ints.of(order);
        Ints groupOf = Ints.of(places);
        Longs out = Longs.of(ranks.segment());
        int start = 0;
        for (int block = 0; block < size; block += BLOCK) {
            int end = Math.min(size, block + BLOCK);
            java.util.Arrays.fill(changes, false);
            neighbours.mark(order, block, end, changes);
            for (int i = Math.max(1, block); i < end; i++) {
                if (changes[i - block]) {
                    share(numbers, lists, groupOf, start, i, out);
                    start = i;
                }
            }
        }
        if (size > 0) {
            share(numbers, lists, groupOf, start, size, out);
        }
    }

    /// Gives the equal elements at `from` to `to` of the order the mean of their places.
    private static void share(Ints order, ListColumn lists, Ints places, int from, int to, Longs ranks) {
        int group = places.get(order.get(from));
        long before = from - place(lists, group);
        long rank = 2 * before + (to - from) + 1 - (lists.offsets().size(group) + 1);
        for (int i = from; i < to; i++) {
            ranks.put(order.get(i), rank);
        }
    }

    private Column groupsOf(ListColumn lists, long size) {
        Buffer numbers = groups.pool().allocate(size * Integer.BYTES, PURPOSE);
        Ints out = Ints.of(numbers.segment());
        for (int group = 0; group < groups.count(); group++) {
            long end = place(lists, group + 1);
            for (int i = (int) place(lists, group); i < end; i++) {
                out.put(i, group);
            }
        }
        return new FixedColumn(DataType.INT32, size, numbers, Validity.allValid(size));
    }
}
