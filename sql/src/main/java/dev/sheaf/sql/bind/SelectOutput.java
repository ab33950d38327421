package dev.sheaf.sql.bind;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import dev.sheaf.sql.bind.BoundSelect.Clauses;
import dev.sheaf.sql.bind.from.Columns;
import dev.sheaf.sql.bind.from.Questions;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.tree.Query;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// What stands above WHERE, GROUP BY and HAVING: windows, QUALIFY, unnested lists, the columns of the result,
/// DISTINCT, ORDER BY and LIMIT.
final class SelectOutput {
    private final BoundSelect bound;
    private final Query.Select select;
    private final Clauses clauses;
    private final Rewrite below;
    private final List<String> carried;

    /// `below` makes expressions fit the rows or groups. `carried` columns of these are in the result, too, and
    /// everything is done for each combination of their values by itself.
    SelectOutput(BoundSelect bound, Rewrite below, List<String> carried) {
        this.bound = bound;
        this.select = bound.select();
        this.clauses = bound.clauses();
        this.below = below;
        this.carried = carried;
    }

    LogicalPlan over(LogicalPlan input) {
        Windowing windowing =
                new Windowing(clauses.context().calls(), answered(input), this::ofSelect, clauses.names(), carried);
        Rewrite windowed = (expr, node) -> windowing.rewrite(below.apply(expr, node));
        LogicalPlan chosen = windowed.filter(clauses, windowing.plan(), clauses.qualify());
        UnnestedRows unnested = unnested(chosen, windowed);
        Rewrite rewrite = (expr, node) -> unnested.rewrite(windowed.apply(expr, node));
        return result(answered(unnested.plan(), rewrite), rewrite);
    }

    /// The columns that stand for the elements of lists, which are not there below windows.
    private Set<String> elements() {
        return clauses.unnestedAbove().keySet();
    }

    /// The rows with the answers of queries that elements are compared with.
    private LogicalPlan answered(LogicalPlan unnested, Rewrite rewrite) {
        return clauses.questions()
                .reading(elements())
                .answered(unnested, results(rewrite), expr -> rewrite.apply(expr, select));
    }

    /// What is computed of the rows whose lists are unnested.
    private List<Expr> results(Rewrite rewrite) {
        List<Expr> results = columns(rewrite);
        Stream.concat(clauses.orderBy().stream(), clauses.distinctOn().stream())
                .forEach(key -> results.add(rewrite.apply(key.expr(), key.node())));
        return results;
    }

    private UnnestedRows unnested(LogicalPlan input, Rewrite rewrite) {
        Map<String, Expr> lists = new LinkedHashMap<>();
        clauses.unnestedAbove().forEach((name, list) -> lists.put(name, rewrite.apply(list, select)));
        Set<String> read = new HashSet<>();
        Questions asked = clauses.questions().reading(elements());
        if (!lists.isEmpty()) {
            List<Expr> results = results(rewrite);
            read.addAll(ExprColumns.of(results));
            asked.readers(results).forEach(reader -> read.addAll(ExprColumns.of(rewrite.apply(reader, select))));
        }
        return new UnnestedRows(input, lists, read, clauses.names(), asked.names());
    }

    private LogicalPlan result(LogicalPlan rows, Rewrite rewrite) {
        List<Expr> columns = columns(rewrite);
        boolean byResult =
                clauses.orderBy().stream().allMatch(key -> key.result().isPresent());
        if (byResult && clauses.distinctOn().isEmpty()) {
            LogicalPlan result = distinct(Columns.over(rows, columns));
            return tail(result, sortKeys(key -> Expressions.col(key.result().orElseThrow())));
        }
        refuseHiddenOrder();
        if (ExprWalker.holdsOnce(columns)) {
            return computedFirst(rows, columns, rewrite);
        }
        return chosen(rows, columns, rewrite);
    }

    /// The first rows in an order of which the result may lack the keys.
    private LogicalPlan chosen(LogicalPlan rows, List<Expr> columns, Rewrite rewrite) {
        List<SortKey> keys = sortKeys(key -> rewrite.apply(key.expr(), key.node()));
        return Columns.over(tail(firstOfEach(rows, rewrite), keys), columns);
    }

    /// The same where functions are called once a row, as they are of all rows and in their order before.
    private LogicalPlan computedFirst(LogicalPlan rows, List<Expr> columns, Rewrite rewrite) {
        UniqueNames names = new UniqueNames(rows.schema().names());
        List<Expr> computed = new ArrayList<>(Columns.called(rows.schema().names()));
        List<Expr> shown = new ArrayList<>();
        for (Expr column : columns) {
            String own = names.unique(column.outputName());
            computed.add(column.unaliased().as(own));
            shown.add(Expressions.col(own).as(column.outputName()));
        }
        return chosen(new LogicalPlan.Project(rows, computed), shown, rewrite);
    }

    private LogicalPlan answered(LogicalPlan input) {
        List<Expr> read = new ArrayList<>(clauses.above());
        read.addAll(clauses.questions().reading(elements()).readers(read));
        return clauses.questions()
                .without(elements())
                .answered(input, read.stream().map(this::ofSelect).toList(), this::ofSelect);
    }

    private Expr ofSelect(Expr expr) {
        return below.apply(expr, select);
    }

    private List<Expr> columns(Rewrite rewrite) {
        List<Expr> columns = new ArrayList<>();
        clauses.items()
                .forEach(item -> columns.add(ExprWalker.named(rewrite.apply(item.expr(), item.node()), item.name())));
        columns.addAll(Columns.called(carried));
        return columns;
    }

    /// DISTINCT ON: of the rows with equal keys the first in the order of ORDER BY.
    private LogicalPlan firstOfEach(LogicalPlan plan, Rewrite rewrite) {
        if (clauses.distinctOn().isEmpty()) {
            return plan;
        }
        List<Expr> keys = new ArrayList<>(Columns.called(carried));
        clauses.distinctOn().forEach(key -> keys.add(rewrite.apply(key.expr(), key.node())));
        return Windowing.someRows(plan, keys, sortKeys(key -> rewrite.apply(key.expr(), key.node())), 0, 1);
    }

    /// ORDER BY and LIMIT, of rows of equal carried columns each.
    private LogicalPlan tail(LogicalPlan rows, List<SortKey> keys) {
        Tail tail = bound.tail();
        if (carried.isEmpty()) {
            return tail.limit(keys.isEmpty() ? rows : new LogicalPlan.Sort(rows, keys));
        }
        tail.most().ifPresent(_ -> {
            throw clauses.context()
                    .origins()
                    .error(select, "a sub-query that reads the query around it takes a number as its LIMIT");
        });
        return tail.isLimited()
                ? Windowing.someRows(rows, Columns.called(carried), keys, tail.offset(), tail.count())
                : rows;
    }

    private List<SortKey> sortKeys(Function<OrderKeys.Key, Expr> by) {
        return clauses.orderBy().stream().map(key -> key.sortKey(by.apply(key))).toList();
    }

    private LogicalPlan distinct(LogicalPlan plan) {
        return select.distinct().distinct() ? new LogicalPlan.Distinct(plan) : plan;
    }

    private void refuseHiddenOrder() {
        if (select.distinct().distinct() && clauses.distinctOn().isEmpty()) {
            OrderKeys.Key hidden = clauses.orderBy().stream()
                    .filter(key -> key.result().isEmpty())
                    .findFirst()
                    .orElseThrow();
            throw clauses.context()
                    .origins()
                    .error(hidden.node(), "after SELECT DISTINCT, ORDER BY takes result columns only");
        }
    }
}
