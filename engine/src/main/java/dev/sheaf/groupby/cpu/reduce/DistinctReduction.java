package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.GroupedOrder;
import dev.sheaf.groupby.cpu.chunk.Lists;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.groupby.cpu.group.WordGrouper;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The different values of each group, for NUNIQUE, COLLECT_SET and MODE, and for every aggregate with DISTINCT.
///
/// A grouper of its own maps (group id, value, ...) to dense numbers; of each number the lowest ordinal is kept,
/// and if `counted` how often it came. The aggregate itself runs over the distinct values at the end, so that sets
/// are all that has to be merged.
final class DistinctReduction implements Reduction {
    private static final String PURPOSE = "distinct values";

    private final List<DataType> types;
    private final CpuSettings settings;
    private final MemoryPool pool;
    private final WordGrouper members;
    private final StateColumn ordinals;
    private final @Nullable StateColumn counts;
    private final int[] numbers;

    /// Sets of values of `types`, several at once for aggregates of several arguments.
    DistinctReduction(List<DataType> types, boolean counted, CpuSettings settings, MemoryPool pool) {
        this.counts = counted ? new StateColumn(pool, PURPOSE, Long.BYTES, 0) : null;
        this.types = List.copyOf(types);
        this.settings = settings;
        this.pool = pool;
        List<DataType> keys = new ArrayList<>();
        keys.add(DataType.INT32);
        keys.addAll(types);
        this.members = new WordGrouper(keys, true, settings, pool);
        this.ordinals = new StateColumn(pool, PURPOSE, Long.BYTES, Long.MAX_VALUE);
        this.numbers = new int[settings.chunkRows()];
    }

    @Override
    public List<StateField> stateFields() {
        List<StateField> fields = new ArrayList<>();
        fields.add(StateField.ordinals("ordinals"));
        for (int i = 0; i < types.size(); i++) {
            fields.add(StateField.value("values" + i, new DataType.ListType(types.get(i))));
        }
        if (counts != null) {
            fields.add(StateField.value("counts", new DataType.ListType(DataType.INT64)));
        }
        return fields;
    }

    @Override
    public boolean hasRoom(int groups, long rows) {
        long most = members.groupCount() + rows;
        return most <= settings.tableGroups() && members.hasRoom(rows) && StateColumn.fits(most, Long.BYTES);
    }

    @Override
    public long mergedRows(int groupCount) {
        return Math.max(groupCount, members.groupCount());
    }

    @Override
    public void update(ReductionInput input, int groupCount) {
        int rows = input.rows();
        List<Column> keys = new ArrayList<>();
        try {
            keys.add(ids(input.ids(), rows));
            for (int i = 0; i < types.size(); i++) {
                keys.add(input.argument(i).encoded().slice(input.argument(i).from(), rows));
            }
            add(keys, input.argument(types.size()).longs(), null, rows);
        } finally {
            keys.forEach(Column::close);
        }
    }

    private Column ids(int[] groupIds, int rows) {
        Buffer buffer = pool.allocate((long) rows * Integer.BYTES, PURPOSE);
        MemorySegment.copy(groupIds, 0, buffer.segment(), ValueLayout.JAVA_INT, 0, rows);
        return new FixedColumn(DataType.INT32, rows, buffer, Validity.allValid(rows));
    }

    /// `rowCounts`: how often each row came, once each if null.
    private void add(List<Column> keys, long[] rowOrdinals, long @Nullable [] rowCounts, int rows) {
        members.assign(keys, 0, rows, numbers);
        ordinals.ensure(members.groupCount());
        least(numbers, rowOrdinals, rows, ordinals.longs());
        if (counts != null) {
            counts.ensure(members.groupCount());
            count(numbers, rowCounts, rows, counts.longs());
        }
    }

