package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.OrderedLongs;
import dev.sheaf.groupby.cpu.chunk.ValueParts;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.order.Sorting;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// From the values of each group to the one up to which there is a share of them: by selection of texts and where a
/// long holds a value, O(n) expected, else by one sort of all groups.
public final class DiscreteQuantiles {
    private static final String PURPOSE = "quantiles";
    private static final int CHUNK = 2048;

    private final double q;
    private final boolean falling;

    private DiscreteQuantiles(double q, boolean falling) {
        this.q = q;
        this.falling = falling;
    }

    public static Finalizer of(double q, boolean falling) {
        return new DiscreteQuantiles(q, falling)::finish;
    }

    private Column finish(List<Column> states, Finalizer.Groups groups) {
        ListColumn lists = (ListColumn) states.getFirst();
        return switch (lists.elements()) {
            case FixedColumn values
            when values.type().layout().byteWidth() <= Long.BYTES -> selected(lists, values, groups);
            case BoolColumn bools -> selected(lists, bools, groups);
            case VarColumn texts -> selected(lists, texts, groups);
            default -> sorted(lists, groups);
        };
    }

    private Column selected(ListColumn lists, Column values, Finalizer.Groups groups) {
        Offsets offsets = lists.offsets();
        try (Buffer ordered = groups.pool().allocate((values.length() + 1) * Long.BYTES, PURPOSE);
                Buffer chosen = groups.pool().allocateZeroed((long) groups.count() * Long.BYTES, PURPOSE)) {
            order(values, ordered.segment(), groups);
            Quantiles.inShares(
                    offsets,
                    groups,
                    (from, to) -> select(lists, from, to, Longs.of(ordered.segment()), Longs.of(chosen.segment())));
            Validity validity = lists.validity().slice(0, groups.count());
            return OrderedLongs.column(
                    values.type(), chosen.segment(), 0, Long.BYTES, 0, groups.count(), validity, groups.pool());
        }
    }

    /// How many members a group has.
    private static int size(ListColumn lists, int group) {
        return lists.isNull(group) ? 0 : (int) lists.offsets().size(group);
    }

    private Column selected(ListColumn lists, VarColumn texts, Finalizer.Groups groups) {
        Offsets offsets = lists.offsets();
        try (Buffer chosen = groups.pool().allocate((long) groups.count() * Integer.BYTES, PURPOSE)) {
            Quantiles.inShares(offsets, groups, (from, to) -> {
                long most = Quantiles.longest(offsets, from, to);
                try (TextSelection selection = new TextSelection(texts, most, groups.pool())) {
                    select(lists, from, to, selection, Ints.of(chosen.segment()));
                }
            });
            return Take.rows(texts, chosen.segment(), groups.count(), groups.pool());
        }
    }

    private void select(ListColumn lists, int from, int to, Longs ordered, Longs chosen) {
        Selection selection = new Selection();
        for (int group = from; group < to; group++) {
            int size = size(lists, group);
            if (size > 0) {
                long start = lists.offsets().start(group);
                chosen.put(group, selection.select(ordered, start, size, place(size)));
            }
        }
    }

    private void select(ListColumn lists, int from, int to, TextSelection selection, Ints chosen) {
        for (int group = from; group < to; group++) {
            int size = size(lists, group);
            int row = size == 0 ? -1 : selection.select(lists.offsets().start(group), size, place(size));
            chosen.put(group, row);
        }
    }

    private static void order(Column values, MemorySegment ordered, Finalizer.Groups groups) {
        try (ArgumentVector lane = new ArgumentVector(CHUNK, groups.pool())) {
            lane.begin(values);
            for (long start = 0; start < values.length(); start += CHUNK) {
                int rows = (int) Math.min(CHUNK, values.length() - start);
                lane.chunk(start, rows);
                MemorySegment.copy(lane.ordered(), 0, ordered, ValueLayout.JAVA_LONG, start * Long.BYTES, rows);
            }
        }
    }

    private Column sorted(ListColumn lists, Finalizer.Groups groups) {
        Offsets offsets = lists.offsets();
        long first = offsets.start(0);
        int members = Math.toIntExact(offsets.start(groups.count()) - first);
        SortDirection direction = new SortDirection(falling, false);
        List<SortDirection> directions = List.of(SortDirection.ASCENDING, direction, direction);
        try (Column values = lists.elements().slice(first, members);
                Column ids = ids(offsets, members, groups);
                Column parts = ValueParts.of(values, groups.pool());
                Buffer order = Sorting.argsort(
                        List.of(ids, values, parts), directions, members, groups.pool(), groups.tasks());
                Buffer chosen = groups.pool().allocate((long) groups.count() * Integer.BYTES, PURPOSE)) {
            choose(lists, groups.count(), Ints.of(order.segment()), Ints.of(chosen.segment()));
            return Take.rows(values, chosen.segment(), groups.count(), groups.pool());
        }
    }

    private void choose(ListColumn lists, int groups, Ints order, Ints chosen) {
        long first = lists.offsets().start(0);
        for (int group = 0; group < groups; group++) {
            int size = size(lists, group);
            long place = lists.offsets().start(group) - first + rank(size);
            chosen.put(group, size == 0 ? -1 : order.get((int) place));
        }
    }

    /// The number of each member's group.
    private static Column ids(Offsets offsets, int members, Finalizer.Groups groups) {
        Buffer ids = groups.pool().allocate((long) members * Integer.BYTES, PURPOSE);
        number(offsets, groups.count(), Ints.of(ids.segment()));
        return new FixedColumn(DataType.INT32, members, ids, Validity.allValid(members));
    }

    private static void number(Offsets offsets, int groups, Ints ids) {
        int at = 0;
        for (int group = 0; group < groups; group++) {
            for (long left = offsets.size(group); left > 0; left--) {
                ids.put(at++, group);
            }
        }
    }

    /// The place of the value wanted among `size` in rising order.
    private int place(int size) {
        int rank = (int) rank(size);
        return falling ? size - 1 - rank : rank;
    }

    /// From the far end, so that a product just above a whole number, as 0.1 * 30 is, does not count as more.
    private long rank(long size) {
        return Math.max(0, size - (long) Math.floor(size - q * size) - 1);
    }
}
