package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupColumn;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// Groups the rows of a [GpuTable]; the result stays on the device.
///
/// It means what [GroupBy] means: the same keys, nulls, errors and results. What the GPU does not compute, and what
/// fails on it for want of memory, the CPU computes from downloaded columns, and the result is uploaded; the
/// decisions of the context say so. Immutable; the table has to be open while an aggregate method runs.
public final class GpuGroupBy {
    private final GpuTable table;
    private final List<Expr> keys;
    private final Optional<Expr> filter;
    private final GroupByOptions options;

    GpuGroupBy(GpuTable table, List<Expr> keys) {
        this(table, keys, Optional.empty(), GroupByOptions.DEFAULT);
    }

    private GpuGroupBy(GpuTable table, List<Expr> keys, Optional<Expr> filter, GroupByOptions options) {
        this.table = table;
        this.keys = List.copyOf(keys);
        this.filter = filter;
        this.options = options;
    }

    /// The same with more keys, which may be expressions.
    public GpuGroupBy by(Expr... more) {
        List<Expr> all = new ArrayList<>(keys);
        all.addAll(List.of(more));
        return new GpuGroupBy(table, all, filter, options);
    }

    /// The same over the rows for which `condition`, too, is true.
    public GpuGroupBy where(Expr condition) {
        Expr both = filter.map(before -> before.and(condition)).orElse(condition);
        return new GpuGroupBy(table, keys, Optional.of(both), options);
    }

    /// The same with another treatment of rows in which a key is null; they are groups by default.
    public GpuGroupBy nullKeys(NullKeys value) {
        return with(options.with(value));
    }

    /// The same with the groups in another order; there is none by default.
    public GpuGroupBy order(Order value) {
        return with(options.with(value));
    }

    /// The same with another treatment of whole-number results that do not fit; they are errors by default.
    public GpuGroupBy overflow(Overflow value) {
        return with(options.with(value));
    }

    /// The same with floating sums added up in another way; as is fastest by default.
    public GpuGroupBy sums(Sums value) {
        return with(options.with(value));
    }

    GpuGroupBy with(GroupByOptions value) {
        return new GpuGroupBy(table, keys, filter, value);
    }

    /// The keys and aggregates of each group, on the device, to be closed by the caller; accounted in the
    /// shared pool.
    ///
    /// Cost: for columns of fixed width and short texts as keys and COUNT, SUM, MIN, MAX, MEAN and the like, about
    /// what reading the columns once from device memory takes, and 0.1 ms. For an order, a random read of each
    /// result more, and for sorted groups a sort of their keys on the host.
    ///
    /// @throws IllegalArgumentException if an expression does not fit the columns, before any work is done; if
    ///     lists are put together on the host, as counts of each value are
    /// @throws ArithmeticException if a whole-number result does not fit its type, naming column and group
    /// @throws dev.sheaf.cuda.CudaException if the device has no room for the result, or is lost
    /// @throws MemoryLimitException if the limits of the pool do not let it be computed
    public GpuTable aggregate(Expr... aggregates) {
        try (GpuStream stream = table.gpu().openStream()) {
            return aggregate(QueryContext.create(), stream, aggregates);
        }
    }

    /// As [#aggregate(Expr...)].
    ///
    /// @param context whose pool accounts for the memory; its phases and decisions tell what was done
    /// @param stream that does the work; the call waits for it
    public GpuTable aggregate(QueryContext context, GpuStream stream, Expr... aggregates) {
        stream.checkDevice(table.gpu().device().device());
        return switch (keys.isEmpty() ? Order.UNSPECIFIED : options.order()) {
            case UNSPECIFIED -> inAnyOrder(context, stream, aggregates);
            case SORTED -> sorted(context, stream, aggregates);
            case FIRST_APPEARANCE -> byFirstRow(context, stream, aggregates);
        };
    }

    private GpuTable sorted(QueryContext context, GpuStream stream, Expr... aggregates) {
        List<String> names = keys.stream().map(Expr::outputName).toList();
        try (GpuTable found = with(options.with(Order.UNSPECIFIED)).inAnyOrder(context, stream, aggregates)) {
            return ordered(found, context, stream, (rows, held) -> rows.byKeys(held, names));
        }
    }

