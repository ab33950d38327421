package dev.sheaf.plan.exec;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.RequestText;
import dev.sheaf.memory.Closer;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.rules.Planner;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.TableDataset;
import dev.sheaf.resident.ResidentMemory;
import dev.sheaf.resident.ResidentOperator;
import dev.sheaf.resident.ResidentTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs plans over resident tables operator by operator: on the device those that it takes, the others on the
/// host, to which their rows come. Nothing goes back to the device before the end.
public final class Placement {
    private final ResidentMemory memory;

    private Placement(ResidentMemory memory) {
        this.memory = memory;
    }

    /// The result of a plan, on the device, to be closed by the caller.
    ///
    /// @throws RuntimeException as [Executor#collect], and as [ResidentMemory#load]
    public static ResidentTable collect(LogicalPlan plan, ResidentMemory memory, QueryContext context) {
        Rows rows = new Placement(memory).run(Planner.optimize(plan), context);
        if (rows instanceof Rows.Resident(ResidentTable table)) {
            return table;
        }
        try (rows) {
            return memory.load(rows.dataset(), context);
        }
    }

    /// The operators of a plan from the result down to the scans, a line each, and where each would run and why.
    public static String explain(LogicalPlan plan, ResidentMemory memory) {
        StringBuilder text = new StringBuilder();
        new Placement(memory).write(Planner.optimize(plan), 0, false, text);
        return text.toString();
    }

    /// Rows where they are, to be closed.
    private sealed interface Rows extends AutoCloseable {
        record Resident(ResidentTable table) implements Rows {
            @Override
            public Dataset dataset() {
                return table;
            }

            @Override
            public void close() {
                table.close();
            }
        }

        record OnHost(Table table) implements Rows {
            @Override
            public Dataset dataset() {
                return new TableDataset(table);
            }

            @Override
            public void close() {
                table.close();
            }
        }

        Dataset dataset();

        default LogicalPlan plan() {
            return new LogicalPlan.Scan(dataset(), dataset().schema().names(), Optional.empty());
        }

        @Override
        void close();
    }

    private Rows run(LogicalPlan plan, QueryContext context) {
        return fusedGroups(plan, context).orElseGet(() -> runAlone(plan, context));
    }

    /// Groups of the rows that a condition takes, without a copy of those rows; empty if the plan is none, or fails.
    private Optional<Rows> fusedGroups(LogicalPlan plan, QueryContext context) {
        Optional<ResidentOperator> groups = fused(plan);
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        LogicalPlan all = plan.inputs().getFirst().inputs().getFirst();
        try (Rows rows = run(all, context)) {
            return rows instanceof Rows.Resident(ResidentTable table)
                    ? table.run(groups.get(), context).map(Rows.Resident::new)
                    : Optional.empty();
        }
    }

    /// Groups with the condition below them as theirs, if the device runs that over the rows below both.
    private Optional<ResidentOperator> fused(LogicalPlan plan) {
        if (!(plan instanceof LogicalPlan.Aggregate group
                && group.input() instanceof LogicalPlan.Filter(LogicalPlan rows, Expr condition))) {
            return Optional.empty();
        }
        ResidentOperator groups = group(group, rows, Optional.of(condition));
        boolean runs =
                refusal(rows).isEmpty() && memory.refusal(groups, rows.schema()).isEmpty();
        return runs ? Optional.of(groups) : Optional.empty();
    }

    private static ResidentOperator group(LogicalPlan.Aggregate group, LogicalPlan rows, Optional<Expr> condition) {
        return new ResidentOperator.Group(
                new GroupByRequest(rows.schema(), condition, group.keys(), group.aggregates(), group.options()));
    }

    private Rows runAlone(LogicalPlan plan, QueryContext context) {
        try (Closer closer = new Closer()) {
            List<Rows> inputs = new ArrayList<>();
            plan.inputs().forEach(input -> inputs.add(closer.add(run(input, context))));
            Optional<Rows> resident = refusal(plan).isEmpty() ? resident(plan, inputs, context) : Optional.empty();
            return resident.orElseGet(() -> new Rows.OnHost(
                    Executor.collect(plan.over(inputs.stream().map(Rows::plan).toList()), context)));
        }
    }

