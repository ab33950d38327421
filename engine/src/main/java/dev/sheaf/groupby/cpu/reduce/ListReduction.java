package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Take;
import dev.sheaf.column.Tasks;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.Bits;
import dev.sheaf.groupby.cpu.chunk.GatheredValues;
import dev.sheaf.groupby.cpu.chunk.GroupRows;
import dev.sheaf.groupby.cpu.chunk.GroupRowsSort;
import dev.sheaf.groupby.cpu.chunk.GroupedOrder;
import dev.sheaf.groupby.cpu.chunk.Lists;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.RowRun;
import dev.sheaf.groupby.cpu.chunk.RunMerge;
import dev.sheaf.groupby.cpu.chunk.Scatter;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// COLLECT_LIST of values that [GatheredValues] takes: all values of each group by ordinal.
///
/// Threads take morsels in order, so pieces put in order of their first ordinals mostly follow one another, and
/// groups are in order once rows are put together by group in that of the pieces ([GroupRowsSort]). Else ordinals are
/// moved, too, and the runs of each group merged ([RunMerge]).
final class ListReduction implements Reduction {
    private static final String PURPOSE = "group members";
    private static final int CHUNK = 2048;

    private final DataType type;
    private final MemoryPool pool;
    private final GroupRows rows;

    ListReduction(DataType type, MemoryPool pool) {
        this.type = type;
        this.pool = pool;
        this.rows = new GroupRows(type, true, pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value("values", new DataType.ListType(type)), StateField.ordinals("ordinals"));
    }

    @Override
    public void update(ReductionInput input, int groupCount) {
        rows.add(input);
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        rows.addLists(states);
    }

    @Override
    public GroupRows members() {
        return rows;
    }

    @Override
    public List<Column> export(int groupCount) {
        return lists(groupCount, Tasks.SEQUENTIAL, true);
    }

    /// Results need no ordinals: their lists are empty.
    @Override
    public List<Column> results(int groupCount, Tasks parallel) {
        return lists(groupCount, parallel, false);
    }

    private List<Column> lists(int groupCount, Tasks parallel, boolean withOrdinals) {
        List<RowRun> pieces = new ArrayList<>(rows.pieces());
        pieces.sort(Comparator.comparingLong(RowRun::firstOrdinal));
        try (GroupRowsSort sort = new GroupRowsSort(pieces, groupCount, parallel, pool);
                Moved moved = moved(pieces, sort, groupCount, withOrdinals);
                Closer closer = new Closer()) {
            Column values = closer.add(list(moved.values(), sort, groupCount));
            FixedColumn ordinals = moved.ordinals();
            Column ordinalLists =
                    withOrdinals && ordinals != null ? list(ordinals, sort, groupCount) : noOrdinals(groupCount);
            closer.release();
            return List.of(values, ordinalLists);
        }
    }

    private Moved moved(List<RowRun> pieces, GroupRowsSort sort, int groupCount, boolean withOrdinals) {
        boolean nulls =
                pieces.stream().anyMatch(piece -> !piece.values().validity().allValid());
        if (areInOrder(pieces)) {
            return move(sort, nulls, withOrdinals);
        }
        try (Moved moved = move(sort, nulls, true)) {
            return arranged(moved, sort, groupCount);
        }
    }

    private static boolean areInOrder(List<RowRun> pieces) {
        for (int i = 0; i < pieces.size(); i++) {
            boolean follows =
                    i == 0 || pieces.get(i - 1).lastOrdinal() < pieces.get(i).firstOrdinal();
            if (!follows || !pieces.get(i).rises()) {
                return false;
            }
        }
        return true;
    }

    /// Values of all groups one after the other, and maybe their ordinals.
    private record Moved(Column values, @Nullable FixedColumn ordinals) implements AutoCloseable {
        @Override
        public void close() {
            values.close();
            if (ordinals != null) {
                ordinals.close();
            }
        }
    }

    private Moved move(GroupRowsSort sort, boolean nulls, boolean withOrdinals) {
        int members = sort.members();
        try (Closer closer = new Closer();
                GatheredValues values = GatheredValues.of(type, members, pool);
                Buffer valid = pool.allocate(nulls ? members + 1L : 0, PURPOSE)) {
            Buffer ordinals = withOrdinals ? closer.add(pool.allocate((members + 1L) * Long.BYTES, PURPOSE)) : null;
            sort.write(() -> writer(values, nulls ? valid : null, ordinals));
            while (values.isToBeWrittenAgain()) {
                sort.write(() -> (piece, start, count, places) ->
                        values.write(piece.values(), piece.from() + start, count, places));
            }
            Validity validity = nulls
                    ? Validity.of(Bits.packed(valid.segment(), members, pool), members)
                    : Validity.allValid(members);
            Column moved = values.finish(validity);
            closer.release();
            return new Moved(
                    moved,
                    ordinals == null
                            ? null
                            : new FixedColumn(DataType.INT64, members, ordinals, Validity.allValid(members)));
        }
    }

    private GroupRowsSort.Writer writer(GatheredValues values, @Nullable Buffer valid, @Nullable Buffer ordinals) {
        byte[] chunkValid = new byte[CHUNK];
        long[] chunkOrdinals = new long[CHUNK];
        return (piece, start, count, places) -> {
            long from = piece.from() + start;
            values.write(piece.values(), from, count, places);
            if (valid != null) {
                Widen.validity(piece.values().validity(), from, count, chunkValid);
                Scatter.bytes(chunkValid, count, places, valid.segment());
            }
            if (ordinals != null) {
                piece.ordinals(start, count, chunkOrdinals);
                Scatter.longs(chunkOrdinals, count, places, ordinals.segment());
            }
        };
    }

    /// The same with each group in order of its ordinals.
    private Moved arranged(Moved moved, GroupRowsSort sort, int groupCount) {
        FixedColumn ordinals = Objects.requireNonNull(moved.ordinals());
        int members = sort.members();
        try (Closer closer = new Closer();
                Buffer places = pool.allocate((long) members * Integer.BYTES, PURPOSE);
                GroupedOrder order = new GroupedOrder(places.retain(), sort.startsBuffer(), groupCount)) {
            number(Ints.of(places.segment()), members);
            RunMerge.sort(order, ordinals.segment(), pool);
            Column values = closer.add(Take.rows(moved.values(), places.segment(), members, pool));
            Column taken = Take.rows(ordinals, places.segment(), members, pool);
            closer.release();
            return new Moved(values, (FixedColumn) taken);
        }
    }

    private static void number(Ints places, int count) {
        for (int i = 0; i < count; i++) {
            places.put(i, i);
        }
    }

    private Column list(Column elements, GroupRowsSort sort, int groupCount) {
        Validity validity = Lists.nonEmpty(sort.starts(), groupCount, pool);
        return new ListColumn(new Offsets(sort.startsBuffer(), false, groupCount), elements.retain(), validity);
    }

    private Column noOrdinals(int groupCount) {
        try (Closer closer = new Closer()) {
            Buffer starts = closer.add(pool.allocateZeroed((groupCount + 1L) * Integer.BYTES, PURPOSE));
            Buffer none = pool.allocate(0, PURPOSE);
            closer.release();
            return new ListColumn(
                    new Offsets(starts, false, groupCount),
                    new FixedColumn(DataType.INT64, 0, none, Validity.allValid(0)),
                    Validity.allValid(groupCount));
        }
    }

    @Override
    public void clear() {
        rows.close();
    }

    @Override
    public void close() {
        rows.close();
    }
}
