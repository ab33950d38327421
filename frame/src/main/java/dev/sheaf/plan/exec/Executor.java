package dev.sheaf.plan.exec;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.DeepStack;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.physical.Choosing;
import dev.sheaf.plan.physical.Lowering;
import dev.sheaf.plan.physical.Operators;
import dev.sheaf.plan.physical.PhysicalPlan;
import dev.sheaf.plan.physical.StreamOrder;
import dev.sheaf.plan.physical.rows.OperatorRows;
import dev.sheaf.plan.rules.Planner;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SharedResults;
import dev.sheaf.query.Workers;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Runs plans.
///
/// Streaming operators wrap the source below them, so that whoever pulls the result, on however many threads,
/// does their work. Operators that need all rows run when the plan is opened, from the scan upwards, on the
/// threads of the query. Everything that was opened is closed, whether the query ends well or not; what several
/// places of a plan read is kept until then ([SharedResults]).
public final class Executor {
    private Executor() {}

    /// Optimizes a plan, runs it up to its last operator that needs all rows, and gives the result as a stream,
    /// which the caller closes. Batches come as they are ready; their `firstRow` says the result order.
    ///
    /// @throws dev.sheaf.query.QueryCancelledException if the query is cancelled
    /// @throws dev.sheaf.memory.MemoryLimitException if rows that have to be held do not fit the pool
    public static BatchSource execute(LogicalPlan plan, QueryContext context) {
        SharedResults.Run run = context.shared().begin();
        try (var _ = Checkpoint.watch(context::checkCancelled)) {
            BatchSource result = onItsStack(plan, new Operators(context)::open);
            return new RunSource(Operators.named(result, plan.schema()), run);
        } catch (RuntimeException | Error failure) {
            run.close();
            throw failure;
        }
    }

    /// Runs a plan and gives the whole result in result order; the caller closes it.
    ///
    /// @throws RuntimeException as [#execute]
    public static Table collect(LogicalPlan plan, QueryContext context) {
        try (var _ = Checkpoint.watch(context::checkCancelled);
                var _ = context.shared().begin();
                Table result = onItsStack(plan, new Operators(context)::table)) {
            return Operators.named(result, plan.schema());
        }
    }

    /// Runs a plan that only filters or sorts the rows of a table in memory, and gives the rows with which they are;
    /// empty, and nothing is run, of other plans. The caller closes it.
    ///
    /// @throws RuntimeException as [#execute]
    public static Optional<ChosenRows> choose(LogicalPlan plan, QueryContext context) {
        Choosing<ChosenRows> choosing =
                new Choosing<>(context, (rows, places) -> new ChosenRows(named(rows, plan.schema()), places));
        try (var _ = Checkpoint.watch(context::checkCancelled);
                var _ = context.shared().begin()) {
            return onItsStack(plan, choosing::run);
        }
    }

    /// Runs a plan and hands on the result, table by table in result order, from one thread at a time. The tables
    /// are closed after `consumer` returns.
    ///
    /// @throws RuntimeException as [#execute], and what `consumer` throws
    public static void forEach(LogicalPlan plan, QueryContext context, Consumer<Table> consumer) {
        try (BatchSource source = execute(plan, context);
                StreamOrder order = new StreamOrder(source)) {
            Workers.runOnAll(context, _ -> deliverShare(order, context, consumer));
        }
    }

    private static Table named(Table rows, Schema schema) {
        try (rows) {
            return Operators.named(rows, schema);
        }
    }

    /// Runs a plan, drops its rows, and gives its tree with the rows of each operator.
    static String measured(LogicalPlan plan, OperatorRows rows, QueryContext context) {
        LogicalPlan best = Planner.optimize(plan);
        PhysicalPlan physical = DeepStack.call(() -> Lowering.lower(best));
        try (BatchSource source = PlanDepth.call(best, () -> new Operators(context, rows).open(physical))) {
            Workers.runOnAll(context, _ -> drop(source, context));
        }
        return Explain.text(physical, rows, context);
    }

    private static void drop(BatchSource source, QueryContext context) {
        Batch batch;
        while ((batch = source.next(context)) != null) {
            batch.close();
        }
    }

    private static <T> T onItsStack(LogicalPlan plan, Function<PhysicalPlan, T> open) {
        LogicalPlan best = Planner.optimize(plan);
        PhysicalPlan physical = DeepStack.call(() -> Lowering.lower(best));
        return PlanDepth.call(best, () -> open.apply(physical));
    }

    /// Delivering under the lock keeps the order, and keeps threads from running ahead of a slow consumer.
    private static void deliverShare(StreamOrder order, QueryContext context, Consumer<Table> consumer) {
        while (order.pull(context)) {
            deliver(order, consumer);
            context.checkCancelled();
        }
        deliver(order, consumer);
    }

    private static void deliver(StreamOrder order, Consumer<Table> consumer) {
        synchronized (order) {
            Batch batch;
            while ((batch = order.poll()) != null) {
                try (Batch delivered = batch) {
                    consumer.accept(delivered.table());
                }
            }
        }
    }
}
