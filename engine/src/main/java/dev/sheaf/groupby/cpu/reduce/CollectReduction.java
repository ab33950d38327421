package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.ByteHeap;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Lists;
import dev.sheaf.groupby.cpu.chunk.OrderInGroup;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// COLLECT_LIST, NTH, and TOP_K of types that no word holds: values of each group, of any type.
///
/// The columns that values come in are kept open; a member is a group id, an ordinal and a row number in those
/// columns put one after the other. Members are put in order and their values copied once, on export. If only some
/// of a group come out, the others are dropped whenever members have become twice as many as after the last time.
final class CollectReduction implements Reduction {
    private static final String PURPOSE = "group members";

    private final DataType type;
    private final OrderInGroup order;
    private final long roomForRows;
    private final MemoryPool pool;
    private final List<Column> columns = new ArrayList<>();
    private final ByteHeap ids;
    private final ByteHeap ordinals;
    private final ByteHeap rows;
    private long keptRows;
    private @Nullable Object last;
    private long lastStart;
    private long pruneAt;
    private int count;

    CollectReduction(DataType type, OrderInGroup order, CpuSettings settings, MemoryPool pool) {
        this.type = type;
        this.roomForRows = settings.keptRowsMax();
        this.order = order;
        this.pool = pool;
        this.ids = new ByteHeap(pool, PURPOSE);
        this.ordinals = new ByteHeap(pool, PURPOSE);
        this.rows = new ByteHeap(pool, PURPOSE);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value("values", new DataType.ListType(type)), StateField.ordinals("ordinals"));
    }

    @Override
    public void update(ReductionInput input, int groupCount) {
        ArgumentVector values = input.argument(0);
        long first = keep(values.encoded(), values.token()) + values.from();
        int last = Math.toIntExact(first + input.rows());
        appendAll(input.ids(), input.argument(1).longs(), last - input.rows(), input.rows());
        pruneIfMany(groupCount);
    }

    private void appendAll(int[] groupIds, long[] rowOrdinals, int first, int size) {
        makeRoom(size);
        count += write(
                groupIds,
                rowOrdinals,
                first,
                size,
                Views.ints(ids.segment(), count, size),
                Views.longs(ordinals.segment(), count, size),
                Views.ints(rows.segment(), count, size));
        shrink();
    }

    private void makeRoom(long members) {
        ids.reserve(members * Integer.BYTES);
        ordinals.reserve(members * Long.BYTES);
        rows.reserve(members * Integer.BYTES);
    }

    /// Writes the members that have a group, and returns how many they are.
    private static int write(
            int[] groupIds,
            long[] rowOrdinals,
            int first,
            int size,
            IntBuffer ids,
            LongBuffer ordinals,
            IntBuffer rows) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            ids.put(count, groupIds[i]);
            ordinals.put(count, rowOrdinals[i]);
            rows.put(count, first + i);
            count += groupIds[i] >= 0 ? 1 : 0;
        }
        return count;
    }

    /// Forgets what lies behind the members.
    private void shrink() {
        ids.shrink((long) count * Integer.BYTES);
        ordinals.shrink((long) count * Long.BYTES);
        rows.shrink((long) count * Integer.BYTES);
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        ArgumentVector lane = states.argument(0);
        Offsets starts = ((ListColumn) lane.column()).offsets();
        long first = keep(((ListColumn) lane.column()).elements(), lane.token());
        makeRoom(starts.start(lane.from() + states.rows()) - starts.start(lane.from()));
        addLists(states, starts, (ListColumn) states.argument(1).column(), first);
        shrink();
        pruneIfMany(groupCount);
    }

    /// Adds the members of the lists that have a group, for which there is room.
    private void addLists(ReductionInput states, Offsets starts, ListColumn ordinalLists, long first) {
        long from = states.argument(0).from();
        long firstOrdinal = ordinalLists.offsets().start(from);
        Longs rowOrdinals =
                Longs.of(((FixedColumn) ordinalLists.elements()).segment().asSlice(firstOrdinal * Long.BYTES));
        Ints idsOut = Ints.of(ids.segment());
        Longs ordinalsOut = ordinals.longs();
        Ints rowsOut = Ints.of(rows.segment());
        int[] groupIds = states.ids();
        int at = count;
        for (int i = 0; i < states.rows(); i++) {
            long member = starts.start(from + i);
            long end = groupIds[i] < 0 ? member : starts.start(from + i + 1);
            int other = (int) (ordinalLists.offsets().start(from + i) - firstOrdinal);
            for (; member < end; member++, other++, at++) {
                idsOut.put(at, groupIds[i]);
                ordinalsOut.put(at, rowOrdinals.get(other));
                rowsOut.put(at, Math.toIntExact(first + member));
            }
        }
        count = at;
    }

    private void pruneIfMany(int groupCount) {
        if (order.limit() < Integer.MAX_VALUE && count > Math.max(pruneAt, roomForRows)) {
            prune(groupCount);
            pruneAt = 2L * count;
        }
    }

    /// Drops the members that cannot come out, whatever follows.
    private void prune(int groupCount) {
        try (Closer closer = new Closer()) {
            Column kept;
            try (OrderInGroup.Ordered ordered = ordered(groupCount)) {
                kept = closer.add(taken(ordered));
                keepOnly(ordered);
            }
            closer.release();
            closeColumns();
            columns.add(kept);
        }
        keptRows = count;
        last = null;
        numberRows();
    }

    private void keepOnly(OrderInGroup.Ordered ordered) {
        int size = ordered.count();
        try (Buffer keptIds = pool.allocate((long) size * Integer.BYTES, PURPOSE);
                Buffer keptOrdinals = pool.allocate((long) size * Long.BYTES, PURPOSE)) {
            Ints members = Ints.of(ordered.members());
            gather(Ints.of(ids.segment()), members, size, Ints.of(keptIds.segment()));
            gather(ordinals.longs(), members, size, Longs.of(keptOrdinals.segment()));
            MemorySegment.copy(keptIds.segment(), 0, ids.segment(), 0, (long) size * Integer.BYTES);
            MemorySegment.copy(keptOrdinals.segment(), 0, ordinals.segment(), 0, (long) size * Long.BYTES);
        }
        count = size;
        shrink();
    }

    /// Keeps a column open, unless it is the one that came last, and returns the number of its first row.
    @SuppressWarnings("ReferenceEquality")
    private long keep(Column column, Object token) {
        if (last != token) {
            if (keptRows > Math.max(roomForRows, 2L * count)) {
                compact();
            }
            columns.add(column.retain());
            lastStart = keptRows;
            keptRows += column.length();
            last = token;
        }
        return lastStart;
    }

    private void compact() {
        Column members = members(rows.segment(), count);
        closeColumns();
        columns.add(members);
        keptRows = count;
        numberRows();
    }

    private void numberRows() {
        Ints numbers = Ints.of(rows.segment());
        for (int i = 0; i < count; i++) {
            numbers.put(i, i);
        }
    }

    /// The columns are put together once, however often members are taken.
    private Column members(MemorySegment rowNumbers, int size) {
        if (columns.size() != 1) {
            Column whole = Concat.columns(type, columns, pool);
            closeColumns();
            columns.add(whole);
            last = null;
        }
        return Take.rows(columns.getFirst(), rowNumbers, size, pool);
    }

    @Override
    public List<Column> export(int groupCount) {
        try (Closer closer = new Closer();
                OrderInGroup.Ordered ordered = ordered(groupCount)) {
            Column values = closer.add(taken(ordered));
            Column memberOrdinals = ordinalColumn();
            Column rowOrdinals;
            try (memberOrdinals) {
                rowOrdinals = closer.add(Take.rows(memberOrdinals, ordered.members(), ordered.count(), pool));
            }
            Validity validity = closer.add(Lists.nonEmpty(ordered.starts().segment(), groupCount, pool));
            Column lists = new ListColumn(ordered.offsets(groupCount), values, validity);
            closer.release();
            return List.of(
                    lists, new ListColumn(ordered.offsets(groupCount), rowOrdinals, validity.slice(0, groupCount)));
        }
    }

    private OrderInGroup.Ordered ordered(int groupCount) {
        try (Column memberOrdinals = ordinalColumn();
                Column values = order.needsValues() ? members(rows.segment(), count) : memberOrdinals.retain()) {
            return order.arrange(ids, memberOrdinals, values, count, groupCount, pool);
        }
    }

    private Column taken(OrderInGroup.Ordered ordered) {
        try (Buffer rowNumbers = pool.allocate(ordered.count() * (long) Integer.BYTES, PURPOSE)) {
            Ints members = Ints.of(ordered.members());
            gather(Ints.of(rows.segment()), members, ordered.count(), Ints.of(rowNumbers.segment()));
            return members(rowNumbers.segment(), ordered.count());
        }
    }

    private static void gather(Ints numbers, Ints places, int count, Ints out) {
        for (int i = 0; i < count; i++) {
            out.put(i, numbers.get(places.get(i)));
        }
    }

    private Column ordinalColumn() {
        return new FixedColumn(DataType.INT64, count, ordinals.view(), Validity.allValid(count));
    }

    private static void gather(Longs numbers, Ints places, int count, Longs out) {
        for (int i = 0; i < count; i++) {
            out.put(i, numbers.get(places.get(i)));
        }
    }

    private void closeColumns() {
        columns.forEach(Column::close);
        columns.clear();
    }

    @Override
    public void clear() {
        ids.clear();
        ordinals.clear();
        rows.clear();
        closeColumns();
        keptRows = 0;
        pruneAt = 0;
        count = 0;
        last = null;
    }

    @Override
    public void close() {
        ids.close();
        ordinals.close();
        rows.close();
        closeColumns();
    }
}
