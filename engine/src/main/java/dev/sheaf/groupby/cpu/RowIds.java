package dev.sheaf.groupby.cpu;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupIds;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.group.RangedGrouper;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.plan.PlanBuilder;
import dev.sheaf.groupby.cpu.table.Groupers;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Finds the group of each row of a table in memory.
///
/// ```
/// stretches of rows --> a Grouper a thread --> ids of that thread --> ids of the largest grouper
/// ```
/// Each thread numbers the groups of its stretches. Then the groups of all are looked up in the grouper that has
/// the most, and the ids of the other stretches are replaced: all of them by places if ids have to follow first rows,
/// which one thread gives anyway.
final class RowIds implements AutoCloseable {
    private static final String PURPOSE = "group of each row";
    private static final int STRETCH_ROWS = 1 << 16;

    private final GroupByPlan plan;
    private final List<Column> keys;
    private final Optional<BoolColumn> wanted;
    private final int rows;
    private final QueryContext context;
    private final CpuSettings settings;
    private final int[] ownerOfStretch;
    private final @Nullable Grouper[] groupers;
    private final @Nullable FirstRows[] firsts;
    private final boolean byAppearance;
    private final Buffer ids;
    private final AtomicInteger nextStretch = new AtomicInteger();

    private RowIds(GroupByRequest request, Table keys, Optional<BoolColumn> wanted, QueryContext context) {
        this.plan = PlanBuilder.plan(request);
        this.keys = keys.columns();
        this.wanted = wanted;
        this.rows = Math.toIntExact(keys.rowCount());
        this.context = context;
        this.settings = CpuSettings.of(context.settings()).forRows(rows);
        this.ownerOfStretch = new int[Math.ceilDiv(rows, STRETCH_ROWS)];
        this.groupers = new @Nullable Grouper[Math.clamp(ownerOfStretch.length, 1, context.threads())];
        this.firsts = new @Nullable FirstRows[groupers.length];
        this.byAppearance = request.options().order() == Order.FIRST_APPEARANCE;
        this.ids = context.pool().allocate((long) rows * Integer.BYTES, PURPOSE);
    }

    /// The groups of `keys` by all of its columns; only rows for which `wanted` is true have one.
    static GroupIds of(GroupByRequest request, Table keys, Optional<BoolColumn> wanted, QueryContext context) {
        try (RowIds ids = new RowIds(request, keys, wanted, context)) {
            return ids.find(keys);
        }
    }

    private GroupIds find(Table keyTable) {
        Workers.forEach(context, groupers.length, this::assignShare);
        List<Grouper> used =
                Arrays.stream(groupers).map(Objects::requireNonNull).toList();
        int largest = 0;
        for (int i = 1; i < used.size(); i++) {
            largest = used.get(i).groupCount() > used.get(largest).groupCount() ? i : largest;
        }
        try (var _ = context.phases().time(Phase.MERGE);
                Closer closer = new Closer()) {
            @Nullable Buffer[] maps = new @Nullable Buffer[used.size()];
            for (int i = 0; i < maps.length; i++) {
                maps[i] = i == largest ? null : closer.add(map(i, largest));
            }
            Buffer places = places(largest);
            if (places != null) {
                maps[largest] = closer.add(places);
                compose(maps, largest, places.segment());
            }
            Workers.forEach(context, ownerOfStretch.length, stretch -> replace(stretch, maps));
            Table keys = keysOf(used.get(largest), keyTable);
            Table placed = places == null ? keys : inPlaces(keys, places);
            return new GroupIds(ids.retain(), placed);
        }
    }

    /// The places of the groups of a grouper by first rows; null if they are in that order, or in any that will do.
    private @Nullable Buffer places(int grouper) {
        FirstRows first = firsts[grouper];
        return first == null || first.areInOrder() ? null : first.places(rows, Workers.tasks(context));
    }

    /// Has maps to ids lead to their places.
    private static void compose(@Nullable Buffer[] maps, int largest, MemorySegment places) {
        for (int i = 0; i < maps.length; i++) {
            Buffer map = maps[i];
            if (map != null && i != largest) {
                replace(Ints.of(map.segment()), 0, (int) (map.byteSize() >>> 2), Ints.of(places));
            }
        }
    }

    /// Closes the keys that it puts in their places.
    private Table inPlaces(Table keys, Buffer places) {
        int groups = Math.toIntExact(keys.rowCount());
        try (keys;
                Buffer order = context.pool().allocate((long) groups * Integer.BYTES, PURPOSE)) {
            turn(Ints.of(places.segment()), groups, Ints.of(order.segment()));
            return Take.rows(keys, order.segment(), groups, context.pool());
        }
    }

