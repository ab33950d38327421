package dev.sheaf.groupby.cpu.table;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Tasks;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.ColumnSource;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.GroupRows;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.chunk.InputSpec;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.Scope;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.groupby.cpu.direct.DenseStates;
import dev.sheaf.groupby.cpu.direct.DirectStates;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.group.WordGrouper;
import dev.sheaf.groupby.cpu.key.PackedKeys;
import dev.sheaf.groupby.cpu.key.RunTexts;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.reduce.CountReduction;
import dev.sheaf.groupby.cpu.reduce.MergeInputs;
import dev.sheaf.groupby.cpu.reduce.Reduction;
import dev.sheaf.groupby.cpu.reduce.ReductionSpec;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The groups that one thread has found and their states.
///
/// ```
/// morsel -- keys ------> Grouper --ids--> Feed --> Reduction  (a chunk at a time)
///        -- arguments --> ArgumentLane ---^
/// ```
/// All ids of a morsel are found before any state is touched; then the reductions run chunk by chunk, so that a
/// chunk's values and ids are in the first-level cache for all of them.
public final class GroupTable implements AutoCloseable {
    private final GroupByPlan plan;
    private final CpuSettings settings;
    private final QueryContext context;
    private final MemoryPool pool;
    private final Grouper grouper;
    private final List<Reduction> reductions = new ArrayList<>();
    private final List<ArgumentVector> lanes = new ArrayList<>();
    private final List<ReductionInput> feeds = new ArrayList<>();
    private final List<ReductionInput> reductionFeeds = new ArrayList<>();
    private final SharedCounts counts = new SharedCounts();
    private @Nullable FusedReductions fused;
    private boolean fusing;
    private final int[] chunkIds;
    private final byte[] chunkWanted;
    private int[] ids = new int[0];
    private int[] groupCounts = new int[0];
    private @Nullable MergeInputs mergeLanes;
    private boolean foundAhead;
    private long rows;
    private int reserved;
    private final DirectStates placed;
    private final DenseStates packed;

    public GroupTable(GroupByPlan plan, RunTexts texts, CpuSettings settings, QueryContext context) {
        this(plan, Groupers.of(plan, texts, settings, context.pool()), settings, context);
    }

    /// A table of groups that `grouper` finds, which is closed with it.
    public GroupTable(GroupByPlan plan, Grouper grouper, CpuSettings settings, QueryContext context) {
        this.plan = plan;
        this.settings = settings;
        this.context = context;
        this.pool = context.pool();
        this.chunkIds = new int[settings.chunkRows()];
        this.chunkWanted = new byte[settings.chunkRows()];
        for (int i = 0; i < plan.arguments().size(); i++) {
            lanes.add(new ArgumentVector(settings.chunkRows(), pool));
        }
        List<InputSpec> specs = new ArrayList<>();
        for (ReductionSpec reduction : plan.reductions()) {
            if (!specs.contains(reduction.feed())) {
                specs.add(reduction.feed());
                feeds.add(feed(reduction.feed()));
            }
            reductionFeeds.add(feeds.get(specs.indexOf(reduction.feed())));
            reductions.add(reduction.factory().create(settings, pool));
            if (reductions.getLast() instanceof CountReduction count
                    && reduction.feed().filter() < 0) {
                counts.add(count, reductionFeeds.getLast());
            }
        }
        this.grouper = grouper;
        this.placed = new DirectStates(plan, settings);
        this.packed = new DenseStates(settings);
    }

    private ReductionInput feed(InputSpec spec) {
        List<ArgumentVector> arguments =
                spec.arguments().stream().map(lanes::get).toList();
        return new ReductionInput(
                arguments,
                arguments.subList(0, spec.required()),
                spec.filter() < 0 ? null : lanes.get(spec.filter()),
                settings.chunkRows());
    }

    /// Brings all groups and states to where they are looked for. Done whenever they are; before that, it can be
    /// done on the table's own thread.
    public void flush() {
        packed.flush(grouper.groupCount());
        placed.flush(grouper);
    }

    /// Flushes all but states at many places, which tables can share out between them.
    public void flushFew() {
        packed.flush(grouper.groupCount());
        if (!placed.holdsMany()) {
            placed.flush(grouper);
        }
    }

    /// Whether there is something that [#flushFew()] leaves.
    public boolean holdsMany() {
        return placed.holdsMany();
    }

