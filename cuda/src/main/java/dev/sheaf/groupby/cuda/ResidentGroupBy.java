package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaException;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.FoundGroups;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.device.UploadParts;
import dev.sheaf.groupby.cuda.fast.FastGroupBy;
import dev.sheaf.groupby.cuda.fast.LateNumbers;
import dev.sheaf.groupby.cuda.fast.Outcome;
import dev.sheaf.groupby.cuda.fast.PickedRows;
import dev.sheaf.groupby.cuda.general.GeneralGroupBy;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.StrategySetting;
import dev.sheaf.groupby.cuda.result.Answer;
import dev.sheaf.groupby.cuda.result.ResultTable;
import dev.sheaf.groupby.cuda.result.TableGroups;
import dev.sheaf.groupby.cuda.scan.FastPlan;
import dev.sheaf.groupby.cuda.scan.FastPlanner;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.KeyTexts;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.groupby.cuda.stride.StrideLimits;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Groups rows that lie on the device: by the fast strategies if they take the request and the data, else by
/// the general one.
final class ResidentGroupBy {
    private static final String BY_NUMBERS = ", texts as numbers";

    private final GeneralPlan plan;
    private final Supplier<Optional<FastPlan>> fast;
    private final OpenDevice open;
    private final DeviceRun run;
    private final QueryContext context;

    /// @param fast the plan for the fast strategies, which is asked for if they are allowed
    ResidentGroupBy(
            GeneralPlan plan, Supplier<Optional<FastPlan>> fast, OpenDevice open, DeviceRun run, QueryContext context) {
        this.fast = fast;
        this.plan = plan;
        this.open = open;
        this.run = run;
        this.context = context;
    }

    /// A result where it was found, and how.
    sealed interface Found {
        String how();

        /// On the device, in no particular order.
        record OnDevice(DeviceTable table, String how) implements Found {}

        /// On the host.
        record OnHost(Table table, String how) implements Found {}
    }

    /// As [#group], on the host.
    Answer answer(List<DeviceColumn> inputs, long rows) {
        return answer(inputs, rows, UploadParts.here(rows));
    }

    /// As [#group(List, long, UploadParts)], on the host.
    Answer answer(List<DeviceColumn> inputs, long rows, UploadParts upload) {
        return onHost(group(inputs, rows, upload));
    }

    /// The same of a result that was found, which is taken over.
    Answer onHost(Found found) {
        return switch (found) {
            case Found.OnDevice(DeviceTable table, String how) -> new Answer(download(table), how);
            case Found.OnHost(Table table, String how) -> new Answer(table, how);
        };
    }

    /// Whether the fast strategies may take a plan.
    static Optional<FastPlan> fast(GeneralPlan plan, QueryContext context) {
        return fast(() -> FastPlanner.of(plan), context);
    }

    private static Optional<FastPlan> fast(Supplier<Optional<FastPlan>> plan, QueryContext context) {
        return StrategySetting.isGeneral(context) ? Optional.empty() : plan.get();
    }

    /// Groups the inputs of the plan, which stay open. The table is the caller's.
    Found group(List<DeviceColumn> inputs, long rows) {
        return group(inputs, rows, UploadParts.here(rows));
    }

    /// The same of rows that may still be on their way.
    Found group(List<DeviceColumn> inputs, long rows, UploadParts upload) {
        Optional<FastPlan> allowed = fast(fast, context);
        if (allowed.isEmpty()) {
            return general(inputs, rows, upload, "functions or options that only it has");
        }
        FastPlan chosen = allowed.orElseThrow();
        if (!chosen.takes(inputs)) {
            return general(inputs, rows, upload, "texts with nulls, of which some are left out");
        }
        if (!chosen.needsRows()) {
            return group(chosen, inputs, Optional.empty(), rows, upload, StrategySetting.isPatient(context));
        }
        try (LateNumbers numbers = new LateNumbers(rows, open.store(), context.pool(), run.stream())) {
            return group(chosen, inputs, Optional.of(numbers), rows, upload, StrategySetting.isPatient(context));
        }
    }

    /// @param late the numbers of the rows, if the plan needs them
    /// @param isPatient whether kernels that have to be compiled are waited for
    private Found group(
            FastPlan fast,
            List<DeviceColumn> plain,
            Optional<LateNumbers> late,
            long rows,
            UploadParts upload,
            boolean isPatient) {
        List<DeviceColumn> inputs = new ArrayList<>(plain);
        late.ifPresent(numbers -> inputs.add(numbers.column()));
        FastRequest request = fast.request(fast.rows(plan, inputs, rows).as(upload));
        return switch (group(request, late, isPatient)) {
            case Outcome.Grouped(DeviceGroups groups, String _)
            when plan.keys().isEmpty() && groups.groups() == 0 -> {
                groups.close();
                yield general(plain, rows, upload, "no row takes part");
            }
            case Outcome.Grouped(DeviceGroups groups, String how) ->
                results(fast, groups, plain)
                        .map(all -> found(table(all), null, how + fast.fused()))
                        .orElseGet(() -> general(plain, rows, upload, "texts of results take more than 2 GiB"));
            case Outcome.Refused(Refusal.NotCompiled(String why)) -> uncompiled(fast, plain, late, rows, upload, why);
            case Outcome.Refused(Refusal why) -> general(plain, rows, upload, why.text());
        };
    }

