package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.device.RowStack;
import dev.sheaf.groupby.cuda.fast.FastGroupBy;
import dev.sheaf.groupby.cuda.fast.Outcome;
import dev.sheaf.groupby.cuda.fast.Partials;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.StrategySetting;
import dev.sheaf.groupby.cuda.result.Answer;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate.Function;
import dev.sheaf.groupby.cuda.scan.FastPlan;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.KeyTexts;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.stride.Stride;
import dev.sheaf.groupby.cuda.stride.StrideLimits;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Groups strides of a table one after the other by the fast strategies, and merges what they found: each
/// stride leaves partial groups on the device, which are grouped like rows when there are many, and once more
/// at the end. Use inside [dev.sheaf.cuda.driver.Device#call].
final class StridedGroups implements AutoCloseable {
    /// Partial groups are merged before they take more than this share of what a query may have.
    private static final int SHARE = 32;

    /// They are merged no sooner than they are so many times what was left by the last merge, so that merging costs
    /// each row of a stride little.
    private static final int GROWTH = 3;

    private final FastPlan fast;
    private final GeneralPlan plan;
    private final OpenDevice open;
    private final DeviceRun run;
    private final QueryContext context;
    private final Partials partials;
    private final KeyTexts texts;
    private final RowStack stack;
    private final long shareBytes;
    private long least;
    private int strides;
    private String how = "";
    private String why = "";

    private StridedGroups(
            GeneralPlan plan, FastPlan fast, Partials partials, OpenDevice open, DeviceRun run, QueryContext context) {
        this.plan = plan;
        this.fast = fast;
        this.partials = partials;
        this.open = open;
        this.run = run;
        this.context = context;
        this.texts = new KeyTexts(fast, run);
        this.stack = new RowStack(run);
        this.shareBytes = context.settings()
                .getLong("cuda.merged.bytes", StrideLimits.freeBytes(open.device(), context.pool()) / SHARE);
    }

    /// Groups for a plan whose aggregates have partial groups; empty for any other plan.
    static Optional<StridedGroups> of(
            GeneralPlan plan, FastPlan fast, OpenDevice open, DeviceRun run, QueryContext context) {
        if (fast.needsRows()) {
            return Optional.empty();
        }
        return Partials.of(fast.keys().size(), fast.aggregates(), number -> type(plan, fast, number))
                .map(steps -> new StridedGroups(plan, fast, steps, open, run, context));
    }

    private static DataType type(GeneralPlan plan, FastPlan fast, int number) {
        int inputs = plan.inputs().size();
        return number < inputs
                ? plan.inputs().get(number).type()
                : fast.computed().get(number - inputs).type();
    }

    /// Adds the rows of a stride, which stays open. Whether they were taken: else everything has to be done another
    /// way, and [#why] says why.
    ///
    /// @throws dev.sheaf.groupby.cuda.request.Projection.Refused if a row has no result on the device
    boolean add(Stride stride) {
        context.checkCancelled();
        strides++;
        FastRequest request = request(stride.inputs(), stride.rows());
        Outcome outcome = group(request, false);
        return isTaken(outcome) && (stack.rows() < most() || merge());
    }

    private FastRequest request(List<DeviceColumn> inputs, long rows) {
        return new FastRequest(fast.rows(plan, inputs, rows), fast.keys(), fast.keepsNulls(), partials.first());
    }

    private Outcome group(FastRequest request, boolean isPartial) {
        try (var _ = context.phases().time(Phase.GROUP)) {
            String strategy = StrategySetting.of(context);
            return FastGroupBy.unlessCompiled(
                    open.store(),
                    StrategySetting.isPatient(context),
                    kernels ->
                            new FastGroupBy(kernels, context.pool(), strategy).group(request, isPartial, run.stream()));
        }
    }

    private boolean isTaken(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Grouped(DeviceGroups groups, String found) -> {
                how = found;
                push(groups);
                yield true;
            }
            case Outcome.Refused(Refusal reason) -> {
                why = reason.text();
                yield false;
            }
        };
    }

    /// Takes over `groups`.
    private void push(DeviceGroups groups) {
        List<DeviceColumn> columns = new ArrayList<>();
        try (groups) {
            for (int key = 0; key < groups.keys().size(); key++) {
                columns.add(key(fast.keys().get(key), groups.keys().get(key)));
            }
            groups.results().forEach(result -> columns.add(result.retain()));
            if (groups.groups() > 0) {
                stack.add(columns, groups.groups());
            }
        } finally {
            columns.forEach(DeviceColumn::close);
        }
    }

    /// A key column, numbers instead of texts.
    private DeviceColumn key(int input, DeviceColumn column) {
        return column.offsets() == null || column.length() == 0
                ? column.retain()
                : new DeviceColumn(
                        DataType.INT32,
                        column.length(),
                        texts.of(input).number(column, null),
                        column.validity() == null ? null : column.validity().retain(),
                        column.firstBit());
    }

    private long most() {
        return Math.max(least, shareBytes / Math.max(stack.rowBytes(), 1));
    }

    /// Makes one partial group of those with the same key.
    private boolean merge() {
        List<DeviceAggregate> again = new ArrayList<>();
        for (DeviceAggregate first : partials.first()) {
            Function function = first.function() == Function.MIN || first.function() == Function.MAX
                    ? first.function()
                    : Function.SUM;
            again.add(new DeviceAggregate(function, partials.keys() + again.size(), first.result()));
        }
        String before = how;
        Outcome outcome = merged(again);
        if (outcome instanceof Outcome.Grouped) {
            stack.clear();
        }
        boolean isTaken = isTaken(outcome);
        how = before;
        least = GROWTH * stack.rows();
        return isTaken;
    }

    private Outcome merged(List<DeviceAggregate> aggregates) {
        List<Integer> keys = IntStream.range(0, partials.keys()).boxed().toList();
        try (DeviceTable parts = stack.table()) {
            return group(new FastRequest(new ScanRows(parts), keys, fast.keepsNulls(), aggregates), true);
        }
    }

    /// Why rows were not taken.
    String why() {
        return why;
    }

    /// Whether there are no groups.
    boolean isEmpty() {
        return stack.rows() == 0;
    }

    /// The result of all rows, unless there are none; null if partial groups could not be merged.
    @Nullable
    Answer answer(ResidentGroupBy results) {
        return switch (merged(partials.second())) {
            case Outcome.Grouped(DeviceGroups groups, String then) ->
                results.answer(
                        fast.placed(groups),
                        texts,
                        strides + " strides, each by " + how + ", then " + then + fast.fused());
            case Outcome.Refused(Refusal reason) -> {
                why = reason.text();
                yield null;
            }
        };
    }

    @Override
    public void close() {
        stack.close();
        texts.close();
    }
}