    /// Whether all that these tables of a plan have lies at the same many places of keys in each.
    public static boolean haveSamePlaces(List<GroupTable> tables) {
        GroupTable first = tables.getFirst();
        long rows = tables.stream().mapToLong(table -> table.placed.rowsHeld()).sum();
        return rows <= first.placed.mostRows() && tables.stream().allMatch(first::hasPlacesOf);
    }

    private boolean hasPlacesOf(GroupTable other) {
        return other.grouper.groupCount() == 0
                && other.grouper.hasPackedKeysOf(grouper)
                && placed.isLike(other.placed, reductions, other.reductions);
    }

    /// Takes share `share` of the places of all tables, which [#haveSamePlaces] and of which this is one, and
    /// forgets the others. Each of as many threads may do that at the same time for one of the tables and shares.
    public void takeShare(List<GroupTable> tables, int share) {
        int from = (int) ((long) placed.places() * share / tables.size());
        int to = (int) ((long) placed.places() * (share + 1) / tables.size());
        for (GroupTable table : tables) {
            if (table != this) {
                placed.add(table.placed, from, to);
            }
        }
        placed.flushLast(grouper, from, to);
    }

    /// How many groups have ids: all there are after [#flush()].
    public int groupCount() {
        return grouper.groupCount();
    }

    /// How many of those that have ids got them after the morsel of their first row.
    public int groupsFlushed() {
        return placed.groupsFlushed();
    }

    /// Rows added since the last [#clear()].
    public long rows() {
        return rows;
    }

    public Grouper grouper() {
        return grouper;
    }

    /// Which reductions share a loop, how keys are looked up, and how else states are found.
    public List<Explanation> explain(List<String> names) {
        List<Explanation> all = new ArrayList<>();
        if (fused != null && fused.isShared()) {
            all.add(fused.explain());
        }
        all.add(grouper.explain(names));
        if (placed.isUsed()) {
            all.add(placed.explain());
        }
        if (packed.isUsed()) {
            all.add(packed.explain());
        }
        return all;
    }

    /// Makes room for so many groups.
    public void reserve(int groups) {
        grouper.reserve(groups);
        reserved = groups;
    }

    /// Adds the rows of a morsel.
    public void update(Morsel morsel) {
        List<Column> opened = new ArrayList<>();
        try {
            List<Column> keys = columns(plan.keys(), morsel, opened);
            begin(columns(plan.arguments(), morsel, opened));
            int count = (int) morsel.table().rowCount();
            rows += count;
            int from = 0;
            while (from < count) {
                boolean isFirst = rows == count && from > 0 && !placed.isUsed();
                int first = from;
                from = place(keys, morsel, first, count);
                if (isFirst && from > first) {
                    placeAgain(keys, morsel, first);
                }
                if (from < count) {
                    int to = from + placed.ordinaryRows(from, count);
                    update(from, to, (start, size) -> assign(keys, morsel, start, size));
                    from = to;
                }
            }
            placed.passed(feeds, count);
        } finally {
            lanes.forEach(ArgumentVector::close);
            opened.forEach(Column::close);
        }
    }

    private int place(List<Column> keys, Morsel morsel, int from, int count) {
        try (var _ = context.phases().time(Phase.REDUCE)) {
            int done = placed.isPaused(from)
                    ? from
                    : placed.add(keys, morsel.wanted(), reductions, reductionFeeds, grouper, from, count);
            if (placed.isUsed()) {
                packed.flush(grouper.groupCount());
            }
            return done;
        }
    }

    /// Has the first rows, from which keys became known, take the way of those after them, and forgets the groups
    /// that they made: then all states of a table lie at places, so that threads can share these out between them.
    private void placeAgain(List<Column> keys, Morsel morsel, int count) {
        if (grouper.groupCount() == 0 || !placed.holdsMany()) {
            return;
        }
        int done = placed.add(keys, morsel.wanted(), reductions, reductionFeeds, grouper, 0, count);
        packed.clear();
        grouper.clear();
        reductions.forEach(Reduction::clear);
        if (done < count) {
            update(done, count, (start, size) -> assign(keys, morsel, start, size));
        }
    }

    /// Adds rows whose keys and arguments are given.
    public void update(List<Column> keys, List<Column> arguments, int count) {
        update(arguments, count, (from, size) -> grouper.assign(keys, from, size, chunkIds));
    }

    /// Adds rows whose keys are packed as this table's grouper has them.
    public void update(PackedKeys keys, List<Column> arguments) {
        WordGrouper words = (WordGrouper) grouper;
        update(arguments, keys.count(), (from, size) -> words.assign(keys, from, size, chunkIds));
    }

