package dev.sheaf.groupby.cpu;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupIds;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.group.RangedGrouper;
import dev.sheaf.groupby.cpu.group.SelectiveGrouper;
import dev.sheaf.groupby.cpu.key.RunTexts;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.plan.PlanBuilder;
import dev.sheaf.groupby.cpu.table.Groupers;
import dev.sheaf.memory.Buffer;
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
/// the most, and the ids of the other stretches are replaced.
final class RowIds implements AutoCloseable {
    private static final String PURPOSE = "group of each row";
    private static final int STRETCH_ROWS = 1 << 16;

    private final GroupByPlan plan;
    private final List<Column> keys;
    private final Optional<BoolColumn> wanted;
    private final int rows;
    private final QueryContext context;
    private final CpuSettings settings;
    private final RunTexts texts;
    private final int[] ownerOfStretch;
    private final @Nullable Grouper[] groupers;
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
        this.ids = context.pool().allocate((long) rows * Integer.BYTES, PURPOSE);
        this.texts = Groupers.texts(plan, settings, context.pool());
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
        Grouper target = used.get(largest);
        @Nullable Buffer[] maps = new @Nullable Buffer[used.size()];
        try (var _ = context.phases().time(Phase.MERGE)) {
            for (int i = 0; i < maps.length; i++) {
                maps[i] = i == largest ? null : map(used.get(i), target);
            }
            Workers.forEach(context, ownerOfStretch.length, stretch -> replace(stretch, maps));
        } finally {
            Arrays.stream(maps).filter(Objects::nonNull).forEach(Buffer::close);
        }
        return new GroupIds(ids.retain(), keysOf(target, keyTable), false);
    }

    private void assignShare(int worker) {
        SelectiveGrouper grouper = Groupers.of(plan, texts, settings, context.pool());
        groupers[worker] = grouper;
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
                    assign(grouper, from, Math.min(found.length, end - from), found, marks);
                }
            }
        }
    }

    private void assign(SelectiveGrouper grouper, int from, int size, int[] found, byte[] marks) {
        if (wanted.isPresent()) {
            BoolColumn condition = wanted.get();
            for (int i = 0; i < size; i++) {
                marks[i] = (byte) (!condition.isNull(from + i) && condition.isTrue(from + i) ? 1 : 0);
            }
            grouper.assign(keys, from, size, marks, found);
        } else {
            grouper.assign(keys, from, size, found);
        }
        MemorySegment.copy(found, 0, ids.segment(), ValueLayout.JAVA_INT, (long) from << 2, size);
    }

    /// The ids in `target` of the groups of another grouper, which has fewer.
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
        MemorySegment to = map.segment();
        MemorySegment own = ids.segment();
        long end = Math.min(rows, (stretch + 1L) * STRETCH_ROWS);
        for (long row = (long) stretch * STRETCH_ROWS; row < end; row++) {
            int id = own.get(ValueLayout.JAVA_INT, row << 2);
            if (id >= 0) {
                own.set(ValueLayout.JAVA_INT, row << 2, to.get(ValueLayout.JAVA_INT, (long) id << 2));
            }
        }
    }

    private Table keysOf(Grouper grouper, Table keyTable) {
        MemoryPool pool = context.pool();
        List<Column> coded = grouper.keys();
        List<Column> values = new ArrayList<>();
        try {
            for (int i = 0; i < coded.size(); i++) {
                try (Column decoded = texts.decode(i, coded.get(i))) {
                    values.add(Dictionaries.decode(decoded, pool));
                }
            }
            return new Table(keyTable.schema(), values, grouper.groupCount());
        } catch (RuntimeException | Error failure) {
            values.forEach(Column::close);
            ids.close();
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
        texts.close();
        ids.close();
    }
}
