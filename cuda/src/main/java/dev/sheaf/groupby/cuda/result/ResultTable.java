package dev.sheaf.groupby.cuda.result;

import dev.sheaf.column.Column;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.Finisher;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cuda.device.FoundGroups;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Makes the result of a plan on the host from groups on the device, whichever strategy found them:
/// finished by a kernel as far as that goes ([DeviceFinish]), in order. Only groups that HAVING keeps leave
/// the device, unless HAVING itself is for the host.
///
/// @param kernels where the kernel is kept
/// @param stream on which the groups were made
public record ResultTable(GeneralPlan plan, KernelStore kernels, QueryContext context, Stream stream) {

    /// The result of groups, which stay open; it is the caller's.
    ///
    /// @param how how they were found
    /// @throws ArithmeticException if a result does not fit its type
    public Answer of(FoundGroups groups, String how) {
        if (plan.finish().isNone()) {
            return new Answer(whole(groups), how);
        }
        return switch (FinishText.of(plan.finish(), plan.result(), groups::value, orderKeys())) {
            case DeviceFinish.Result.Possible(DeviceFinish finish) -> onDevice(finish, groups, how);
            case DeviceFinish.Result.Refused(String reason) -> onHost(groups, how, reason);
        };
    }

    private List<Integer> orderKeys() {
        boolean isSorted = plan.request().options().order() == Order.SORTED;
        int keys = isSorted ? plan.keys().size() : 0;
        return IntStream.range(0, keys).boxed().toList();
    }

    private Answer onHost(FoundGroups groups, String how, String reason) {
        try (Table all = whole(groups)) {
            Table finished = Finisher.compile(plan.finish(), all.schema()).apply(all, context.pool());
            return new Answer(finished, how + ", final expressions on the CPU: " + reason);
        }
    }

    /// Where an expression has no result, the host says of which group.
    private Answer onDevice(DeviceFinish finish, FoundGroups groups, String how) {
        try (DeviceFinish.Finished finished = finish.apply(groups.count(), kernels, context.pool(), stream);
                Table table = table(finish, finished, groups)) {
            GroupFinish rest = new GroupFinish(Optional.empty(), finish.rest());
            String where = ", final expressions by a kernel"
                    + finish.whyRest()
                            .map(reason -> ", some on the CPU: " + reason)
                            .orElse("");
            return new Answer(Finisher.compile(rest, table.schema()).apply(table, context.pool()), how + where);
        } catch (Projection.Refused fault) {
            return onHost(groups, how, "a result has too many digits");
        }
    }

    private Table whole(FoundGroups groups) {
        try (var _ = context.phases().time(Phase.DOWNLOAD);
                Closer closer = new Closer()) {
            TreeMap<Integer, Column> columns = new TreeMap<>();
            for (int number = 0; number < plan.result().size(); number++) {
                Column column = groups.column(number, groups.count(), null);
                columns.put(number, closer.add(column));
            }
            return inOrder(
                    new Table(plan.result(), List.copyOf(columns.values()), groups.count()), closer, groups, null);
        }
    }

    /// What the kernel wrote and what was left to the host, keys first.
    private Table table(DeviceFinish finish, DeviceFinish.Finished finished, FoundGroups groups) {
        try (var _ = context.phases().time(Phase.DOWNLOAD);
                Closer closer = new Closer()) {
            TreeMap<Integer, Column> columns = new TreeMap<>();
            for (int number : finish.left()) {
                Column column = groups.column(number, finished.rows(), finished.numbers());
                columns.put(number, closer.add(column));
            }
            List<Field> fields = new ArrayList<>();
            List<Column> computed = new ArrayList<>();
            ColumnDownload download = new ColumnDownload(context.pool(), stream);
            for (int i = 0; i < finish.outputs().size(); i++) {
                DeviceFinish.Output output = finish.outputs().get(i);
                Column written = download.download(finished.columns().get(i));
                if (output.column() >= 0) {
                    Column column = groups.column(output.column(), written);
                    columns.put(output.column(), closer.add(column));
                } else {
                    computed.add(closer.add(written));
                    fields.add(output.field());
                }
            }
            List<Field> all = new ArrayList<>(
                    columns.keySet().stream().map(plan.result()::field).toList());
            all.addAll(fields);
            List<Column> values = new ArrayList<>(columns.values());
            values.addAll(computed);
            return inOrder(new Table(new Schema(all), values, finished.rows()), closer, groups, finished.numbers());
        }
    }

    /// Takes over the table, whose columns are in `closer`.
    private Table inOrder(Table table, Closer closer, FoundGroups groups, @Nullable Buffer numbers) {
        try (Column first = groups.firstRows(table.rowCount(), numbers)) {
            closer.release();
            return GroupOrder.arrange(plan, table, first, context);
        }
    }
}
