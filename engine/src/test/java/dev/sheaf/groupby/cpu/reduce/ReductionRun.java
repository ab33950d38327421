package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.TestSettings;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Feeds a reduction from written-out rows: the first column is the group id (-1: no group), the others are the
/// arguments. Chunks have three rows.
record ReductionRun(Reduction reduction, int required, MemoryPool pool) {
    private static final int CHUNK = 3;

    /// Adds rows, after which there are `groups` groups.
    ReductionRun add(Tables.Rows rows, int groups) {
        try (Table table = rows.build(pool)) {
            input(
                    table.columns().subList(1, table.columnCount()),
                    table.ints(table.schema().field(0).name()),
                    groups);
        }
        return this;
    }

    private void input(List<Column> arguments, int[] ids, int groups) {
        List<ArgumentVector> lanes = lanes(arguments);
        ReductionInput input = new ReductionInput(lanes, lanes.subList(0, required), null, CHUNK);
        for (int from = 0; from < ids.length; from += CHUNK) {
            load(input, lanes, ids, from);
            reduction.update(input, groups);
        }
        lanes.forEach(ArgumentVector::close);
    }

    private List<ArgumentVector> lanes(List<Column> columns) {
        return columns.stream()
                .map(column -> {
                    ArgumentVector lane = new ArgumentVector(CHUNK, pool);
                    lane.begin(column);
                    return lane;
                })
                .toList();
    }

    private static void load(ReductionInput input, List<ArgumentVector> lanes, int[] ids, int from) {
        int rows = Math.min(CHUNK, ids.length - from);
        int[] chunk = new int[CHUNK];
        System.arraycopy(ids, from, chunk, 0, rows);
        lanes.forEach(lane -> lane.chunk(from, rows));
        input.load(chunk, rows);
    }

    /// Adds the states of another run; group `g` there is group `ids[g]` here.
    ReductionRun merge(ReductionRun other, int[] ids, int groups) {
        List<Column> states = other.reduction.export(ids.length);
        List<ArgumentVector> lanes = lanes(states);
        ReductionInput input = new ReductionInput(lanes, lanes.subList(0, 1), null, CHUNK);
        for (int from = 0; from < ids.length; from += CHUNK) {
            load(input, lanes, ids, from);
            reduction.merge(input, groups);
        }
        lanes.forEach(ArgumentVector::close);
        states.forEach(Column::close);
        return this;
    }

    /// The values of a finalizer for groups below `count`.
    List<@Nullable Object> finish(Finalizer finalizer, int count) {
        List<Column> states = reduction.export(count);
        List<@Nullable Object> values = new ArrayList<>();
        Finalizer.Groups groups = new Finalizer.Groups(count, group -> "group " + group, TestSettings.tiny(), pool);
        try (Column result = finalizer.finish(states, groups)) {
            for (int id = 0; id < count; id++) {
                values.add(result.get(id));
            }
        } finally {
            states.forEach(Column::close);
            reduction.close();
        }
        return values;
    }
}
