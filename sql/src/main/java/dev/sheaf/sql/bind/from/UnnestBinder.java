package dev.sheaf.sql.bind.from;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.expression.Constants;
import dev.sheaf.sql.bind.expression.ExpressionBinder;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.ScopeColumn;
import dev.sheaf.sql.join.JoinOrder;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.Unnesting;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Relation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Binds functions in FROM that give the elements of a list: `unnest(list)`, and `range` and `generate_series` of
/// moments and of what is not constant. The list may be computed of the relations before it and of the query around.
final class UnnestBinder {
    private static final String UNNEST = "unnest";
    private static final String ORDINALITY = "ordinality";
    private static final Set<String> SERIES = Set.of("range", "generate_series");

    private final FromContext context;

    UnnestBinder(FromContext context) {
        this.context = context;
    }

    boolean takes(Relation.Function function) {
        return isUnnest(function) || (!function.ordinality() && isSeriesOfColumns(function));
    }

    private static String name(Relation.Function function) {
        return function.call().name().toLowerCase(Locale.ROOT);
    }

    private static boolean isUnnest(Relation.Function function) {
        return name(function).equals(UNNEST);
    }

    /// Whether moments are asked for, or numbers from or to what only columns say.
    private boolean isSeriesOfColumns(Relation.Function function) {
        Constants constants = new Constants(context.origins(), context.queries().parameters());
        return SERIES.contains(name(function))
                && function.call().arguments().stream().anyMatch(argument -> {
                    try {
                        return argument.value() instanceof Expression.Column || constants.isMoment(argument.value());
                    } catch (QueryError noConstant) {
                        return true;
                    }
                });
    }

    /// The rows of the left side, each with the elements of a list that is computed of them. Rows without elements
    /// have one of null, if they are `kept`.
    ///
    /// @param named the function, or what gives it an alias
    From bind(From left, Relation.Function function, Relation named, boolean kept) {
        Expr list = list(left, function);
        Rows rows = rows(left, function.ordinality() ? numbered(list) : list);
        String name = new UniqueNames(rows.plan().schema().names()).unique(name(function));
        List<Expr> columns = new ArrayList<>();
        rows.plan().schema().names().forEach(column -> columns.add(Expressions.col(column)));
        columns.add(rows.list().as(name));
        LogicalPlan lists = new LogicalPlan.Project(rows.plan(), columns);
        LogicalPlan unnested = kept ? new LogicalPlan.Unnest(lists, name) : Unnesting.of(lists, name);
        List<ScopeColumn> known = new ArrayList<>(left.scope().columns());
        known.add(elements(named, name(function), name));
        if (!function.ordinality()) {
            return new From(unnested, new Scope(unnested.schema(), known), rows.conditions());
        }
        String number = new UniqueNames(unnested.schema().names()).unique(ORDINALITY);
        known.add(numbers(named, name(function), number));
        LogicalPlan both = new LogicalPlan.Project(unnested, parts(unnested, name, number));
        return new From(both, new Scope(both.schema(), known), rows.conditions());
    }

    /// As [#bind], of the pairs for which the condition of a join holds.
    From bind(From left, Relation.Function function, Relation named, Expression condition) {
        From pairs = bind(left, function, named, false);
        List<Expr> conditions = new ArrayList<>(pairs.conditions());
        conditions.addAll(
                Conjuncts.split(context.expressions(pairs.scope(), Clause.ON).bind(condition)));
        return new From(pairs.plan(), pairs.scope(), conditions);
    }

    /// Rows from which a list is computed, the list, and the conditions that are not in the plan.
    private record Rows(LogicalPlan plan, Expr list, List<Expr> conditions) {}

    /// The left side. What the list reads of the query around stands in the plan, too: the distinct values, to which
    /// conditions link the rows around.
    private Rows rows(From left, Expr list) {
        List<Expr> around = new ArrayList<>(left.conditions());
        List<Expr> own = left.conditions().stream()
                .filter(condition -> read(condition).isEmpty())
                .toList();
        around.removeAll(own);
        LogicalPlan plan = JoinOrder.of(left.plan(), own);
        Set<String> outers = read(list);
        if (outers.isEmpty()) {
            return new Rows(plan, list, around);
        }
        UniqueNames names = new UniqueNames(plan.schema().names());
        context.outers().fields().keySet().forEach(names::unique);
        Map<String, String> copies = new LinkedHashMap<>();
        outers.forEach(outer -> copies.put(outer, names.unique("read." + outer)));
        List<Expr> columns = new ArrayList<>();
        copies.forEach((outer, copy) -> {
            columns.add(Expressions.col(outer).as(copy));
            around.add(Expressions.call(Function.IS_NOT_DISTINCT_FROM, Expressions.col(outer), Expressions.col(copy)));
        });
        LogicalPlan values = new LogicalPlan.Project(context.outers().rows(outers), columns);
        return new Rows(
                new LogicalPlan.Join(values, plan, JoinKind.INNER, List.of(), Optional.empty()),
                ExprRewrite.mapColumns(list, column -> Expressions.col(copies.getOrDefault(column, column))),
                around);
    }

    /// The columns of the query around that an expression reads.
    private Set<String> read(Expr expr) {
        Set<String> read = new TreeSet<>(ExprColumns.of(expr));
        read.retainAll(context.outers().fields().keySet());
        return read;
    }

    private Expr list(From left, Relation.Function function) {
        List<Expression.Argument> arguments = function.call().arguments();
        if (isUnnest(function) && arguments.size() != 1) {
            throw context.origins().error(function, "unnest takes one list in FROM");
        }
        ExpressionBinder binder = context.expressions(left.scope(), Clause.FROM);
        Expr list = binder.bind(isUnnest(function) ? arguments.getFirst().value() : function.call());
        if (!(binder.type(list, function).decoded() instanceof DataType.ListType)) {
            throw context.origins().error(function, "unnest takes a list");
        }
        return list;
    }

    /// The elements of a list, each with its place from 1 on.
    private static Expr numbered(Expr list) {
        Expr length = Expressions.call(Function.LENGTH, list);
        Expr places = Expressions.call(Function.LIST_RANGE, 1L, length, 1L, true);
        return Expressions.call(Function.LIST_ZIP, list, places);
    }

    /// All columns, the elements and their places taken apart.
    private static List<Expr> parts(LogicalPlan unnested, String name, String number) {
        List<Expr> columns = new ArrayList<>();
        for (String column : unnested.schema().names()) {
            Expr value = Expressions.col(column);
            columns.add(
                    column.equals(name)
                            ? Expressions.call(Function.STRUCT_EXTRACT, value, "element_1")
                                    .as(name)
                            : value);
        }
        columns.add(Expressions.call(Function.STRUCT_EXTRACT, Expressions.col(name), "element_2")
                .as(number));
        return columns;
    }

    private static ScopeColumn numbers(Relation named, String function, String number) {
        if (named instanceof Relation.Aliased(var _, Name alias, List<Name> columns, var _)) {
            String shown = columns.size() < 2 ? ORDINALITY : columns.get(1).text();
            return new ScopeColumn(Optional.of(alias.text()), shown, number);
        }
        return new ScopeColumn(Optional.of(function), ORDINALITY, number);
    }

    private static ScopeColumn elements(Relation named, String function, String name) {
        if (named instanceof Relation.Aliased(var _, Name alias, List<Name> columns, var _)) {
            String shown = columns.isEmpty() ? function : columns.getFirst().text();
            return new ScopeColumn(Optional.of(alias.text()), shown, name);
        }
        return new ScopeColumn(Optional.of(function), function, name);
    }
}
