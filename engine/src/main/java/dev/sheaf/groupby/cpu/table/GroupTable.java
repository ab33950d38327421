package dev.sheaf.groupby.cpu.table;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Tasks;
import dev.sheaf.groupby.cpu.chunk.ColumnSource;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.GroupRows;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.direct.DenseStates;
import dev.sheaf.groupby.cpu.direct.DirectStates;
import dev.sheaf.groupby.cpu.group.AppendingGrouper;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.group.RangedGrouper;
import dev.sheaf.groupby.cpu.group.ReservingGrouper;
import dev.sheaf.groupby.cpu.group.WordGrouper;
import dev.sheaf.groupby.cpu.key.KeyRange;
import dev.sheaf.groupby.cpu.key.PackedKeys;
import dev.sheaf.groupby.cpu.key.RunTexts;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.reduce.Reduction;
import dev.sheaf.groupby.cpu.state.MorselIds;
import dev.sheaf.groupby.cpu.state.MorselRows;
import dev.sheaf.groupby.cpu.state.ReductionStates;
import dev.sheaf.groupby.cpu.state.StateStore;
import dev.sheaf.memory.Closer;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The groups that one thread has found and their states.
///
/// ```
/// morsel -- keys and arguments ------------------> DirectStates        (rows whose keys have places)
///        -- keys --> Grouper --ids, arguments--+-> DenseStates         (many groups, small states)
///                                              +-> ReductionStates     (all others)
/// ```
/// One store is active. What it holds is flushed into the reductions when another becomes active, and before states are
/// exported, merged or absorbed: nothing else moves states. Direct states stay active while single rows go to the
/// reductions. All ids of some rows are found before any state is touched.
public final class GroupTable implements AutoCloseable {
    private final GroupByPlan plan;
    private final QueryContext context;
    private final Grouper grouper;
    private final MorselIds ids;
    private final ReductionStates reductions;
    private final DirectStates direct;
    private final DenseStates dense;
    private final TableMerge merge;
    private StateStore active;
    private long rows;

    public GroupTable(GroupByPlan plan, RunTexts texts, CpuSettings settings, QueryContext context) {
        this(plan, Groupers.of(plan, texts, settings, context.pool()), settings, context);
    }

    /// A table of groups that `grouper` finds, which is closed with it.
    public GroupTable(GroupByPlan plan, Grouper grouper, CpuSettings settings, QueryContext context) {
        this.plan = plan;
        this.context = context;
        this.grouper = grouper;
        this.ids = new MorselIds(grouper, settings.chunkRows());
        this.reductions = new ReductionStates(plan, settings, context.pool());
        this.direct = new DirectStates(plan, grouper, reductions, settings, context.pool());
        this.dense = new DenseStates(grouper, reductions, settings, context.pool());
        this.merge = new TableMerge(plan.keys().size(), grouper, reductions, settings, context);
        this.active = reductions;
    }

    /// Tells the ranges that the keys are said to have, before the first row.
    public void expect(List<Optional<KeyRange>> ranges) {
        RangedGrouper.tell(grouper, ranges);
    }

    /// Makes room for so many groups.
    public void reserve(int groups) {
        if (grouper instanceof ReservingGrouper reserving) {
            reserving.reserve(groups);
        }
    }

    /// From the next [#clear()] on, whether every row makes a group of its own, where keys allow that.
    public void appends(boolean value) {
        if (grouper instanceof AppendingGrouper appending) {
            appending.appends(value);
        }
    }

    /// How many groups have ids: all there are after [#flush()].
    public int groupCount() {
        return grouper.groupCount();
    }

    /// How many of those that have ids got them after the morsel of their first row.
    public int groupsFlushed() {
        return direct.groupsFlushed();
    }

    /// Rows added since the last [#clear()].
    public long rows() {
        return rows;
    }

    public Grouper grouper() {
        return grouper;
    }

    /// How keys are looked up, and where else than by id states are.
    public List<Explanation> explain(List<String> names) {
        List<Explanation> all = new ArrayList<>();
        all.add(grouper.explain(names));
        direct.explain().ifPresent(all::add);
        dense.explain().ifPresent(all::add);
        return all;
    }

    /// Adds the rows of a morsel.
    public void update(Morsel morsel) {
        List<Column> opened = new ArrayList<>();
        try {
            List<Column> keys = columns(plan.keys(), morsel, opened);
            begin(columns(plan.arguments(), morsel, opened));
            int count = (int) morsel.table().rowCount();
            rows += count;
            MorselRows all = new MorselRows(keys, ids, rows);
            MorselIds.Lookup lookup = (from, size, chunk) -> grouper.assign(keys, from, size, chunk);
            int next = 0;
            while (next < count) {
                next = addDirectly(all, lookup, next, count);
                if (next < count) {
                    int to = next + direct.rowsById(next, count);
                    addById(all, lookup, next, to);
                    next = to;
                }
            }
            direct.passed(count);
        } finally {
            reductions.end();
            opened.forEach(Column::close);
        }
    }

    /// Adds rows whose keys and arguments are given.
    public void update(List<Column> keys, List<Column> arguments, int count) {
        update(arguments, count, (from, size, chunk) -> grouper.assign(keys, from, size, chunk));
    }

