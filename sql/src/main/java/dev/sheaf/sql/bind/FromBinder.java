package dev.sheaf.sql.bind;

import dev.sheaf.column.Names;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.expression.Constants;
import dev.sheaf.sql.bind.expression.ExpressionBinder;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Outers;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.join.JoinOrder;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.Unnesting;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Relation;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Binds FROM: a table, a file, a sub-query, under a name of its own or not; joins of these by
/// `JoinBinder`.
final class FromBinder {
    private final QueryBinder queries;
    private final Relations relations;
    private final Outers outers;
    private final Origins origins;
    private final TableFunctions functions;

    /// Queries that were bound before it was known how they are joined.
    private final Map<Relation.Subquery, SelectContext.Inner> bound = new IdentityHashMap<>();

    FromBinder(QueryBinder queries, Relations relations) {
        this(queries, relations, Outers.none());
    }

    /// For the FROM of a query inside another, of which conditions of joins may read columns.
    FromBinder(QueryBinder queries, Relations relations, Outers outers) {
        this.queries = queries;
        this.outers = outers;
        this.relations = relations;
        this.origins = queries.origins();
        this.functions = new TableFunctions(origins, new Constants(origins, queries.parameters()));
    }

    QueryBinder queries() {
        return queries;
    }

    Relations relations() {
        return relations;
    }

    Map<Relation.Subquery, SelectContext.Inner> bound() {
        return bound;
    }

    Outers outers() {
        return outers;
    }

    From bind(Optional<Relation> relation) {
        if (relation.isEmpty()) {
            Schema empty = Scope.EMPTY.schema();
            return new From(new LogicalPlan.Values(new Table(empty, List.of(), 1)), Scope.EMPTY, List.of());
        }
        return bind(relation.get());
    }

    /// The rows of a relation alone.
    LogicalPlan rows(Relation relation) {
        return one(bind(relation), relation);
    }

    From bind(Relation relation) {
        return switch (relation) {
            case Relation.Named named -> table(named);
            case Relation.Aliased aliased -> aliased(aliased);
            case Relation.Subquery subquery -> new LateralBinder(this).query(subquery);
            case Relation.Function function -> function(function);
            case Relation.Joined joined -> new JoinBinder(this, origins).bind(joined);
            case Relation.Sampled _ -> throw unsupported(relation, "TABLESAMPLE is");
            case Relation.Pivoted pivot -> From.of(PivotBinder.bind(pivot, queries, relations), Optional.empty());
            case Relation.Unpivoted pivot -> From.of(UnpivotBinder.bind(pivot, queries, relations), Optional.empty());
        };
    }

    private QueryError unsupported(Node node, String what) {
        return origins.error(node, what + " not supported");
    }

    private From table(Relation.Named named) {
        String last = named.path().getLast().text();
        return relations
                .find(Name.dotted(named.path()))
                .map(relation -> From.of(plan(relation, named), Optional.of(relation.name())))
                .or(() -> isPath(last) && named.path().size() == 1
                        ? Optional.of(functions.file(last, named))
                        : Optional.empty())
                .orElseThrow(() -> unknown(named));
    }

    private LogicalPlan plan(Relations.Relation relation, Node node) {
        try {
            return relation.plan();
        } catch (IllegalArgumentException refused) {
            String problem = refused instanceof QueryError inner ? inner.problem() : Origins.message(refused);
            throw origins.error(node, "\"" + relation.name() + "\" cannot be read: " + problem);
        }
    }

    private static boolean isPath(String name) {
        return name.contains(".") || name.contains("/") || name.contains("*");
    }

    private QueryError unknown(Relation.Named named) {
        String whole = Name.dotted(named.path());
        List<String> names = relations.names();
        String known = names.isEmpty() ? "" : "; tables: " + String.join(", ", names);
        String file = named.path().size() == 1
                ? " A file takes quotes and its ending: FROM '" + whole + ".parquet'."
                : " A file takes quotes: FROM '" + whole + "'.";
        String meant = Names.didYouMean(whole, names);
        return origins.error(
                named, "there is no table \"" + whole + "\"" + known + "." + (meant.isEmpty() ? file : meant));
    }

