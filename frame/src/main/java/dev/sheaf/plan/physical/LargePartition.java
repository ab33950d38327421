package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.plan.physical.rows.Ordinals;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import dev.sheaf.window.Carry;
import dev.sheaf.window.RunOperator;
import dev.sheaf.window.Runs;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Computes calls of one order over a sorted partition, part by part.
///
/// Calls that look back as far as the partition's start take up what the last part left ([Carry]). Calls that look at
/// some rows around each row are computed together with these: rows before the part are kept, rows behind come with it.
final class LargePartition implements AutoCloseable {
    private final List<WindowCall> back = new ArrayList<>();
    private final List<WindowCall> around = new ArrayList<>();
    private final List<WindowCall> calls;
    private final ExtraColumns order;
    private final Schema results;
    private final QueryContext context;
    private final Map<WindowCall, Carry> carries = new HashMap<>();
    private final int kept;
    private Table before;

    /// `results` are the columns of a part and one for each call.
    LargePartition(List<WindowCall> calls, Schema input, Schema results, QueryContext context) {
        int rowsBefore = 0;
        for (WindowCall call : calls) {
            if (Reach.of(call, input) instanceof Reach.Around(int most, int _)) {
                around.add(call);
                rowsBefore = Math.max(rowsBefore, most);
            } else {
                back.add(call);
            }
        }
        this.calls = calls;
        this.kept = rowsBefore;
        this.order = new ExtraColumns(
                calls.getFirst().orderBy().stream().map(SortKey::expr).toList(), input);
        this.results = results;
        this.context = context;
        this.before = Concat.tables(input, List.of(), context.pool());
    }

    /// Where the calls allow a partition to be cut.
    static PartitionCuts.Rule rule(List<WindowCall> calls, Schema input) {
        boolean parts = true;
        boolean peers = false;
        int behind = 0;
        for (WindowCall call : calls) {
            switch (Reach.of(call, input)) {
                case Reach.Back(boolean looksAtPeers) -> peers |= looksAtPeers;
                case Reach.Around(int _, int most) -> behind = Math.max(behind, most);
                case Reach.Whole() -> parts = false;
            }
        }
        return new PartitionCuts.Rule(parts, behind, peers);
    }

    /// The columns of the next part of the partition and those of the calls; the caller closes them.
    Table next(Table part, Table behind) {
        Map<String, Column> values = new HashMap<>();
        try {
            compute(part, operator -> back.forEach(call -> values.put(call.name(), proceed(call, part, operator))));
            if (!around.isEmpty()) {
                computeAround(part, behind, values);
            }
            return result(part, values);
        } catch (RuntimeException | Error failure) {
            values.values().forEach(Column::close);
            throw failure;
        }
    }

    private Table result(Table part, Map<String, Column> values) {
        List<Column> columns = new ArrayList<>();
        part.columns().forEach(column -> columns.add(column.retain()));
        calls.forEach(call -> columns.add(java.util.Objects.requireNonNull(values.get(call.name()))));
        return new Table(results, columns, part.rowCount());
    }

    private Column proceed(WindowCall call, Table part, RunOperator operator) {
        try (WindowInput input = WindowInput.of(call, part, context)) {
            Carry carry = carries.computeIfAbsent(call, _ -> new Carry());
            return operator.proceed(input.function(), input.columns(), carry);
        }
    }

    private void computeAround(Table part, Table behind, Map<String, Column> values) {
        try (Table rows = Concat.tables(part.schema(), List.of(before, part, behind), context.pool())) {
            long first = before.rowCount();
            compute(rows, operator -> {
                for (WindowCall call : around) {
                    try (Column all = Windows.computed(call, rows, operator, context)) {
                        values.put(call.name(), all.slice(first, part.rowCount()));
                    }
                }
            });
            keep(rows, first + part.rowCount());
        }
    }

    private void keep(Table rows, long end) {
        long first = Math.max(0, end - kept);
        Table last = rows.slice(first, end - first);
        before.close();
        before = last;
    }

    /// What is done with an operator over rows that are one run.
    private interface Computation {
        void with(RunOperator operator);
    }

    private void compute(Table rows, Computation computation) {
        int count = Math.toIntExact(rows.rowCount());
        try (Table keyed = order.apply(rows, context);
                Buffer numbers = Ordinals.ints(count, context.pool());
                Buffer starts = context.pool().allocate(2 * Integer.BYTES, "window")) {
            starts.segment().set(ValueLayout.JAVA_INT, 0, 0);
            starts.segment().set(ValueLayout.JAVA_INT, Integer.BYTES, count);
            Runs runs = new Runs(
                    Ints.of(numbers.segment()),
                    Ints.of(starts.segment()),
                    1,
                    count,
                    WholeColumn.stretchRows(context),
                    context.pool(),
                    Workers.tasks(context));
            try (RunOperator operator = new RunOperator(runs, order.of(keyed))) {
                computation.with(operator);
            }
        }
    }

    /// The partition is over.
    void end() {
        carries.values().forEach(Carry::close);
        carries.clear();
        Table none = before.slice(0, 0);
        before.close();
        before = none;
    }

    @Override
    public void close() {
        carries.values().forEach(Carry::close);
        before.close();
    }
}