    /// Adds rows whose keys are packed as this table's grouper has them, a [WordGrouper].
    public void update(PackedKeys keys, List<Column> arguments) {
        WordGrouper words = (WordGrouper) grouper;
        update(arguments, keys.count(), (from, size, chunk) -> words.assign(keys, from, size, chunk));
    }

    private void update(List<Column> arguments, int count, MorselIds.Lookup lookup) {
        rows += count;
        try {
            begin(arguments);
            addById(new MorselRows(List.of(), ids, rows), lookup, 0, count);
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

    private void begin(List<Column> arguments) {
        if (reductions.begin(arguments)) {
            flush();
        }
        reductions.partCounts(grouper.groupCount());
    }

    /// Adds rows from `from` on whose keys have places, and returns the first that was not added.
    private int addDirectly(MorselRows all, MorselIds.Lookup lookup, int from, int count) {
        boolean beganById = rows == count && from > 0 && !direct.isUsed();
        int done;
        try (var _ = context.phases().time(Phase.REDUCE)) {
            done = direct.add(all, from, count);
            if (done > from) {
                activate(direct);
            }
        }
        if (beganById && done > from && grouper.groupCount() > 0 && direct.holdsMany()) {
            startAgain(all, lookup, from);
        }
        return done;
    }

    /// Has the first rows, from which keys became known, take the way of those after them, and forgets the groups
    /// that they made: then all states of a table lie at places, so that threads can share these out between them.
    private void startAgain(MorselRows all, MorselIds.Lookup lookup, int count) {
        int done = direct.addFirst(all, count);
        grouper.clear();
        reductions.clear();
        if (done < count) {
            addById(all, lookup, done, count);
        }
    }

    private void addById(MorselRows all, MorselIds.Lookup lookup, int from, int to) {
        try (var _ = context.phases().time(Phase.GROUP)) {
            ids.find(lookup, from, to);
        }
        try (var _ = context.phases().time(Phase.REDUCE)) {
            reductions.add(all, pack(all, from, to), to);
        }
    }

    /// Adds rows from `from` on that have ids and small states, and returns the first that was not added.
    private int pack(MorselRows all, int from, int to) {
        if (direct.isUsed()) {
            return from;
        }
        int done = dense.add(all, from, to);
        if (done > from) {
            activate(dense);
        }
        if (done < to) {
            activate(reductions); // which flushes rows that were packed just now, too
        }
        return done;
    }

    private void activate(StateStore next) {
        if (!active.equals(next)) {
            active.flush();
            active = next;
        }
    }

    /// Flushes the active store into the reductions. Called before states are exported, merged or absorbed; calling it
    /// earlier, on the table's own thread, spreads the cost.
    public void flush() {
        activate(reductions);
    }

    /// Flushes all but states at many places, which tables can share out between them.
    public void flushFew() {
        if (!holdsMany()) {
            flush();
        }
    }

    /// Whether there is something that [#flushFew()] leaves.
    public boolean holdsMany() {
        return direct.holdsMany();
    }

    /// Whether all that these tables of a plan have lies at the same many places of keys in each.
    public static boolean haveSamePlaces(List<GroupTable> tables) {
        return DirectStates.areAlike(tables.stream().map(table -> table.direct).toList());
    }

    /// Takes share `share` of the places of all tables, which [#haveSamePlaces] and of which this is one, and
    /// forgets the others. Each of as many threads may do that at the same time for one of the tables and shares.
    public void takeShare(List<GroupTable> tables, int share) {
        direct.takeShare(tables.stream().map(table -> table.direct).toList(), share);
        active = reductions;
    }

    /// Gives the groups of a partial state their ids, and leaves all states as they are. The next thing is to merge
    /// that state, or to close the table.
    public void find(GroupStates partial) {
        flush();
        merge.find(partial);
    }

    /// Adds groups `from` to `to` of a partial state.
    public void merge(GroupStates partial, int from, int to) {
        flush();
        merge.merge(partial, from, to);
    }

    /// Adds all groups of another table of the plan, which is to be closed next. Rows that are members of groups
    /// are taken over; other states are exported and merged, those of each reduction by a task.
    public void absorb(GroupTable other, Tasks parallel) {
        flush();
        other.flush();
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

    /// Groups and states so far. They may share memory with this table, which must not change while they are
    /// open.
    public GroupStates export(Schema schema) {
        return states(schema, Tasks.SEQUENTIAL, reduction -> reduction.export(grouper.groupCount()));
    }

    /// Groups, and states of which results are made. Several threads put together the states of several reductions, and
    /// of one where it allows that. They may share memory with this table.
    public GroupStates results(Schema schema, Tasks parallel) {
        return states(schema, parallel, reduction -> reduction.results(grouper.groupCount(), parallel));
    }

    private GroupStates states(Schema schema, Tasks parallel, Function<Reduction, List<Column>> export) {
        flush();
        try (Closer closer = new Closer()) {
            List<Column> columns = new ArrayList<>(closer.addAll(grouper.keys()));
            List<List<Column>> states = reductions.export(export, parallel, closer);
            states.forEach(columns::addAll);
            closer.release();
            return new GroupStates(new Table(schema, columns, grouper.groupCount()), null);
        }
    }

    /// Forgets all groups.
    public void clear() {
        active.clear();
        active = reductions;
        grouper.clear();
        reductions.clear();
        rows = 0;
    }

    @Override
    public void close() {
        grouper.close();
        direct.close();
        dense.close();
        reductions.close();
    }
}
