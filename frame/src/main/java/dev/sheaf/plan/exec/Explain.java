package dev.sheaf.plan.exec;

import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.RequestText;
import dev.sheaf.memory.DeepStack;
import dev.sheaf.plan.JoinChecks;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.physical.Lowering;
import dev.sheaf.plan.physical.PhysicalPlan;
import dev.sheaf.plan.physical.PlanStats;
import dev.sheaf.plan.physical.rows.OperatorRows;
import dev.sheaf.plan.rules.Planner;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Writes down how a query would run, as a tree that begins with the result and ends with the scans:
/// ```
/// top 10 by revenue desc
/// └─ group by region: sum((units * price)) as revenue
///    │  where (price > 0)
///    │  cpu: ..., because ...
///    └─ read sales.parquet
///          columns region, units, price (3 of 7)
///          may skip rows without (price > 0)
/// ```
public final class Explain {
    /// Of a union of more, no more are written down.
    private static final int MOST_QUERIES = 20;

    private final QueryContext context;
    private final OperatorRows rows;
    private final StringBuilder text = new StringBuilder();
    private final Set<Dataset> explained = Collections.newSetFromMap(new IdentityHashMap<>());

    private Explain(QueryContext context, OperatorRows rows) {
        this.context = context;
        this.rows = rows;
    }

    /// The tree of the optimized plan as it would run with this context.
    public static String text(LogicalPlan plan, QueryContext context) {
        return DeepStack.call(() -> text(planned(plan), new OperatorRows(), context));
    }

    /// The tree of a plan that was run, with the rows that its operators gave.
    static String text(PhysicalPlan plan, OperatorRows rows, QueryContext context) {
        return DeepStack.call(() -> {
            Explain explain = new Explain(context, rows);
            explain.write(plan, "", "");
            return explain.text.toString();
        });
    }

    private static PhysicalPlan planned(LogicalPlan plan) {
        return Lowering.lower(Planner.optimize(plan));
    }

    /// What one operator says of itself.
    private record Lines(String title, List<String> details, List<PhysicalPlan> inputs) {
        Lines(String title, PhysicalPlan input) {
            this(title, List.of(), List.of(input));
        }
    }

