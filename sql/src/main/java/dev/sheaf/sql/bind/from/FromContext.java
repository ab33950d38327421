package dev.sheaf.sql.bind.from;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.expression.ExpressionBinder;
import dev.sheaf.sql.bind.scope.Aliases;
import dev.sheaf.sql.bind.scope.CallColumns;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.Macros;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Outers;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.join.JoinOrder;
import dev.sheaf.sql.tree.Clauses;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Relation.Join;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What the binders of one FROM share: who binds queries, which tables they may name, and the query around, whose
/// columns conditions of joins may read.
public record FromContext(Queries queries, Relations relations, Outers outers) {
    /// That of a FROM outside of other queries.
    public FromContext(Queries queries, Relations relations) {
        this(queries, relations, Outers.none());
    }

    public Origins origins() {
        return queries.origins();
    }

    /// A relation, or relations that are joined, with the queries of macros in place of their calls.
    public Relation expanded(Relation relation) {
        return switch (relation) {
            case Relation.Function(Expression.Call call, boolean lateral, boolean ordinality, var at)
            when !ordinality ->
                new Macros(origins(), queries.parameters())
                        .query(call)
                        .<Relation>map(query -> new Relation.Subquery(query, lateral, at))
                        .orElse(relation);
            case Relation.Aliased(Relation inner, Name name, List<Name> columns, var at)
            when inner instanceof Relation.Function -> new Relation.Aliased(expanded(inner), name, columns, at);
            case Relation.Joined(Relation first, List<Join> joins, var at) ->
                new Relation.Joined(
                        expanded(first), joins.stream().map(this::expanded).toList(), at);
            default -> relation;
        };
    }

    private Join expanded(Join join) {
        return new Join(join.kind(), join.natural(), join.asof(), expanded(join.right()), join.condition(), join.at());
    }

    /// Binds an expression over columns of relations.
    public ExpressionBinder expressions(Scope scope, Clause clause) {
        return new ExpressionBinder(SelectContext.of(origins(), queries.parameters(), scope, outers), clause);
    }

    /// For expressions over columns of relations that may hold queries.
    public SelectContext asking(Scope scope) {
        return new SelectContext(
                origins(),
                queries.parameters(),
                scope,
                new Aliases(),
                new CallColumns(scope.schema(), outers.fields()),
                List.of(),
                outers,
                Optional.of((query, around) -> queries.bindInner(query, relations, around)));
    }

    /// The plan of relations with their conditions in it.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if one reads the query around
    public LogicalPlan filtered(From from, Node node) {
        from.conditions().forEach(condition -> refuseOuters(condition, node));
        return filtered(from);
    }

    /// The plan of relations with those of their conditions in it that do not read the query around.
    public LogicalPlan filtered(From from) {
        return JoinOrder.of(
                from.plan(),
                from.conditions().stream()
                        .filter(condition -> !reads(condition))
                        .toList());
    }

    /// The conditions of relations that read the query around.
    public List<Expr> around(From from) {
        return from.conditions().stream().filter(this::reads).toList();
    }

    /// Some of the rows of relations, with their conditions.
    public From sampled(From from, Clauses.Sample sample) {
        LogicalPlan rows = filtered(from, sample);
        LogicalPlan some = new Sampling(origins(), queries.parameters()).of(rows, sample);
        return new From(some, new Scope(some.schema(), from.scope().columns()), List.of());
    }

    /// Whether an expression reads the query around.
    public boolean reads(Expr expr) {
        return ExprColumns.of(expr).stream().anyMatch(outers.fields()::containsKey);
    }

    /// The columns of the query around that expressions read.
    public Set<String> read(Collection<Expr> exprs) {
        Set<String> read = new TreeSet<>(ExprColumns.of(exprs));
        read.retainAll(outers.fields().keySet());
        return read;
    }

    public void refuseOuters(Expr condition, Node node) {
        ExprColumns.of(condition).stream()
                .filter(outers.fields()::containsKey)
                .findFirst()
                .ifPresent(name -> {
                    throw origins()
                            .error(
                                    origins().at(condition, node.at()),
                                    "rows that are sampled, or joined by ASOF or by their places, cannot depend on the"
                                            + " query around");
                });
    }

    /// The plan with its first columns renamed.
    public LogicalPlan renamed(LogicalPlan plan, List<Name> columns, Node node) {
        if (columns.isEmpty()) {
            return plan;
        }
        List<String> names = plan.schema().names();
        checkNames(columns, names.size(), node);
        List<Expr> exprs = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Expr column = Expressions.col(names.get(i));
            exprs.add(i < columns.size() ? column.as(columns.get(i).text()) : column);
        }
        try {
            return new LogicalPlan.Project(plan, exprs);
        } catch (IllegalArgumentException twice) {
            throw origins().error(node, Origins.message(twice));
        }
    }

    public void checkNames(List<Name> names, int columns, Node node) {
        if (names.size() > columns) {
            throw origins().error(node, names.size() + " names for " + columns + " columns");
        }
    }
}