    /// Writes the ids of a chunk of rows to [#chunkIds].
    private interface Assignment {
        void assign(int from, int rows);
    }

    private void update(List<Column> arguments, int count, Assignment keys) {
        rows += count;
        try {
            begin(arguments);
            update(0, count, keys);
        } finally {
            lanes.forEach(ArgumentVector::close);
        }
    }

    private void update(int from, int to, Assignment keys) {
        try (var _ = context.phases().time(Phase.GROUP)) {
            assign(keys, from, to);
        }
        try (var _ = context.phases().time(Phase.REDUCE)) {
            reduceFrom(from, pack(from, to), to);
        }
    }

    private int pack(int from, int to) {
        return fused == null || placed.isUsed()
                ? from
                : packed.add(ids, from, to, grouper.groupCount(), rows, fused.rowBytes(), reductions, reductionFeeds);
    }

    private List<Column> columns(List<ColumnSource> sources, Morsel morsel, List<Column> opened) {
        List<Column> columns = new ArrayList<>();
        try (var _ = context.phases().time(Phase.EVALUATE)) {
            for (ColumnSource source : sources) {
                Column column = source.column(morsel, pool);
                opened.add(column);
                columns.add(column);
            }
        }
        return columns;
    }

    private void assign(List<Column> keys, Morsel morsel, int from, int size) {
        long[] wanted = morsel.wanted();
        if (wanted == null) {
            grouper.assign(keys, from, size, chunkIds);
        } else {
            Widen.bits(wanted, from, size, chunkWanted);
            grouper.assign(keys, from, size, chunkWanted, chunkIds);
        }
    }

    private void assign(Assignment keys, int from, int to) {
        if (ids.length < to - from) {
            ids = new int[to - from];
            groupCounts = new int[(to - from) / chunkIds.length + 1];
        }
        for (int start = from; start < to; start += chunkIds.length) {
            int size = Math.min(chunkIds.length, to - start);
            keys.assign(start, size);
            System.arraycopy(chunkIds, 0, ids, start - from, size);
            groupCounts[(start - from) / chunkIds.length] = grouper.groupCount();
        }
    }