    private Optional<Rows> resident(LogicalPlan plan, List<Rows> inputs, QueryContext context) {
        if (plan instanceof LogicalPlan.Scan(ResidentTable table, List<String> columns, Optional<Expr> _)) {
            return table.run(new ResidentOperator.Select(columns), context).map(Rows.Resident::new);
        }
        return inputs.getFirst() instanceof Rows.Resident(ResidentTable table)
                ? operator(plan)
                        .flatMap(operator -> table.run(operator, context))
                        .map(Rows.Resident::new)
                : Optional.empty();
    }

    /// Why an operator does not run on the device, as far as that is known before; empty if it does.
    private Optional<String> refusal(LogicalPlan plan) {
        if (plan instanceof LogicalPlan.Scan scan) {
            return scan.dataset() instanceof ResidentTable ? Optional.empty() : Optional.of("its rows are there");
        }
        if (fused(plan).isPresent()) {
            return Optional.empty();
        }
        Optional<ResidentOperator> operator = operator(plan);
        if (operator.isEmpty()) {
            return Optional.of("no device runs it");
        }
        LogicalPlan input = plan.inputs().getFirst();
        return refusal(input).isPresent()
                ? Optional.of("its rows are there")
                : memory.refusal(operator.get(), input.schema());
    }

    /// The operator of a device that a node is.
    private static Optional<ResidentOperator> operator(LogicalPlan plan) {
        return switch (plan) {
            case LogicalPlan.Filter(LogicalPlan _, Expr condition) ->
                Optional.of(new ResidentOperator.Filter(condition));
            case LogicalPlan.Project(LogicalPlan _, List<Expr> expressions) ->
                Optional.of(new ResidentOperator.Project(expressions));
            case LogicalPlan.Limit(LogicalPlan _, long offset, long count) ->
                Optional.of(new ResidentOperator.Limit(offset, count));
            case LogicalPlan.Aggregate group -> Optional.of(group(group, group.input(), Optional.empty()));
            case LogicalPlan.Window window -> ScanCalls.of(window.calls());
            case LogicalPlan.Scan _,
                    LogicalPlan.Values _,
                    LogicalPlan.Sort _,
                    LogicalPlan.Distinct _,
                    LogicalPlan.Unnest _,
                    LogicalPlan.Randomized _,
                    LogicalPlan.Join _,
                    LogicalPlan.AsofJoin _ -> Optional.empty();
        };
    }

    /// `fused` is whether the node runs as a part of the one above.
    private void write(LogicalPlan plan, int depth, boolean fused, StringBuilder text) {
        text.append("   ".repeat(Math.max(0, depth - 1)))
                .append(depth == 0 ? "" : "└─ ")
                .append(title(plan))
                .append(": ")
                .append(fused ? "on " + memory.describe() + ", with the groups" : place(plan))
                .append('\n');
        plan.inputs().forEach(input -> write(input, depth + 1, fused(plan).isPresent(), text));
    }

    private String place(LogicalPlan plan) {
        return refusal(plan).map(reason -> "on the host, because " + reason).orElse("on " + memory.describe());
    }

    private static String title(LogicalPlan plan) {
        return switch (plan) {
            case LogicalPlan.Scan scan -> "read " + scan.dataset().describe();
            case LogicalPlan.Filter filter -> "filter " + filter.condition().outputName();
            case LogicalPlan.Project project -> "select " + RequestText.list(project.expressions());
            case LogicalPlan.Aggregate group ->
                group.keys().isEmpty()
                        ? "aggregate " + RequestText.list(group.aggregates())
                        : "group by " + RequestText.list(group.keys()) + ": " + RequestText.list(group.aggregates());
            case LogicalPlan.Window window -> "window " + window.calls();
            case LogicalPlan.Sort sort -> "sort by " + sort.keys();
            case LogicalPlan.Limit limit ->
                "limit " + limit.count() + (limit.offset() == 0 ? "" : " offset " + limit.offset());
            case LogicalPlan.Distinct _ -> "distinct";
            case LogicalPlan.Unnest unnest -> "unnest " + unnest.column();
            case LogicalPlan.Randomized _ -> "random numbers";
            case LogicalPlan.Join join -> "join " + join.keys();
            case LogicalPlan.AsofJoin join -> "as-of join " + join.keys();
            case LogicalPlan.Values _ -> "table";
        };
    }
}