    /// Groups the rows with their numbers beside them, of which each group has a least one.
    private GpuTable byFirstRow(QueryContext context, GpuStream stream, Expr... aggregates) {
        GroupColumn number = GroupColumn.beside(table.schema().names(), List.of(aggregates));
        List<Expr> more = new ArrayList<>(List.of(aggregates));
        more.add(Expressions.min(number.name()).as(number.name()));
        try (GpuTable numbered = numbered(number.name(), context, stream);
                GpuTable found = new GpuGroupBy(numbered, keys, filter, options.with(Order.UNSPECIFIED))
                        .inAnyOrder(context, stream, more.toArray(Expr[]::new))) {
            List<String> names =
                    found.schema().names().subList(0, found.schema().size() - 1);
            return ordered(
                    found,
                    context,
                    stream,
                    (rows, held) -> rows.by(held, held.columns().getLast(), table.rowCount(), names));
        }
    }

    private GpuTable numbered(String name, QueryContext context, GpuStream stream) {
        return ordered(table, context, stream, (rows, held) -> rows.numbered(held, name));
    }

    private GpuTable ordered(
            GpuTable found,
            QueryContext context,
            GpuStream stream,
            BiFunction<OrderedRows, DeviceTable, DeviceTable> order) {
        return table.gpu().device().device().call(() -> {
            try (DeviceTable held = found.pinned()) {
                OrderedRows rows = new OrderedRows(table.gpu().device(), context.pool(), stream.stream());
                return new GpuTable(table.gpu(), order.apply(rows, held), context.pool());
            }
        });
    }

    private GpuTable inAnyOrder(QueryContext context, GpuStream stream, Expr... aggregates) {
        KeptPlans.Asked asked = new KeptPlans.Asked(keys, filter, options, List.of(aggregates));
        return aggregate(table.plans().of(asked, () -> request(aggregates).checked()), context, stream);
    }

    /// The groups of a request over columns of the table.
    GpuTable aggregate(GroupByRequest request, QueryContext context, GpuStream stream) {
        return aggregate(KeptPlans.Planned.of(request), context, stream);
    }

    private GpuTable aggregate(KeptPlans.Planned planned, QueryContext context, GpuStream stream) {
        stream.checkDevice(table.gpu().device().device());
        return table.gpu().device().device().call(() -> aggregate(planned, context, stream.stream()));
    }

    private GpuTable aggregate(KeptPlans.Planned planned, QueryContext context, Stream stream) {
        try (GpuSource source = source(planned.request(), context)) {
            return switch (found(planned, source, context, stream)) {
                case ResidentGroupBy.Found.OnDevice(DeviceTable result, String _) ->
                    new GpuTable(table.gpu(), result, context.pool());
                case ResidentGroupBy.Found.OnHost(Table result, String _) -> uploaded(result, context, stream);
            };
        }
    }

    private ResidentGroupBy.Found found(
            KeptPlans.Planned planned, GpuSource source, QueryContext context, Stream stream) {
        try {
            Optional<ResidentGroupBy.Found> found = GpuQuery.run(planned, source, context, stream);
            if (found.isPresent()) {
                return done(found.orElseThrow(), stream);
            }
        } catch (CudaException | MemoryLimitException | Projection.Refused failure) {
            if (!(failure instanceof Projection.Refused) && hasLists(planned)) {
                throw failure; // lists of the CPU cannot be uploaded
            }
            context.decided(new Decision("group by", "cpu", "the GPU fails", List.of("cuda: " + failure.getMessage())));
        }
        return new ResidentGroupBy.Found.OnHost(CudaBackend.onCpu(planned.request(), source, context), "cpu");
    }

    /// The result once all kernels are done: others read it on streams of their own, and may close what it is made of.
    private static ResidentGroupBy.Found done(ResidentGroupBy.Found found, Stream stream) {
        if (found instanceof ResidentGroupBy.Found.OnDevice(DeviceTable result, String _)) {
            try (Closer closer = new Closer()) {
                closer.add(result);
                if (!stream.isIdle()) {
                    stream.synchronize();
                }
                closer.release();
            }
        }
        return found;
    }

    private static boolean hasLists(KeptPlans.Planned planned) {
        return planned.plan() instanceof GeneralPlanner.Result.Planned(var plan)
                && plan.result().fields().stream().anyMatch(field -> !DeviceColumn.canHold(field.type()));
    }

    private GpuTable uploaded(Table result, QueryContext context, Stream stream) {
        try (result) {
            return new GpuLoad(context, stream)
                    .load(result, loaded -> new GpuTable(table.gpu(), loaded, context.pool()));
        }
    }

