package dev.sheaf.groupby.cuda.general;

import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.RowNumbers;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.groupby.cuda.request.RowBlock;
import dev.sheaf.groupby.cuda.request.RowValues;
import dev.sheaf.groupby.cuda.result.Answer;
import dev.sheaf.groupby.cuda.result.ResultTable;
import dev.sheaf.groupby.cuda.stride.Stride;
import dev.sheaf.groupby.cuda.stride.StrideAhead;
import dev.sheaf.groupby.cuda.text.TextIds;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The general strategy: any keys and every aggregate, stride by stride, correct before fast.
///
/// ```
/// batches --Stride--> inputs --Projection--> operands --KeyPacking--> key words --GroupIds--> group of each row
/// rows that all lie on the device: key columns --RowNumbers--> group of each row
/// --GroupState--> states
/// ```
/// Rows are ticketed, then reduced: each gets the dense number of its group from a table that stays on the
/// device, then each aggregate's state is updated by group number. Device memory grows with groups, and for
/// aggregates that need members with rows, but not with the table. Use inside
/// [dev.sheaf.cuda.driver.Device#call].
public final class GeneralGroupBy implements AutoCloseable {
    private static final int FIRST_SLOTS = 1 << 12;

    private final GeneralPlan plan;
    private final DeviceRun run;
    private final KernelStore kernels;
    private final QueryContext context;
    private final long chunkRows;
    private final Map<Integer, TextIds> texts = new HashMap<>();
    private final Projection projection;
    private final KeyPacking packing;
    private final List<GroupState> states = new ArrayList<>();

    /// The keys of rows that are numbered where they lie; else empty.
    private List<DeviceColumn> keysOfRows = List.of();

    private @Nullable RowNumbers numbersOfRows;
    private @Nullable GroupIds groups;
    private @Nullable BestState firstRows;