    /// Has the lanes at columns, and a loop made for the reductions that can share one, as soon as it is known
    /// which arguments have nulls: these have counts of their own, which take part.
    private void begin(List<Column> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            lanes.get(i).begin(arguments.get(i));
        }
        if (counts.haveToPart()) {
            flush();
        }
        counts.check(fusing ? grouper.groupCount() : 0);
        if (!fusing) {
            fused = FusedReductions.of(reductions, reductionFeeds, settings.fusedGroups(), pool);
            fusing = true;
        }
        if (fused != null) {
            fused.begin(reserved);
        }
    }

    /// Reduces rows from `first` on, of those from `from` on that have ids.
    private void reduceFrom(int from, int first, int to) {
        if (first < to) {
            packed.flush(grouper.groupCount());
        }
        for (int start = first; start < to; start += chunkIds.length) {
            int size = Math.min(chunkIds.length, to - start);
            int last = Math.min(to, start + size) - 1;
            int groups = groupCounts[(last - from) / chunkIds.length];
            System.arraycopy(ids, start - from, chunkIds, 0, size);
            for (ArgumentVector lane : lanes) {
                lane.chunk(start, size);
            }
            boolean everyGroup = !plan.keys().isEmpty() || hasRow(size);
            for (ReductionInput feed : feeds) {
                feed.load(chunkIds, size, everyGroup);
            }
            reduce(start, size, groups);
        }
    }

    /// Whether some row of the chunk has a group: without keys there is one before any row.
    private boolean hasRow(int size) {
        int row = 0;
        while (row < size && chunkIds[row] < 0) {
            row++;
        }
        return row < size;
    }

    private void reduce(int start, int size, int groups) {
        boolean done = fused != null && fused.update(chunkIds, start, size, groups);
        for (int i = 0; i < reductions.size(); i++) {
            if (!done || !Objects.requireNonNull(fused).contains(reductions.get(i))) {
                reductions.get(i).update(reductionFeeds.get(i), groups);
            }
        }
    }

    /// Gives the groups of a partial state their ids, and leaves all states as they are. The next thing is to merge
    /// that state, or to close the table.
    public void find(GroupStates partial) {
        flush();
        foundAhead = true;
        List<Column> keys = partial.table().columns().subList(0, plan.keys().size());
        for (int start = 0; start < partial.groups(); start += chunkIds.length) {
            grouper.assign(keys, start, Math.min(chunkIds.length, partial.groups() - start), chunkIds);
        }
    }

    /// Adds groups `from` to `to` of a partial state.
    public void merge(GroupStates partial, int from, int to) {
        flush();
        int keyCount = plan.keys().size();
        List<Column> columns = partial.table().columns();
        List<Column> keys = columns.subList(0, keyCount);
        MergeInputs states =
                mergeLanes == null ? mergeLanes = new MergeInputs(reductions, settings.chunkRows(), pool) : mergeLanes;
        try {
            counts.separate(grouper.groupCount());
            fusing = true;
            states.begin(columns.subList(keyCount, columns.size()));
            for (int start = from; start < to; start += chunkIds.length) {
                context.checkCancelled();
                int size = Math.min(chunkIds.length, to - start);
                grouper.assign(keys, start, size, chunkIds);
                states.merge(chunkIds, start, size, grouper.groupCount(), !foundAhead);
            }
            foundAhead = false;
        } finally {
            states.end();
        }
    }

    /// Adds all groups of another table of the plan, which is to be closed next. Rows that are members of groups
    /// are taken over; other states are exported and merged.
    public void absorb(GroupTable other) {
        flush();
        int groups = other.groupCount();
        MergeInputs states = new MergeInputs(
                reductions.stream().filter(GroupTable::isExported).toList(), settings.chunkRows(), pool);
        try (Scope scope = new Scope();
                Buffer map = pool.allocateZeroed((groups + 1L) * Integer.BYTES, "group members")) {
            map.segment().set(ValueLayout.JAVA_INT, 0, -1);
            List<Column> keys = scope.addAll(other.grouper.keys());
            List<Column> columns = new ArrayList<>();
            for (Reduction reduction : other.reductions) {
                if (isExported(reduction)) {
                    columns.addAll(scope.addAll(reduction.export(groups)));
                }
            }
            counts.separate(grouper.groupCount());
            fusing = true;
            states.begin(columns);
            for (int start = 0; start < groups; start += chunkIds.length) {
                context.checkCancelled();
                int size = Math.min(chunkIds.length, groups - start);
                grouper.assign(keys, start, size, chunkIds);
                MemorySegment.copy(chunkIds, 0, map.segment(), ValueLayout.JAVA_INT, (start + 1L) << 2, size);
                states.merge(chunkIds, start, size, grouper.groupCount(), true);
            }
            absorbMembers(other, map);
        } finally {
            states.end();
        }
    }

    /// Whether states have to be columns for another table to take them.
    private static boolean isExported(Reduction reduction) {
        return reduction.members() == null;
    }

    /// Whether some reduction keeps rows, which a table that has taken them over from another cannot pass on.
    public boolean hasMembers() {
        return reductions.stream().anyMatch(reduction -> reduction.members() != null);
    }

    private void absorbMembers(GroupTable other, Buffer map) {
        for (int i = 0; i < reductions.size(); i++) {
            GroupRows own = reductions.get(i).members();
            if (own != null) {
                own.absorb(Objects.requireNonNull(other.reductions.get(i).members()), map);
            }
        }
    }

    /// The bytes it takes to put together the members of all groups.
    public long pendingBytes() {
        long bytes = 0;
        for (Reduction reduction : reductions) {
            GroupRows members = reduction.members();
            bytes += members == null ? 0 : members.pendingBytes();
        }
        return bytes;
    }

    /// Groups and states so far. They may share memory with this table, which must not change while they are
    /// open.
    public GroupStates export(Schema schema) {
        return states(schema, reduction -> reduction.export(grouper.groupCount()));
    }

    /// As above for results to be made of; some states may be put together by several threads.
    public GroupStates results(Schema schema, Tasks parallel) {
        return states(schema, reduction -> reduction.results(grouper.groupCount(), parallel));
    }

    private GroupStates states(Schema schema, Function<Reduction, List<Column>> export) {
        flush();
        List<Column> columns = new ArrayList<>();
        try {
            columns.addAll(grouper.keys());
            for (Reduction reduction : reductions) {
                columns.addAll(export.apply(reduction));
            }
            return new GroupStates(new Table(schema, columns, grouper.groupCount()), null);
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    /// Forgets all groups.
    public void clear() {
        placed.clear();
        packed.clear();
        grouper.clear();
        reductions.forEach(Reduction::clear);
        rows = 0;
    }

    @Override
    public void close() {
        grouper.close();
        reductions.forEach(Reduction::close);
    }
}