    /// The groups, kept on the device, by first appearance; to be closed by the caller.
    ///
    /// Cost: a pass over the keys, and a sort of row numbers by group.
    ///
    /// @throws IllegalArgumentException if there are no keys, or an expression does not fit the columns
    /// @throws MemoryLimitException if the limits of the pool do not let them be found
    public GpuGroups groups() {
        try (GpuStream stream = table.gpu().openStream()) {
            return groups(QueryContext.create(), stream, GroupsOptions.DEFAULT);
        }
    }

    /// As [#groups()], with groups and the rows inside them in an order. Sorted groups are ordered on the host.
    /// What the device does not find, the CPU finds from a copy of the table, and the numbers of rows are
    /// uploaded: keys that it does not compute, rows of a group ordered by texts, keys that are said to be sorted.
    ///
    /// @param context whose pool accounts for the memory; its decisions tell what was done where
    /// @param stream that does the work; the call waits for it
    /// @throws IllegalArgumentException if there are no keys
    public GpuGroups groups(QueryContext context, GpuStream stream, GroupsOptions groupsOptions) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("groups are kept by keys; this group-by has none");
        }
        stream.checkDevice(table.gpu().device().device());
        return table.gpu().device().device().call(() -> {
            GpuGrouping.Kept kept = new GpuGrouping(
                            table.handle(), keys, filter, options, groupsOptions, context, stream.stream())
                    .kept();
            boolean isOrdered = !groupsOptions.within().isEmpty();
            return new GpuGroups(table.gpu(), kept.table(), kept.groups(), options, isOrdered, context.pool());
        });
    }

    /// A column for each scan, with a value for each row of the table in its order, computed from the rows of
    /// its group: running aggregates, shifts, fills, ranks. On the device, to be closed by the caller; what
    /// `Groups.scan` gives with `RowsBy.TABLE`. Rows in no group get null.
    ///
    /// Cost: a pass over the keys, a sort of row numbers by group, and one for each order of ranks; then two
    /// passes over each column. Where the device does not compute one of the scans, the CPU computes all of
    /// them from a copy of the table: smoothed values, ranks of texts, sums of decimals, and expressions that it
    /// does not compute.
    ///
    /// @throws IllegalArgumentException if there are no keys, a scan does not take its column's type, or two have
    ///     one name
    /// @throws ArithmeticException if a sum does not fit
    /// @throws MemoryLimitException if the limits of the pool do not let it be computed
    public GpuTable scan(GroupScan... scans) {
        try (GpuStream stream = table.gpu().openStream()) {
            return scan(QueryContext.create(), stream, scans);
        }
    }

    /// As [#scan(GroupScan...)].
    ///
    /// @param context whose pool accounts for the memory; its decisions tell what was done where
    /// @param stream that does the work; the call waits for it
    public GpuTable scan(QueryContext context, GpuStream stream, GroupScan... scans) {
        stream.checkDevice(table.gpu().device().device());
        DeviceTable made = new GpuScans(table.handle(), table.plans(), keys, filter, options, context)
                .of(stream.stream(), List.of(scans));
        return new GpuTable(table.gpu(), made, context.pool());
    }

    /// The keys and aggregates of each group on the host, to be closed by the caller, from the shared pool.
    ///
    /// @throws IllegalArgumentException as [#aggregate(Expr...)]
    /// @throws ArithmeticException as [#aggregate(Expr...)]
    public Table download(Expr... aggregates) {
        QueryContext context =
                QueryContext.builder().backend(BackendPreference.CUDA).build();
        return download(context, aggregates);
    }

    /// As [#download(Expr...)], with memory, threads and settings of a context of its own.
    public Table download(QueryContext context, Expr... aggregates) {
        GroupByRequest request = request(aggregates).checked();
        try (GpuSource source = source(request, context);
                BatchSource result = new CudaBackend().execute(request, source, context)) {
            return GpuQuery.collect(result, context);
        }
    }

    private GpuSource source(GroupByRequest request, QueryContext context) {
        return (GpuSource) table.scan(Scan.of(request.input().names()), context);
    }

    /// The request, over the columns that it needs.
    ///
    /// @throws IllegalArgumentException if a column does not exist
    public GroupByRequest request(Expr... aggregates) {
        GroupBy same = GroupBy.over(table).by(keys.toArray(Expr[]::new));
        return filter.map(same::where).orElse(same).request(aggregates).with(options);
    }
}