    /// By the general strategy, whose kernels are there; where it has not the memory, kernels are waited for.
    private Found uncompiled(
            FastPlan fast,
            List<DeviceColumn> plain,
            Optional<LateNumbers> late,
            long rows,
            UploadParts upload,
            String why) {
        try {
            return general(plain, rows, upload, why);
        } catch (MemoryLimitException _) {
            return group(fast, plain, late, rows, UploadParts.here(rows), true);
        } catch (CudaException failure) {
            if (!failure.isOutOfMemory()) {
                throw failure;
            }
            return group(fast, plain, late, rows, UploadParts.here(rows), true);
        }
    }

    private PickedRows picked() {
        return new PickedRows(open.store(), context.pool(), run.stream());
    }

    /// The groups with the results that are asked for; takes over `groups`.
    private Optional<DeviceGroups> results(FastPlan fast, DeviceGroups groups, List<DeviceColumn> inputs) {
        if (!fast.needsRows()) {
            return Optional.of(fast.placed(groups));
        }
        try (groups) {
            return picked().results(fast.outputs(), groups, inputs)
                    .map(results -> new DeviceGroups(groups.groups(), DeviceColumn.retained(groups.keys()), results))
                    .map(fast::placed);
        }
    }

    /// Groups that were found some other way, finished; takes them over.
    Answer answer(DeviceGroups groups, KeyTexts texts, String how) {
        return onHost(found(table(groups), texts, texts.isEmpty() ? how : how + BY_NUMBERS));
    }

    private Outcome group(FastRequest request, Optional<LateNumbers> late, boolean isPatient) {
        try (var _ = context.phases().time(Phase.GROUP)) {
            return FastGroupBy.unlessCompiled(
                    open.store(),
                    isPatient,
                    kernels -> new FastGroupBy(
                                    FastGroupBy.plans(kernels, context.pool()).with(late), StrategySetting.of(context))
                            .group(request, run.stream()));
        }
    }

    private DeviceTable table(DeviceGroups groups) {
        List<DeviceColumn> columns = new ArrayList<>();
        if (plan.keys().isEmpty()) {
            groups.keys().forEach(DeviceColumn::close); // the one that takes the place of keys
        } else {
            columns.addAll(groups.keys());
        }
        columns.addAll(groups.results());
        return new DeviceTable(plan.result(), columns, groups.groups());
    }

    /// Groups stay where they are if nothing becomes of them; takes over `table`.
    ///
    /// @param texts the texts of keys that are numbers, if there are such keys
    private Found found(DeviceTable table, @Nullable KeyTexts texts, String how) {
        boolean isNumbered = texts != null && !texts.isEmpty();
        if (areDone() && !isNumbered) {
            return new Found.OnDevice(table, how);
        }
        try (table) {
            FoundGroups groups = new TableGroups(table, texts, run, context.pool());
            Answer answer = new ResultTable(plan, open.store(), context, run.stream()).of(groups, how);
            return new Found.OnHost(answer.table(), answer.how());
        }
    }

    /// Whether nothing becomes of groups that are found.
    private boolean areDone() {
        return plan.finish().isNone() && plan.request().options().order() == Order.UNSPECIFIED;
    }

    private Found general(List<DeviceColumn> inputs, long rows, UploadParts upload, String why) {
        upload.awaitAll(run.stream());
        int atOnce = StrideLimits.chunk(plan, open.device(), context);
        try (GeneralGroupBy groupBy = new GeneralGroupBy(plan, run, open.store(), context, atOnce)) {
            groupBy.add(inputs, rows);
            Optional<DeviceTable> table = areDone() ? groupBy.table() : Optional.empty();
            if (table.isPresent()) {
                return new Found.OnDevice(table.orElseThrow(), GeneralGroupBy.describe(why));
            }
            Answer answer = groupBy.finish(why);
            return new Found.OnHost(answer.table(), answer.how());
        }
    }

    private Table download(DeviceTable table) {
        try (table;
                var _ = context.phases().time(Phase.DOWNLOAD)) {
            return new ColumnDownload(context.pool(), run.stream()).download(table);
        }
    }
}
