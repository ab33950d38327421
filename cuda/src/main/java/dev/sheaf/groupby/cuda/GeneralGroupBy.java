package dev.sheaf.groupby.cuda;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.Buffer;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The general strategy: any keys and every aggregate, stride by stride, correct before fast.
///
/// ```
/// batches --Stride--> inputs --Projection--> lanes --KeyPacking--> key words --GroupIds--> group of each row
/// --GroupState--> states
/// ```
/// Rows are ticketed, then reduced: each gets the dense number of its group from a table that stays on the
/// device, then each aggregate's state is updated by group number. Device memory grows with groups, and for
/// aggregates that need members with rows, but not with the table. Use inside
/// [dev.sheaf.cuda.driver.Device#call].
final class GeneralGroupBy implements AutoCloseable {
    private static final long FIRST_SLOTS = 1L << 12;

    private final GeneralPlan plan;
    private final DeviceRun run;
    private final QueryContext context;
    private final long chunkRows;
    private final Map<Integer, TextIds> texts = new HashMap<>();
    private final Projection projection;
    private final KeyPacking packing;
    private final List<GroupState> states = new ArrayList<>();
    private final List<@Nullable DistinctState> distinct = new ArrayList<>();
    private @Nullable GroupIds groups;
    private @Nullable BestState firstRows;

