package dev.sheaf.groupby.cpu.table;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Tasks;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.ColumnSource;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.GroupRows;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.group.RangedGrouper;
import dev.sheaf.groupby.cpu.group.ReservingGrouper;
import dev.sheaf.groupby.cpu.group.WordGrouper;
import dev.sheaf.groupby.cpu.key.KeyRange;
import dev.sheaf.groupby.cpu.key.PackedKeys;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.reduce.Reduction;
import dev.sheaf.groupby.cpu.state.MorselIds;
import dev.sheaf.groupby.cpu.state.ReductionStates;
import dev.sheaf.memory.Closer;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The groups that one thread has found and their states.
///
/// ```
/// morsel -- keys --> Grouper --ids, arguments--> ReductionStates
/// ```
/// All ids of some rows are found before any state is touched.
public final class GroupTable implements AutoCloseable {
    private final GroupByPlan plan;
    private final CpuSettings settings;
    private final QueryContext context;
    private final Grouper grouper;
    private final MorselIds ids;
    private final ReductionStates reductions;
    private final TableMerge merge;
    private final Schema stateSchema;
    private long rows;

    public GroupTable(GroupByPlan plan, CpuSettings settings, QueryContext context) {
        this(plan, Groupers.of(plan, settings, context.pool()), settings, context);
    }

    /// A table of groups that `grouper` finds, which is closed with it.
    public GroupTable(GroupByPlan plan, Grouper grouper, CpuSettings settings, QueryContext context) {
        this.plan = plan;
        this.settings = settings;
        this.context = context;
        this.grouper = grouper;
        this.ids = new MorselIds(grouper, settings.chunkRows());
        this.reductions = new ReductionStates(plan, settings, context.pool());
        this.merge = new TableMerge(plan.keys().size(), grouper, reductions, settings, context);
        this.stateSchema = plan.stateSchema(settings, context.pool());
    }

    /// Tells the ranges that the keys are said to have, before the first row.
    public void expect(List<Optional<KeyRange>> ranges) {
        RangedGrouper.tell(grouper, ranges);
    }

    /// Tells what the tables of threads have found out about the keys, before the first row: the keys whose texts are
    /// so many that hashes find them sooner than numbers.
    public void hash(BitSet keys) {
        if (grouper instanceof RangedGrouper ranged) {
            ranged.hash(keys);
        }
    }

    /// Tells that there will be about so many groups, before the first row.
    public void reserve(int groups) {
        reductions.reserve(groups);
        if (grouper instanceof ReservingGrouper reserving) {
            reserving.reserve(groups);
        }
    }

    /// Whether there is room for `rows` rows more, should each make a group.
    public boolean hasRoom(long rows) {
        return groupCount() + rows <= settings.tableGroups()
                && grouper.hasRoom(rows)
                && reductions.haveRoom(groupCount(), rows);
    }

    /// Whether there is room for all groups of other tables, should each be new here, and for what lists they have.
    public boolean hasRoomFor(List<GroupTable> others) {
        long groups = 0;
        long[] rows = new long[plan.reductions().size()];
        for (GroupTable other : others) {
            groups += other.groupCount();
            other.reductions.addMergedRows(other.groupCount(), rows);
        }
        return groupCount() + groups <= settings.tableGroups()
                && grouper.hasRoom(groups)
                && reductions.haveRoom(groupCount(), rows);
    }

    /// How many groups there are.
    public int groupCount() {
        return grouper.groupCount();
    }

    /// Rows added since the last [#clear()].
    public long rows() {
        return rows;
    }

    public Grouper grouper() {
        return grouper;
    }

    /// How keys are looked up.
    public Explanation explain(List<String> names) {
        return grouper.explain(names);
    }

    /// Adds the rows of a morsel.
    public void update(Morsel morsel) {
        List<Column> opened = new ArrayList<>();
        try {
            List<Column> keys = columns(plan.keys(), morsel, opened);
            List<Column> arguments = columns(plan.arguments(), morsel, opened);
            update(keys, arguments, (int) morsel.table().rowCount());
        } finally {
            opened.forEach(Column::close);
        }
    }

