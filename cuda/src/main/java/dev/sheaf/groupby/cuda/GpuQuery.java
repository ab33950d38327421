package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.groupby.cuda.request.StrategySetting;
import dev.sheaf.groupby.cuda.result.Answer;
import dev.sheaf.groupby.cuda.scan.FastPlan;
import dev.sheaf.groupby.cuda.scan.FastPlanner;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/// Runs requests over columns that lie on a device already.
final class GpuQuery {
    private GpuQuery() {}

    /// The groups, or nothing if the GPU does not run the request over columns as they lie. Call inside
    /// [dev.sheaf.cuda.driver.Device#call] of the source's device.
    static Optional<ResidentGroupBy.Found> run(
            KeptPlans.Planned planned, GpuSource source, QueryContext context, Stream stream) {
        return switch (planned.plan()) {
            case GeneralPlanner.Result.Planned(GeneralPlan plan) -> {
                Optional<ResidentGroupBy.Found> lists = lists(planned, plan.result(), source, context, stream);
                yield lists.isPresent() ? lists : run(plan, planned::fast, source, context, stream);
            }
            case GeneralPlanner.Result.Refused(String reason) -> {
                context.decided(new Decision("group by", "cpu", "the GPU does not run it", List.of("cuda: " + reason)));
                yield Optional.empty();
            }
        };
    }

    /// Nothing if there are no lists that a sort puts together, or others of the results are not found on the device.
    private static Optional<ResidentGroupBy.Found> lists(
            KeptPlans.Planned planned, Schema result, GpuSource source, QueryContext context, Stream stream) {
        boolean isFit = source.rows() > 0 && source.rows() <= Integer.MAX_VALUE && !StrategySetting.isGeneral(context);
        Optional<ListPlan> plan = planned.lists().filter(_ -> isFit);
        if (plan.isEmpty() || planned.others().isEmpty()) {
            return plan.flatMap(lists -> lists(lists, result, Optional.empty(), source, context, stream));
        }
        return switch (run(planned.others().orElseThrow(), source, context, stream)
                .orElse(null)) {
            case null -> Optional.empty();
            case ResidentGroupBy.Found.OnHost(Table table, String _) -> {
                table.close();
                yield Optional.empty();
            }
            case ResidentGroupBy.Found.OnDevice(DeviceTable table, String _) -> {
                try (table) {
                    yield lists(plan.orElseThrow(), result, Optional.of(table), source, context, stream);
                }
            }
        };
    }

    /// Lists are made of the values of all rows, of which one that is in no group may have none: others look at fewer.
    private static Optional<ResidentGroupBy.Found> lists(
            ListPlan plan,
            Schema result,
            Optional<DeviceTable> others,
            GpuSource source,
            QueryContext context,
            Stream stream) {
        DeviceRun run = new DeviceRun(source.device().kernels(), context.pool(), stream);
        try (var _ = context.phases().time(Phase.GROUP)) {
            return new ListedGroups(plan, run, source.device().store())
                    .of(source.table(), result, others)
                    .map(table -> {
                        decided(ListedGroups.HOW, context);
                        return new ResidentGroupBy.Found.OnDevice(table, ListedGroups.HOW);
                    });
        } catch (Projection.Refused _) {
            return Optional.empty();
        }
    }

    private static Optional<ResidentGroupBy.Found> run(
            GeneralPlan plan,
            Supplier<Optional<FastPlan>> fast,
            GpuSource source,
            QueryContext context,
            Stream stream) {
        List<DeviceColumn> inputs = source.inputs(plan);
        if (inputs == null) {
            return Optional.empty();
        }
        ResidentGroupBy.Found found =
                resident(plan, fast, source, context, stream).group(inputs, source.rows());
        decided(found.how(), context);
        return Optional.of(found);
    }

    /// The groups on the host, of a plan whose inputs all lie on the device.
    static Answer answer(GeneralPlan plan, GpuSource source, QueryContext context, Stream stream) {
        Optional<ResidentGroupBy.Found> lists =
                plan.finish().isNone() && ListPlan.of(plan.request()).isPresent()
                        ? lists(KeptPlans.Planned.of(plan.request()), plan.result(), source, context, stream)
                        : Optional.empty();
        ResidentGroupBy resident = resident(plan, () -> FastPlanner.of(plan), source, context, stream);
        return lists.map(resident::onHost).orElseGet(() -> {
            Answer answer = resident.answer(Objects.requireNonNull(source.inputs(plan)), source.rows());
            decided(answer.how(), context);
            return answer;
        });
    }

    private static void decided(String how, QueryContext context) {
        context.decided(new Decision("group by", "cuda: " + how, "its table lies on the GPU", List.of()));
    }

    private static ResidentGroupBy resident(
            GeneralPlan plan,
            Supplier<Optional<FastPlan>> fast,
            GpuSource source,
            QueryContext context,
            Stream stream) {
        OpenDevice open = source.device();
        DeviceRun run = new DeviceRun(open.kernels(), context.pool(), stream);
        return new ResidentGroupBy(plan, fast, open, run, context);
    }

    /// All batches as one table, to be closed by the caller.
    static Table collect(BatchSource result, QueryContext context) {
        List<Table> tables = new ArrayList<>();
        try {
            Batch batch;
            while ((batch = result.next(context)) != null) {
                tables.add(batch.table());
            }
            return Concat.tables(result.schema(), tables, context.pool());
        } finally {
            tables.forEach(Table::close);
        }
    }
}
