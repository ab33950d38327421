package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// MEDIAN and QUANTILE: all values of each group, as doubles.
///
/// Rows are appended as pairs of id and value, and put together by group once, by a counting sort: 12 bytes a
/// row, no object a group.
final class MembersReduction implements Reduction {
    private final MemoryPool pool;
    private final ByteHeap ids;
    private final ByteHeap values;
    private int count;

    MembersReduction(MemoryPool pool) {
        this.pool = pool;
        this.ids = new ByteHeap(pool, "group members");
        this.values = new ByteHeap(pool, "group members");
    }

    @Override
    public List<Field> stateFields() {
        return List.of(new Field("values", new DataType.ListType(DataType.FLOAT64)));
    }

    @Override
    public void update(Feed feed, int groupCount) {
        long idsAt = ids.reserve((long) feed.rows() * Integer.BYTES);
        long valuesAt = values.reserve((long) feed.rows() * Double.BYTES);
        int added = append(
                feed.ids(), feed.argument(0).doubles(), feed.rows(), ids.segment(), idsAt, values.segment(), valuesAt);
        shrinkTo(count + added);
    }

    /// Rows without a group are written and then written over.
    private static int append(
            int[] ids,
            double[] rowValues,
            int rows,
            MemorySegment idSegment,
            long idsAt,
            MemorySegment valueSegment,
            long valuesAt) {
        int added = 0;
        for (int i = 0; i < rows; i++) {
            idSegment.set(ValueLayout.JAVA_INT_UNALIGNED, idsAt + ((long) added << 2), ids[i]);
            valueSegment.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, valuesAt + ((long) added << 3), rowValues[i]);
            added += ids[i] >= 0 ? 1 : 0;
        }
        return added;
    }

    private void shrinkTo(int members) {
        count = members;
        ids.shrink((long) members * Integer.BYTES);
        values.shrink((long) members * Double.BYTES);
    }

    @Override
    public void merge(Feed states, int groupCount) {
        ListColumn lists = (ListColumn) states.argument(0).column();
        MemorySegment elements = ((FixedColumn) lists.elements()).segment();
        for (int i = 0; i < states.rows(); i++) {
            if (states.ids()[i] >= 0) {
                long row = states.argument(0).from() + i;
                append(states.ids()[i], elements, lists.offsets().start(row), (int)
                        lists.offsets().size(row));
            }
        }
    }

    private void append(int id, MemorySegment elements, long first, int size) {
        values.append(elements, first * Double.BYTES, (long) size * Double.BYTES);
        long at = ids.reserve((long) size * Integer.BYTES);
        for (int i = 0; i < size; i++) {
            ids.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at + ((long) i << 2), id);
        }
        count += size;
    }

    @Override
    public List<Column> export(int groupCount) {
        try (Scope scope = new Scope()) {
            Buffer starts = scope.add(pool.allocateZeroed((groupCount + 1L) * Integer.BYTES, "group members"));
            Buffer grouped = scope.add(pool.allocate((long) count * Double.BYTES, "group members"));
            scatter(groupCount, starts.segment(), grouped.segment());
            Validity validity = Lists.nonEmpty(starts.segment(), groupCount, pool);
            scope.release();
            Column elements = new FixedColumn(DataType.FLOAT64, count, grouped, Validity.allValid(count));
            return List.of(new ListColumn(new Offsets(starts, false, groupCount), elements, validity));
        }
    }

    private void scatter(int groupCount, MemorySegment starts, MemorySegment grouped) {
        MemorySegment idSegment = ids.segment();
        Lists.count(idSegment, count, starts, groupCount);
        try (Buffer next = pool.allocate((groupCount + 1L) * Integer.BYTES, "group members")) {
            MemorySegment.copy(starts, 0, next.segment(), 0, (groupCount + 1L) * Integer.BYTES);
            scatter(idSegment, values.segment(), count, next.segment(), grouped);
        }
    }

    private static void scatter(
            MemorySegment ids, MemorySegment values, int count, MemorySegment next, MemorySegment grouped) {
        for (int i = 0; i < count; i++) {
            long at = (long) ids.get(ValueLayout.JAVA_INT_UNALIGNED, (long) i << 2) << 2;
            int place = next.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            next.set(ValueLayout.JAVA_INT_UNALIGNED, at, place + 1);
            grouped.set(
                    ValueLayout.JAVA_DOUBLE_UNALIGNED,
                    (long) place << 3,
                    values.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, (long) i << 3));
        }
    }

    @Override
    public void clear() {
        shrinkTo(0);
    }

    @Override
    public void close() {
        ids.close();
        values.close();
    }
}