    /// Adds rows whose keys and arguments are given.
    public void update(List<Column> keys, List<Column> arguments, int count) {
        update(arguments, count, (from, size, chunk) -> grouper.assign(keys, from, size, chunk));
    }

    /// Adds rows whose keys are packed as this table's grouper has them, a [WordGrouper], with the texts behind hashes
    /// beside them.
    public void update(PackedKeys keys, List<VarColumn> texts, List<Column> arguments) {
        WordGrouper words = (WordGrouper) grouper;
        update(arguments, keys.count(), (from, size, chunk) -> words.assign(keys, texts, from, size, chunk));
    }

    private void update(List<Column> arguments, int count, MorselIds.Lookup lookup) {
        rows += count;
        try {
            reductions.begin(arguments, grouper.groupCount());
            try (var _ = context.phases().time(Phase.GROUP)) {
                ids.find(lookup, count);
            }
            try (var _ = context.phases().time(Phase.REDUCE)) {
                reductions.add(ids, count);
            }
        } finally {
            reductions.end();
        }
    }

    private List<Column> columns(List<ColumnSource> sources, Morsel morsel, List<Column> opened) {
        List<Column> columns = new ArrayList<>();
        try (var _ = context.phases().time(Phase.EVALUATE)) {
            for (ColumnSource source : sources) {
                Column column = source.column(morsel, context.pool());
                opened.add(column);
                columns.add(column);
            }
        }
        return columns;
    }

    /// Gives the groups of a partial state their ids, and leaves all states as they are. The next thing is to merge
    /// that state, or to close the table.
    public void find(GroupStates partial) {
        merge.find(partial);
    }

    /// Adds groups `from` to `to` of a partial state.
    public void merge(GroupStates partial, int from, int to) {
        merge.merge(partial, from, to);
    }

    /// Adds all groups of another table of the plan, which is to be closed next. Rows that are members of groups
    /// are taken over; other states are exported and merged, those of each reduction by a task.
    public void absorb(GroupTable other, Tasks parallel) {
        merge.absorb(other.grouper, other.reductions, parallel);
    }

    /// Whether some reduction keeps rows, which a table that has taken them over from another cannot pass on.
    public boolean hasMembers() {
        return reductions.reductions().stream().anyMatch(reduction -> reduction.members() != null);
    }

    /// The bytes it takes to put together the members of all groups.
    public long pendingBytes() {
        long bytes = 0;
        for (Reduction reduction : reductions.reductions()) {
            GroupRows members = reduction.members();
            bytes += members == null ? 0 : members.pendingBytes();
        }
        return bytes;
    }

    /// Groups and states so far; keys may be dictionaries. They may share memory with this table, which must not be
    /// changed before it is cleared while they are open.
    public GroupStates export() {
        return states(stateSchema, Tasks.SEQUENTIAL, reduction -> reduction.export(grouper.groupCount()));
    }

    /// Groups, and states of which results are made. Several threads put together the states of several reductions, and
    /// of one where it allows that. They may share memory with this table.
    public GroupStates results(Tasks parallel) {
        return states(stateSchema, parallel, reduction -> reduction.results(grouper.groupCount(), parallel));
    }

    private GroupStates states(Schema schema, Tasks parallel, Function<Reduction, List<Column>> export) {
        try (Closer closer = new Closer()) {
            List<Column> columns = new ArrayList<>(closer.addAll(grouper.keys()));
            List<List<Column>> states = reductions.export(export, parallel, closer);
            states.forEach(columns::addAll);
            closer.release();
            return new GroupStates(new Table(schema, columns, grouper.groupCount()), null);
        }
    }

    /// Forgets all groups. What was exported stays as it is.
    public void clear() {
        grouper.clear();
        reductions.clear();
        rows = 0;
    }

    @Override
    public void close() {
        grouper.close();
        reductions.close();
    }
}