    /// @param kernels for what becomes of the groups
    /// @param chunkRows how many rows to work on at once
    public GeneralGroupBy(GeneralPlan plan, DeviceRun run, KernelStore kernels, QueryContext context, long chunkRows) {
        this.kernels = kernels;
        this.plan = plan;
        this.chunkRows = chunkRows;
        this.run = run;
        this.context = context;
        this.projection = new Projection(run, plan, texts);
        this.packing = KeyPacking.of(plan);
        try {
            open(firstSlots());
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    private void open(long firstSlots) {
        for (int operand : plan.textOperands()) {
            texts.put(operand, new TextIds(run, firstSlots));
        }
        groups = new GroupIds(run, packing.words(), firstSlots);
        GroupStates making = new GroupStates(run, plan, texts, firstSlots);
        for (GeneralPlan.Ask ask : plan.asks()) {
            states.add(making.of(ask));
        }
        if (plan.request().options().order() == Order.FIRST_APPEARANCE) {
            firstRows = making.firstOrdinals();
        }
    }

    /// Groups strides to their end and gives the result, finished, to be closed by the caller.
    ///
    /// @param why why the fast strategies do not, for `explain`
    /// @throws Projection.Refused if a row has no result on the device
    /// @throws ArithmeticException if a result does not fit its type
    public Answer run(StrideAhead strides, String why) {
        Stride stride;
        while ((stride = strides.next(run.stream())) != null) {
            try (Stride current = stride) {
                add(current);
            }
        }
        return finish(why);
    }

    /// Adds the rows of a stride, which stays open, and waits for it.
    public void add(Stride stride) {
        addAll(stride.inputs(), stride.rows(), stride::ordinals);
    }

    /// Adds all rows there are, which lie on the device already.
    ///
    /// @param inputs the inputs of the plan, in order; they stay open until there is a result
    /// @throws Projection.Refused as [#run]
    public void add(List<DeviceColumn> inputs, long rows) {
        boolean areNumbered = plan.where() < 0 || rows <= chunkRows;
        if (areNumbered && rows > 0 && rows <= RowNumbers.MOST_ROWS) {
            keysOfRows = RowKeys.columns(plan, inputs, rows);
            keyTexts()
                    .forEach(operand ->
                            Objects.requireNonNull(texts.remove(operand)).close());
        }
        addAll(inputs, rows, this::rowNumbers);
    }

    /// Operands of text that nothing but keys takes, which are numbered where they lie.
    private List<Integer> keyTexts() {
        return plan.textOperands().stream()
                .filter(operand -> !keysOfRows.isEmpty())
                .filter(operand ->
                        plan.asks().stream().noneMatch(ask -> ask.arguments().contains(operand)))
                .toList();
    }

    private @Nullable Buffer rowNumbers(long first, long count) {
        if (!plan.needsOrdinals()) {
            return null;
        }
        Buffer numbers = run.allocate(count * Long.BYTES, "ordinals");
        run.each(HostResults.KERNEL, "row_numbers", count, first, count, numbers.address());
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

    private int firstSlots() {
        return context.settings().getPositive("cuda.table.slots", FIRST_SLOTS);
    }

    private void add(RowBlock rows) {
        boolean leavesOut = plan.request().options().nullKeys() == NullKeys.EXCLUDE
                && !plan.keys().isEmpty();
        boolean isPartial = leavesOut || plan.where() >= 0;
        try (Buffer keep = isPartial ? run.filled(rows.count(), 1, "kept rows") : null) {
            List<RowValues> operands;
            try (var _ = context.phases().time(Phase.EVALUATE)) {
                operands = projection.compute(rows, plan.where() >= 0 ? keep : null);
            }
            try {
                reduce(rows, operands, keep, leavesOut);
            } finally {
                operands.forEach(RowValues::close);
            }
        }
    }

    private void reduce(RowBlock rows, List<RowValues> operands, @Nullable Buffer keep, boolean leavesOut) {
        try (Buffer numbers = number(rows, operands, keep, leavesOut);
                var _ = context.phases().time(Phase.REDUCE)) {
            Chunk chunk = new Chunk(rows.count(), numbers, groupCount(), operands, rows.ordinals());
            for (int i = 0; i < states.size(); i++) {
                update(i, chunk);
            }
            if (firstRows != null) {
                firstRows.update(chunk, 0);
            }
        }
    }

    private Buffer number(RowBlock rows, List<RowValues> operands, @Nullable Buffer keep, boolean leavesOut) {
        if (!keysOfRows.isEmpty()) {
            try (var _ = context.phases().time(Phase.GROUP)) {
                Buffer all = ofAllRows(plan.where() < 0 ? null : keep, leavesOut)
                        .numbers()
                        .values();
                return all.slice(rows.first() * Integer.BYTES, (long) rows.count() * Integer.BYTES);
            }
        }
        List<RowValues> keys = plan.keys().stream().map(operands::get).toList();
        try (Buffer words = packing.pack(run, keys, rows.count(), keep, leavesOut);
                var _ = context.phases().time(Phase.GROUP)) {
            return found().number(words, keep, rows.count());
        }
    }

    /// With a condition, all rows are one block, and `keep` has them.
    private RowNumbers ofAllRows(@Nullable Buffer keep, boolean leavesOut) {
        RowNumbers known = numbersOfRows;
        if (known == null) {
            known = RowNumbers.ofAny(kernels, run.accounts(), run.stream(), keysOfRows, !leavesOut, keep);
            numbersOfRows = known;
        }
        return known;
    }

    private GroupIds found() {
        return Objects.requireNonNull(groups);
    }

    private void update(int state, Chunk chunk) {
        int filter = plan.asks().get(state).filter();
        long mask = filter < 0 ? 0 : chunk.operands().get(filter).data().address();
        states.get(state).update(chunk, mask);
    }

    /// The result of all rows, finished, to be closed by the caller.
    ///
    /// @throws ArithmeticException as [#run]
    public Answer finish(String why) {
        try (var _ = context.phases().time(Phase.FINALIZE);
                StateGroups all = all()) {
            return new ResultTable(plan, kernels, context, run.stream()).of(all, describe(why));
        }
    }

    /// The groups on the device as they are found, to be closed by the caller; nothing if the host makes some results.
    ///
    /// @throws Projection.Refused if a result does not fit its type
    public Optional<DeviceTable> table() {
        try (var _ = context.phases().time(Phase.FINALIZE);
                StateGroups all = all()) {
            return all.table();
        }
    }

    /// How groups were found, for `explain`.
    public static String describe(String why) {
        return "general strategy (" + why + ")";
    }

    private StateGroups all() {
        int count = plan.keys().isEmpty() ? 1 : groupCount();
        try (Closer closer = new Closer()) {
            RowKeys ofRows =
                    numbersOfRows == null ? null : closer.add(RowKeys.of(keysOfRows, numbersOfRows, kernels, run));
            boolean areUnpacked = ofRows != null || plan.keys().isEmpty();
            List<RowValues> keys = packing.unpack(run, found().keys(), areUnpacked ? 0 : count);
            closer.release();
            return new StateGroups(plan, run, kernels, context, texts, states, firstRows, keys, ofRows, count);
        }
    }

    /// How many groups there are so far.
    public int groupCount() {
        return numbersOfRows == null ? found().count() : Math.toIntExact(numbersOfRows.groups());
    }

    @Override
    public void close() {
        texts.values().forEach(TextIds::close);
        states.forEach(GroupState::close);
        if (groups != null) {
            groups.close();
        }
        if (firstRows != null) {
            firstRows.close();
        }
        if (numbersOfRows != null) {
            numbersOfRows.close();
        }
    }
}