    private void write(PhysicalPlan plan, String branch, String indent) {
        Lines lines = lines(plan);
        OptionalLong given = rows.given(plan);
        line(branch + lines.title() + (given.isPresent() ? ": " + given.getAsLong() + " rows" : ""));
        String detailIndent = lines.inputs().isEmpty() ? indent + "   " : indent + "│  ";
        lines.details().forEach(detail -> line(detailIndent + detail));
        for (int i = 0; i < lines.inputs().size(); i++) {
            boolean last = i == lines.inputs().size() - 1;
            write(lines.inputs().get(i), indent + (last ? "└─ " : "├─ "), indent + (last ? "   " : "│  "));
        }
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private Lines lines(PhysicalPlan plan) {
        return switch (plan) {
            case PhysicalPlan.Empty _ -> new Lines("no rows", List.of(), List.of());
            case PhysicalPlan.Read(Dataset dataset, Scan scan) -> read(dataset, scan);
            case PhysicalPlan.Filter(PhysicalPlan input, Expr condition, List<String> columns) ->
                new Lines(
                        "filter " + condition.outputName(),
                        columns.size() == input.schema().size()
                                ? List.of()
                                : List.of("keep " + String.join(", ", columns)),
                        List.of(input));
            case PhysicalPlan.Project(PhysicalPlan input, List<Expr> expressions) ->
                new Lines("select " + RequestText.list(expressions), input);
            case PhysicalPlan.Limit(PhysicalPlan input, long offset, long count) ->
                new Lines((count == Long.MAX_VALUE ? "all rows" : "limit " + count) + offset(offset), input);
            case PhysicalPlan.Unnest(PhysicalPlan input, String column) -> new Lines("unnest " + column, input);
            case PhysicalPlan.Randomized(PhysicalPlan input, String column, long _) ->
                new Lines("random numbers as " + column, input);
            case PhysicalPlan.Join join -> join(join);
            case PhysicalPlan.AsofJoin join -> asof(join);
            case PhysicalPlan.GroupBy groupBy -> groupBy(groupBy);
            case PhysicalPlan.Sort(PhysicalPlan input, List<SortKey> keys) ->
                new Lines("sort by " + joined(keys), input);
            case PhysicalPlan.TopN(PhysicalPlan input, List<SortKey> keys, long offset, long count) ->
                new Lines("top " + count + " by " + joined(keys) + offset(offset), input);
            case PhysicalPlan.Window(PhysicalPlan input, List<WindowCall> calls) ->
                new Lines(
                        "window",
                        calls.stream().map(call -> call + " as " + call.name()).toList(),
                        List.of(input));
            case PhysicalPlan.GroupTopN(PhysicalPlan input, WindowCall call, int count) ->
                new Lines("top " + count + " of each partition, " + call + " as " + call.name(), input);
        };
    }

    private static Lines join(PhysicalPlan.Join join) {
        List<String> details = new ArrayList<>();
        join.condition().ifPresent(condition -> details.add("where " + condition.outputName()));
        details.add("the second input is held in memory");
        if (join.columns().size()
                < JoinChecks.schema(join.left().schema(), join.right().schema(), join.kind())
                        .size()) {
            details.add("keep " + (join.columns().isEmpty() ? "no columns" : String.join(", ", join.columns())));
        }
        String on = join.keys().isEmpty() ? "every pair" : "on " + joined(join.keys());
        return new Lines(join.kind().label() + " join " + on, details, List.of(join.left(), join.right()));
    }

    private static Lines asof(PhysicalPlan.AsofJoin join) {
        String on = join.keys().isEmpty() ? "" : " on " + joined(join.keys());
        return new Lines(
                join.kind().label() + " as-of join" + on,
                List.of("nearest " + join.nearest(), "the second input is held in memory, sorted"),
                List.of(join.left(), join.right()));
    }

    private Lines read(Dataset dataset, Scan scan) {
        int all = dataset.schema().size();
        int read = scan.columns().size();
        List<String> details = new ArrayList<>();
        String columns = read == 0 ? "none, only the number of rows" : String.join(", ", scan.columns());
        details.add("columns " + columns + (read < all && read > 0 ? " (" + read + " of " + all + ")" : ""));
        scan.filter()
                .filter(_ -> !(dataset instanceof QueryDataset))
                .ifPresent(hint -> details.add("may skip rows without " + hint.outputName()));
        List<PhysicalPlan> queries = dataset instanceof QueryDataset asked ? queries(asked, scan, details) : List.of();
        return new Lines("read " + dataset.describe(), details, queries);
    }

    /// The queries that a dataset is made of, each dataset's once.
    private List<PhysicalPlan> queries(QueryDataset dataset, Scan scan, List<String> details) {
        if (!explained.add(dataset)) {
            details.add("its plan is above");
            return List.of();
        }
        List<LogicalPlan> queries = dataset.queries();
        if (queries.size() > MOST_QUERIES) {
            details.add("the first " + MOST_QUERIES + " of them:");
        }
        return queries.stream()
                .limit(MOST_QUERIES)
                .map(query -> planned(dataset.rows(query, scan.columns())))
                .toList();
    }

    private Lines groupBy(PhysicalPlan.GroupBy groupBy) {
        return new Lines(
                RequestText.title(groupBy.request()),
                RequestText.details(groupBy.request(), PlanStats.of(groupBy.input()), context),
                List.of(groupBy.input()));
    }

    private static String offset(long offset) {
        return offset == 0 ? "" : " after the first " + offset;
    }

    private static String joined(List<?> parts) {
        return parts.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