    /// @param chunkRows how many rows to work on at once
    GeneralGroupBy(GeneralPlan plan, DeviceRun run, QueryContext context, long chunkRows) {
        this.plan = plan;
        this.chunkRows = chunkRows;
        this.run = run;
        this.context = context;
        this.projection = new Projection(run, plan, texts);
        this.packing = packing();
        try {
            open(context.settings().getLong("cuda.table.slots", FIRST_SLOTS));
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    private KeyPacking packing() {
        boolean keepsNulls = plan.request().options().nullKeys() == NullKeys.INCLUDE;
        List<CudaType> types = new ArrayList<>();
        List<Boolean> nullBits = new ArrayList<>();
        for (int key : plan.keys()) {
            types.add(plan.lanes().get(key).cudaType());
            nullBits.add(keepsNulls);
        }
        return new KeyPacking(types, nullBits);
    }

    private void open(long firstSlots) {
        for (int lane : plan.textLanes()) {
            texts.put(lane, new TextIds(run, firstSlots));
        }
        groups = new GroupIds(run, packing.words(), firstSlots);
        GroupStates making = new GroupStates(run, plan, texts, firstSlots);
        for (GeneralPlan.Ask ask : plan.asks()) {
            states.add(making.of(ask));
            distinct.add(ask.distinct() ? making.distinct(ask, true) : null);
        }
        if (plan.request().options().order() == Order.FIRST_APPEARANCE) {
            firstRows = making.firstOrdinals();
        }
    }

    /// Groups strides to their end and gives the result, to be closed by the caller.
    ///
    /// @throws Projection.Fault if a row has no result on the device
    /// @throws ArithmeticException if a result does not fit its type
    Table run(StrideAhead strides) {
        Stride stride;
        while ((stride = strides.next(run.stream())) != null) {
            try (Stride current = stride) {
                add(current);
            }
        }
        return finish();
    }

    /// Adds the rows of a stride, which stays open, and waits for it.
    void add(Stride stride) {
        addAll(stride.inputs(), stride.rows(), stride::ordinals);
    }

    /// The result of rows that lie on the device already, to be closed by the caller.
    ///
    /// @param inputs the inputs of the plan, in order; they stay open
    /// @throws Projection.Fault as [#run]
    Table run(List<DeviceColumn> inputs, long rows) {
        addAll(inputs, rows, this::rowNumbers);
        return finish();
    }

    private @Nullable Buffer rowNumbers(long first, long count) {
        if (!plan.needsOrdinals()) {
            return null;
        }
        Buffer numbers = run.allocate(count * Long.BYTES, "ordinals");
        run.each(MemberState.KERNEL, "row_numbers", count, first, count, numbers.address());
        return numbers;
    }

    /// Gives the ordinals of some rows, to be closed by the caller.
    private interface Ordinals {
        @Nullable
        Buffer of(long first, long count);
    }

    /// As many rows at once as temporary columns are made for.
    private void addAll(List<DeviceColumn> inputs, long rows, Ordinals ordinals) {
        for (long first = 0; first < rows; first += chunkRows) {
            context.checkCancelled();
            int count = (int) Math.min(chunkRows, rows - first);
            try (Buffer numbers = ordinals.of(first, count)) {
                add(new RowBlock(inputs, first, count, numbers));
            }
        }
        run.stream().synchronize();
    }

    private void add(RowBlock rows) {
        boolean leavesOut = plan.request().options().nullKeys() == NullKeys.EXCLUDE
                && !plan.keys().isEmpty();
        boolean isPartial = leavesOut || plan.where() >= 0;
        try (Buffer keep = isPartial ? run.filled(rows.count(), 1, "kept rows") : null) {
            List<RowValues> lanes;
            try (var _ = context.phases().time(Phase.EVALUATE)) {
                lanes = projection.compute(rows, plan.where() >= 0 ? keep : null);
            }
            try {
                reduce(rows, lanes, keep, leavesOut);
            } finally {
                lanes.forEach(RowValues::close);
            }
        }
    }

    private void reduce(RowBlock rows, List<RowValues> lanes, @Nullable Buffer keep, boolean leavesOut) {
        List<RowValues> keys = plan.keys().stream().map(lanes::get).toList();
        GroupIds table = Objects.requireNonNull(groups);
        try (Buffer words = packing.pack(run, keys, rows.count(), keep, leavesOut);
                Buffer numbers = number(table, words, keep, rows.count());
                var _ = context.phases().time(Phase.REDUCE)) {
            Chunk chunk = new Chunk(rows.count(), numbers, table.count(), lanes, rows.ordinals());
            for (int i = 0; i < states.size(); i++) {
                update(i, chunk);
            }
            if (firstRows != null) {
                firstRows.update(chunk, 0);
            }
        }
    }

    private Buffer number(GroupIds table, Buffer words, @Nullable Buffer keep, int rows) {
        try (var _ = context.phases().time(Phase.GROUP)) {
            return table.number(words, keep, rows, null);
        }
    }

    private void update(int state, Chunk chunk) {
        int filter = plan.asks().get(state).filter();
        long mask = filter < 0 ? 0 : chunk.lanes().get(filter).data().address();
        DistinctState values = distinct.get(state);
        if (values == null) {
            states.get(state).update(chunk, mask);
            return;
        }
        try (Buffer first = values.firstRows(chunk, mask)) {
            states.get(state).update(chunk, first.address());
        }
    }

    private Table finish() {
        int found = Objects.requireNonNull(groups).count();
        int count = plan.keys().isEmpty() ? 1 : found;
        try (Scope scope = new Scope();
                var _ = context.phases().time(Phase.FINALIZE)) {
            Map<Integer, Column> known = new HashMap<>();
            texts.forEach((lane, ids) -> {
                Column column = ids.download(plan.lanes().get(lane).type(), context.pool());
                known.put(lane, scope.add(column, column::close));
            });
            List<Column> columns = new ArrayList<>();
            HostResults results = new HostResults(
                    run,
                    count,
                    context.pool(),
                    plan.request().options().overflow(),
                    known,
                    group -> name(columns, group));
            return table(results, columns);
        }
    }

    private Table table(HostResults results, List<Column> columns) {
        Column order = null;
        try {
            keys(results, columns);
            for (GroupState state : states) {
                columns.add(state.finish(results));
            }
            order = firstRows == null ? null : firstRows.finish(results);
            Table table = new Table(plan.result(), columns, results.groups());
            columns.clear();
            return GroupOrder.arrange(plan, table, order, context);
        } finally {
            columns.forEach(Column::close);
            if (order != null) {
                order.close();
            }
        }
    }

    private void keys(HostResults results, List<Column> columns) {
        List<RowValues> keys = packing.unpack(
                run, Objects.requireNonNull(groups).keys(), plan.keys().isEmpty() ? 0 : results.groups());
        try {
            for (int i = 0; i < keys.size(); i++) {
                columns.add(key(results, plan.keys().get(i), keys.get(i)));
            }
        } finally {
            keys.forEach(RowValues::close);
        }
    }

    private Column key(HostResults results, int lane, RowValues values) {
        DataType type = plan.lanes().get(lane).type();
        long bytes = (long) results.groups() * plan.lanes().get(lane).cudaType().byteWidth();
        try (Buffer flags = results.fetch(Objects.requireNonNull(values.valid()), results.groups())) {
            var bits = flags.segment();
            Buffer data = results.fetch(values.data(), bytes);
            return results.column(
                    type,
                    lane,
                    results.groups(),
                    data,
                    results.validity(results.groups(), row -> bits.get(JAVA_BYTE, row) != 0));
        }
    }

    private String name(List<Column> columns, int group) {
        if (plan.keys().isEmpty()) {
            return "all rows";
        }
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < plan.keys().size(); i++) {
            parts.add(plan.result().field(i).name() + " = " + columns.get(i).get(group));
        }
        return String.join(", ", parts);
    }

    /// How many groups there are so far.
    int groupCount() {
        return groups == null ? 0 : groups.count();
    }

    @Override
    public void close() {
        texts.values().forEach(TextIds::close);
        states.forEach(GroupState::close);
        distinct.forEach(state -> {
            if (state != null) {
                state.close();
            }
        });
        if (groups != null) {
            groups.close();
        }
        if (firstRows != null) {
            firstRows.close();
        }
    }
}