    private static void count(int[] numbers, long @Nullable [] rowCounts, int rows, LongBuffer counts) {
        for (int i = 0; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + numbers[i];
            long more = rowCounts == null ? 1 : rowCounts[i];
            long before = counts.get(at);
            long sum = before + more;
            if (((before ^ sum) & (more ^ sum)) < 0) {
                throw new ArithmeticException("the merged counts of a value do not fit int64");
            }
            counts.put(at, sum);
        }
    }

    private static void least(int[] numbers, long[] rowOrdinals, int rows, LongBuffer ordinals) {
        for (int i = 0; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + numbers[i];
            long before = ordinals.get(at);
            ordinals.put(at, Math.min(before, rowOrdinals[i]));
        }
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        try (Elements elements = new Elements(states, settings.chunkRows(), pool)) {
            while (elements.next()) {
                List<Column> keys = new ArrayList<>();
                try {
                    keys.add(ids(elements.ids(), elements.rows()));
                    for (int i = 0; i < types.size(); i++) {
                        keys.add(elements.slice(i + 1));
                    }
                    long @Nullable [] rowCounts = counts == null ? null : countsOf(elements);
                    add(keys, elements.longs(0), rowCounts, elements.rows());
                } finally {
                    keys.forEach(Column::close);
                }
            }
        }
    }

    /// How often each element came: those of no group never, lest they overflow.
    private long[] countsOf(Elements elements) {
        long[] each = elements.longs(types.size() + 1);
        for (int i = 0; i < elements.rows(); i++) {
            each[i] &= ~((long) elements.ids()[i] >> (Long.SIZE - 1));
        }
        return each;
    }

    @Override
    public List<Column> export(int groupCount) {
        List<Column> keys = members.keys();
        try (Closer closer = new Closer();
                Closer inputs = new Closer()) {
            keys.forEach(inputs::add);
            int count = members.groupCount();
            Column memberOrdinals = inputs.add(words(ordinals, count));
            GroupedOrder order = inputs.add(grouped((FixedColumn) keys.getFirst(), count, groupCount));
            List<Column> lists = new ArrayList<>();
            lists.add(closer.add(list(memberOrdinals, order)));
            for (Column values : keys.subList(1, keys.size())) {
                lists.add(closer.add(list(values, order)));
            }
            if (counts != null) {
                lists.add(closer.add(list(inputs.add(words(counts, count)), order)));
            }
            closer.release();
            return lists;
        }
    }

    private static Column words(StateColumn states, int count) {
        states.ensure(count);
        return new FixedColumn(DataType.INT64, count, states.view(count), Validity.allValid(count));
    }

    /// Members of no group have the id -1 and come last.
    private GroupedOrder grouped(FixedColumn ids, int count, int groupCount) {
        try (Buffer shifted = pool.allocate((long) count * Integer.BYTES, PURPOSE)) {
            replaceNone(ids.ints(0, count), count, groupCount, Views.ints(shifted.segment(), 0, count));
            return GroupedOrder.of(shifted.segment(), count, groupCount + 1, pool);
        }
    }

    private static void replaceNone(IntBuffer ids, int count, int last, IntBuffer out) {
        for (int i = 0; i < count; i++) {
            int id = ids.get(i);
            out.put(i, id < 0 ? last : id);
        }
    }

    private Column list(Column values, GroupedOrder order) {
        int groups = order.groupCount() - 1;
        try (Closer closer = new Closer()) {
            Column elements = closer.add(Take.rows(values, order.members().segment(), order.start(groups), pool));
            Validity validity = closer.add(Lists.nonEmpty(order.starts().segment(), groups, pool));
            ListColumn list = new ListColumn(order.offsets(groups), elements, validity);
            closer.release();
            return list;
        }
    }

    @Override
    public void clear() {
        members.clear();
        ordinals.clear();
        if (counts != null) {
            counts.clear();
        }
    }

    @Override
    public void close() {
        members.close();
        ordinals.close();
        if (counts != null) {
            counts.close();
        }
    }
}