    /// `t AS name` or `t AS name(a, b)`.
    private From aliased(Relation.Aliased aliased) {
        if (aliased.relation() instanceof Relation.Function function && isUnnest(function)) {
            return unnest(bind(Optional.empty()), function, aliased, false);
        }
        if (aliased.relation() instanceof Relation.Subquery) {
            return new LateralBinder(this).query(aliased);
        }
        LogicalPlan renamed = renamed(one(bind(aliased.relation()), aliased), aliased.columns(), aliased);
        return From.of(renamed, Optional.of(aliased.name().text()));
    }

    static boolean isUnnest(Relation.Function function) {
        return function.call().name().equalsIgnoreCase("unnest") && !function.ordinality();
    }

    /// The rows of the left side, each with the elements of a list that is computed of them; rows
    /// without elements have one of
    /// null, if they are `kept`. `named` is the function or what gives it an alias.
    From unnest(From left, Relation.Function function, Relation named, boolean kept) {
        List<Expression.Argument> arguments = function.call().arguments();
        if (arguments.size() != 1) {
            throw origins.error(function, "unnest takes one list in FROM");
        }
        SelectContext context = SelectContext.of(origins, queries.parameters(), left.scope(), outers);
        ExpressionBinder binder = new ExpressionBinder(context, Clause.FROM);
        Expr list = binder.bind(arguments.getFirst().value());
        if (!(binder.type(list, function).decoded() instanceof dev.sheaf.column.DataType.ListType)) {
            throw origins.error(function, "unnest takes a list");
        }
        refuseOuters(list, function);
        LogicalPlan rows = filtered(left, function);
        String name = new UniqueNames(rows.schema().names()).unique("unnest");
        List<Expr> columns = new ArrayList<>();
        rows.schema().names().forEach(column -> columns.add(Expressions.col(column)));
        columns.add(list.as(name));
        LogicalPlan lists = new LogicalPlan.Project(rows, columns);
        LogicalPlan unnested = kept ? new LogicalPlan.Unnest(lists, name) : Unnesting.of(lists, name);
        List<Scope.Column> known = new ArrayList<>(left.scope().columns());
        String relation = named instanceof Relation.Aliased(var _, Name alias, var _, var _) ? alias.text() : "unnest";
        String shown =
                named instanceof Relation.Aliased aliased && !aliased.columns().isEmpty()
                        ? aliased.columns().getFirst().text()
                        : "unnest";
        known.add(new Scope.Column(Optional.of(relation), shown, name, true));
        return new From(unnested, new Scope(unnested.schema(), known), List.of());
    }

    /// Relations as one, of which nobody but the query sees that they are several.
    private LogicalPlan one(From from, Node node) {
        List<Scope.Column> columns = from.scope().listed();
        List<String> shown = columns.stream().map(Scope.Column::planName).toList();
        boolean isRelation = !(from.plan() instanceof LogicalPlan.Join);
        if (isRelation
                && from.conditions().isEmpty()
                && shown.equals(from.plan().schema().names())) {
            return from.plan();
        }
        List<String> names =
                UniqueNames.of(columns.stream().map(Scope.Column::name).toList());
        List<Expr> exprs = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            exprs.add(Expressions.col(columns.get(i).planName()).as(names.get(i)));
        }
        return new LogicalPlan.Project(filtered(from, node), exprs);
    }

    /// The plan of relations with their conditions in it.
    ///
    /// @throws QueryError if one reads the query around
    LogicalPlan filtered(From from, Node node) {
        from.conditions().forEach(condition -> refuseOuters(condition, node));
        return JoinOrder.of(from.plan(), from.conditions());
    }

    void refuseOuters(Expr condition, Node node) {
        ExprColumns.of(condition).stream()
                .filter(outers.fields()::containsKey)
                .findFirst()
                .ifPresent(name -> {
                    throw origins.error(
                            origins.at(condition, node.at()),
                            "the condition of an outer join cannot read the query around it; write it in WHERE");
                });
    }

    /// The plan with its first columns renamed.
    LogicalPlan renamed(LogicalPlan plan, List<Name> columns, Node node) {
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
            throw origins.error(node, Origins.message(twice));
        }
    }

    void checkNames(List<Name> names, int columns, Node node) {
        if (names.size() > columns) {
            throw origins.error(node, names.size() + " names for " + columns + " columns");
        }
    }

    private From function(Relation.Function function) {
        if (isUnnest(function)) {
            return unnest(bind(Optional.empty()), function, function, false);
        }
        if (function.lateral() || function.ordinality()) {
            throw unsupported(function, function.lateral() ? "LATERAL is" : "WITH ORDINALITY is");
        }
        return functions.bind(function.call());
    }
}
