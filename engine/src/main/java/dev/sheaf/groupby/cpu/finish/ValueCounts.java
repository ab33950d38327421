package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.Bits;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.Views;
import dev.sheaf.order.Sorting;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;

/// From the distinct values of each group, the second column of the states, and how often each comes, the third.
public final class ValueCounts {
    private static final String PURPOSE = "value counts";
    private static final double LN_2 = Math.log(2);

    private final ListColumn values;
    private final ListColumn counts;
    private final Finalizer.Groups groups;

    private ValueCounts(List<Column> states, Finalizer.Groups groups) {
        this.values = (ListColumn) states.get(1);
        this.counts = (ListColumn) states.get(2);
        this.groups = groups;
    }

    /// ENTROPY. Counts are added in their order, so that the order of the values does not matter.
    public static Column entropy(List<Column> states, Finalizer.Groups groups) {
        return new ValueCounts(states, groups).entropies();
    }

    /// VALUE_COUNTS, lists of `type`.
    public static Finalizer counts(DataType type) {
        return (states, groups) -> new ValueCounts(states, groups).sorted(pair(type));
    }

    /// The type of the values that VALUE_COUNTS of `type` counts.
    public static DataType valueType(DataType type) {
        return pair(type).fields().getFirst().type();
    }

    private static DataType.StructType pair(DataType type) {
        return (DataType.StructType) ((DataType.ListType) type).element();
    }

    private boolean isEmpty(int group) {
        return counts.isNull(group) || counts.offsets().size(group) == 0;
    }

    private Buffer validity() {
        Buffer bits = groups.pool().allocateZeroed(Validity.byteSize(groups.count()), PURPOSE);
        ByteBuffer valid = Views.bytes(bits.segment());
        for (int group = 0; group < groups.count(); group++) {
            if (!isEmpty(group)) {
                Bits.set(valid, group);
            }
        }
        return bits;
    }

    private Column entropies() {
        try (Closer closer = new Closer()) {
            Buffer results = closer.add(groups.pool().allocate((long) groups.count() * Double.BYTES, PURPOSE));
            Buffer bits = closer.add(validity());
            DoubleBuffer out = Views.doubles(results.segment(), 0, groups.count());
            for (int group = 0; group < groups.count(); group++) {
                out.put(group, isEmpty(group) ? 0 : entropy(group));
            }
            closer.release();
            return new FixedColumn(DataType.FLOAT64, groups.count(), results, Validity.of(bits, groups.count()));
        }
    }

    private double entropy(int group) {
        MemorySegment words = ((FixedColumn) counts.elements()).segment();
        long start = counts.offsets().start(group);
        long[] each = new long[(int) counts.offsets().size(group)];
        MemorySegment.copy(words, ValueLayout.JAVA_LONG, start << 3, each, 0, each.length);
        Arrays.sort(each);
        double all = Arrays.stream(each).sum();
        double nats = 0;
        for (long count : each) {
            nats += count / all * Math.log(all / count);
        }
        return nats / LN_2;
    }

    private Column sorted(DataType.StructType type) {
        long first = values.offsets().start(0);
        long size = values.offsets().start(groups.count()) - first;
        try (Column own = values.elements().slice(first, size);
                Column times = counts.elements().slice(counts.offsets().start(0), size);
                FixedColumn places = groupsOf(size);
                Buffer order = Sorting.argsort(
                        List.of(places, own),
                        List.of(SortDirection.ASCENDING, SortDirection.ASCENDING),
                        size,
                        groups.pool(),
                        groups.tasks());
                Closer closer = new Closer()) {
            Column sortedValues = closer.add(Take.rows(own, order.segment(), size, groups.pool()));
            Column sortedCounts = closer.add(Take.rows(times, order.segment(), size, groups.pool()));
            Offsets offsets = closer.add(offsets(first));
            Buffer bits = closer.add(validity());
            closer.release();
            Column pairs = new StructColumn(type, List.of(sortedValues, sortedCounts), Validity.allValid(size));
            return new ListColumn(offsets, pairs, Validity.of(bits, groups.count()));
        }
    }

    /// For each element the number of its group.
    private FixedColumn groupsOf(long size) {
        Buffer numbers = groups.pool().allocate(size * Integer.BYTES, PURPOSE);
        Ints out = Ints.of(numbers.segment());
        int element = 0;
        for (int group = 0; group < groups.count(); group++) {
            for (long i = values.offsets().size(group); i > 0; i--) {
                out.put(element++, group);
            }
        }
        return new FixedColumn(DataType.INT32, size, numbers, Validity.allValid(size));
    }

    private Offsets offsets(long first) {
        Buffer starts = groups.pool().allocate((groups.count() + 1L) * Long.BYTES, PURPOSE);
        Longs out = Longs.of(starts.segment());
        for (int group = 0; group <= groups.count(); group++) {
            out.put(group, values.offsets().start(group) - first);
        }
        return Offsets.fitting(starts, groups.count());
    }
}
