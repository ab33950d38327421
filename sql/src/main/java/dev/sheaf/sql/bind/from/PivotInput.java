package dev.sheaf.sql.bind.from;

import dev.sheaf.column.DataType;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.plan.exec.NamedQuery;
import dev.sheaf.plan.exec.Sharing;
import dev.sheaf.sql.bind.expression.ExpressionBinder;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.ScopeColumn;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.function.TypeNames;
import dev.sheaf.sql.function.value.NestedTexts;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The relation that PIVOT or UNPIVOT turns, bound once, as a table that the query may name which the statement
/// stands for.
final class PivotInput {
    private final Queries queries;
    private final Relations relations;
    private final SelectContext context;
    private final Relation table;
    private final LogicalPlan rows;

    /// Columns that expressions have read so far.
    private final Set<String> read = new LinkedHashSet<>();

    PivotInput(Queries queries, Relations outer, Relation relation) {
        this.queries = queries;
        this.relations = outer.inner();
        Name name = name(relation);
        LogicalPlan named = NamedQuery.scan("the rows of PIVOT", queries.rows(relation, relations), Optional.empty());
        relations.add(name.text(), named);
        this.rows = named;
        this.table = new Relation.Named(List.of(name), relation.at());
        this.context = SelectContext.of(
                queries.origins(), queries.parameters(), new Scope(Optional.of(name.text()), named.schema()));
    }

    /// The name by which expressions may call the relation.
    private static Name name(Relation relation) {
        return switch (relation) {
            case Relation.Aliased aliased -> aliased.name();
            case Relation.Named named
            when !named.path().getLast().text().contains(".") -> named.path().getLast();
            default -> new Name("pivot", relation.at());
        };
    }

    SelectContext context() {
        return context;
    }

    /// Binds an expression, whose columns are no groups then.
    Expr read(Expression node, Clause clause) {
        Expr expr = new ExpressionBinder(context, clause).bind(node);
        for (String name : ExprColumns.of(expr)) {
            Expr.Aggregate aggregate = context.calls().aggregates().get(name);
            read.addAll(aggregate == null ? Set.of(name) : ExprColumns.of(aggregate));
        }
        return expr;
    }

    /// The name of a type, and values of it as texts.
    record Values(String type, List<String> texts) {}

    /// The values of an expression that some row has, in the order of their texts, without null.
    ///
    /// @param most how many at most
    Values values(Expression node, int most) {
        Expr expr = read(node, Clause.GROUP_BY);
        DataType type = new ExpressionBinder(context, Clause.GROUP_BY).type(expr, node);
        LogicalPlan valid = new LogicalPlan.Filter(rows, expr.isNotNull());
        LogicalPlan distinct = new LogicalPlan.Distinct(new LogicalPlan.Project(valid, List.of(expr.as("value"))));
        Expr text = NestedTexts.takes(type)
                ? NestedTexts.of(Expressions.col("value"), type)
                : Expressions.col("value").cast(DataType.STRING);
        LogicalPlan texts = new LogicalPlan.Project(distinct, List.of(text.as("text")));
        LogicalPlan sorted =
                new LogicalPlan.Sort(texts, List.of(new SortKey(Expressions.col("text"), SortDirection.ASCENDING)));
        LogicalPlan some = new LogicalPlan.Limit(sorted, 0, most);
        try (Table table = Executor.collect(Sharing.settle(some), queries.context())) {
            List<String> all = new ArrayList<>();
            for (long row = 0; row < table.rowCount(); row++) {
                all.add(String.valueOf(table.column(0).get(row)));
            }
            return new Values(TypeNames.nameOf(type), all);
        }
    }

    /// The columns that no expression has read.
    List<Item> others(Span at) {
        List<Item> others = new ArrayList<>();
        for (ScopeColumn column : context.scope().listed()) {
            if (!read.contains(column.planName())) {
                Expression value = column(column.name(), at);
                others.add(new Item(value, Optional.empty(), at));
            }
        }
        return others;
    }

    static Expression column(String name, Span at) {
        return new Expression.Column(List.of(new Name(name, at)), at);
    }

    /// SELECT from the relation.
    Query.Select select(List<Item> items, Span at) {
        return Query.Select.of(items, Optional.of(table), at);
    }

    LogicalPlan bind(Query query) {
        return queries.bind(query, relations);
    }
}
