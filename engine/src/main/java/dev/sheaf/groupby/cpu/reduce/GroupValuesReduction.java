package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Tasks;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.GroupRows;
import dev.sheaf.groupby.cpu.chunk.GroupRowsSort;
import dev.sheaf.groupby.cpu.chunk.Lists;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.Scatter;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// MEDIAN and QUANTILE: all values of each group, as doubles, in any order.
///
/// Rows stay where they came ([GroupRows]) and are put together by group once, for all threads ([GroupRowsSort]):
/// no object a group.
final class GroupValuesReduction implements Reduction {
    private static final int CHUNK = 2048;

    private final MemoryPool pool;
    private final GroupRows rows;

    GroupValuesReduction(MemoryPool pool) {
        this.pool = pool;
        this.rows = new GroupRows(DataType.FLOAT64, false, pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value("values", new DataType.ListType(DataType.FLOAT64)));
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
        return results(groupCount, Tasks.SEQUENTIAL);
    }

    @Override
    public List<Column> results(int groupCount, Tasks parallel) {
        try (Closer closer = new Closer();
                GroupRowsSort sort = new GroupRowsSort(rows.pieces(), groupCount, parallel, pool)) {
            Buffer grouped = closer.add(pool.allocate((sort.members() + 1L) * Double.BYTES, "group members"));
            sort.write(() -> writer(grouped));
            Validity validity = Lists.nonEmpty(sort.starts(), groupCount, pool);
            closer.release();
            int members = sort.members();
            Column elements = new FixedColumn(DataType.FLOAT64, members, grouped, Validity.allValid(members));
            return List.of(new ListColumn(new Offsets(sort.startsBuffer(), false, groupCount), elements, validity));
        }
    }

    /// Widens what it writes, a chunk at a time.
    private GroupRowsSort.Writer writer(Buffer grouped) {
        ArgumentVector lane = new ArgumentVector(CHUNK, pool);
        return (piece, start, count, places) -> {
            lane.begin(piece.values());
            lane.chunk(piece.from() + start, count);
            Scatter.doubles(lane.doubles(), count, places, grouped.segment());
            lane.close();
        };
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