    private static void turn(Ints places, int groups, Ints order) {
        for (int group = 0; group < groups; group++) {
            order.put(places.get(group), group);
        }
    }

    private void assignShare(int worker) {
        Grouper grouper = Groupers.of(plan, settings, context.pool());
        groupers[worker] = grouper;
        FirstRows first = byAppearance ? new FirstRows(context.pool()) : null;
        firsts[worker] = first;
        RangedGrouper.tell(grouper, plan.keyRanges(SourceStats.ofRows(rows)));
        int[] found = new int[settings.chunkRows()];
        byte[] marks = new byte[wanted.isPresent() ? found.length : 0];
        int stretch;
        while ((stretch = nextStretch.getAndIncrement()) < ownerOfStretch.length) {
            context.checkCancelled();
            ownerOfStretch[stretch] = worker;
            try (var _ = context.phases().time(Phase.GROUP)) {
                int end = (int) Math.min(rows, (stretch + 1L) * STRETCH_ROWS);
                for (int from = stretch * STRETCH_ROWS; from < end; from += found.length) {
                    int size = Math.min(found.length, end - from);
                    assign(grouper, from, size, found, marks);
                    if (first != null) {
                        first.look(found, size, from, grouper.groupCount());
                    }
                }
            }
        }
    }

    private void assign(Grouper grouper, int from, int size, int[] found, byte[] marks) {
        if (wanted.isPresent()) {
            Widen.truth(wanted.get(), from, size, marks);
            grouper.assign(keys, from, size, marks, found);
        } else {
            grouper.assign(keys, from, size, found);
        }
        MemorySegment.copy(found, 0, ids.segment(), ValueLayout.JAVA_INT, (long) from << 2, size);
    }

    /// The ids in the largest grouper of the groups of another.
    private Buffer map(int from, int largest) {
        Grouper other = Objects.requireNonNull(groupers[from]);
        Grouper target = Objects.requireNonNull(groupers[largest]);
        Buffer map = map(other, target);
        FirstRows first = firsts[largest];
        FirstRows more = firsts[from];
        if (first != null && more != null) {
            first.absorb(more, map.segment(), target.groupCount());
        }
        return map;
    }

    private Buffer map(Grouper other, Grouper target) {
        int groups = other.groupCount();
        Buffer map = context.pool().allocate((long) groups * Integer.BYTES, PURPOSE);
        List<Column> columns = other.keys();
        try {
            int[] found = new int[settings.chunkRows()];
            for (int from = 0; from < groups; from += found.length) {
                context.checkCancelled();
                int size = Math.min(found.length, groups - from);
                target.assign(columns, from, size, found);
                MemorySegment.copy(found, 0, map.segment(), ValueLayout.JAVA_INT, (long) from << 2, size);
            }
            return map;
        } catch (RuntimeException | Error failure) {
            map.close();
            throw failure;
        } finally {
            columns.forEach(Column::close);
        }
    }

    private void replace(int stretch, @Nullable Buffer[] maps) {
        Buffer map = maps[ownerOfStretch[stretch]];
        if (map == null) {
            return;
        }
        int first = stretch * STRETCH_ROWS;
        int size = Math.min(STRETCH_ROWS, rows - first);
        replace(Ints.of(ids.segment()), first, size, Ints.of(map.segment()));
    }

    private static void replace(Ints ids, int first, int count, Ints map) {
        for (int i = first; i - first < count; i++) {
            int id = ids.get(i);
            if (id >= 0) {
                ids.put(i, map.get(id));
            }
        }
    }

    private Table keysOf(Grouper grouper, Table keyTable) {
        MemoryPool pool = context.pool();
        List<Column> coded = grouper.keys();
        List<Column> values = new ArrayList<>();
        try {
            for (Column column : coded) {
                values.add(Dictionaries.decode(column, pool));
            }
            return new Table(keyTable.schema(), values, grouper.groupCount());
        } catch (RuntimeException | Error failure) {
            values.forEach(Column::close);
            throw failure;
        } finally {
            coded.forEach(Column::close);
        }
    }

    @Override
    public void close() {
        for (Grouper grouper : groupers) {
            if (grouper != null) {
                grouper.close();
            }
        }
        for (FirstRows first : firsts) {
            if (first != null) {
                first.close();
            }
        }
        ids.close();
    }
}
