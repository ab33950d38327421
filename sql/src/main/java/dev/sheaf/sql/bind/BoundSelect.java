package dev.sheaf.sql.bind;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.SortKey;
import dev.sheaf.sql.bind.from.From;
import dev.sheaf.sql.bind.from.Questions;
import dev.sheaf.sql.bind.scope.Collation;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A SELECT whose names are found, before there is a plan.
record BoundSelect(Query.Select select, Tail tail, From from, Clauses clauses) {

    /// The conditions on the rows of FROM.
    List<Expr> conditions() {
        List<Expr> conditions = new ArrayList<>(from.conditions());
        clauses.where().ifPresent(where -> conditions.add(where.expr()));
        return conditions;
    }

    /// What the rows of the result are ordered by, over those of FROM or the groups; nothing if there is one row.
    List<SortKey> order() {
        if (!clauses.orderBy().isEmpty()
                || clauses.isGrouped()
                || select.distinct().distinct()) {
            return clauses.isOneRow()
                    ? List.of()
                    : clauses.orderBy().stream()
                            .map(key -> key.sortKey(key.expr()))
                            .toList();
        }
        return from.order();
    }

    /// The same with more columns in the result.
    BoundSelect with(List<SelectList.Item> more) {
        List<SelectList.Item> items = new ArrayList<>(clauses.items());
        items.addAll(more);
        return new BoundSelect(select, tail, from, clauses.withItems(items));
    }

    /// The bound clauses: expressions over the columns of FROM, and over the aggregates and windows of the context.
    record Clauses(
            SelectContext context,
            List<SelectList.Item> items,
            List<OrderKeys.Key> distinctOn,
            Optional<Condition> where,
            GroupKeys.Sets groupBy,
            Optional<Condition> having,
            Optional<Condition> qualify,
            List<OrderKeys.Key> orderBy) {

        boolean isGrouped() {
            return groupBy.given()
                    || having.isPresent()
                    || !context.calls().aggregates().isEmpty()
                    || !context.calls().groupings().isEmpty();
        }

        /// Whether the groups are one, which is there without rows, too.
        boolean isOneRow() {
            return isGrouped() && groupBy.keys().isEmpty() && groupBy.isPlain();
        }

        private Clauses withItems(List<SelectList.Item> others) {
            return new Clauses(context, others, distinctOn, where, groupBy, having, qualify, orderBy);
        }

        Questions questions() {
            return new Questions(context.calls());
        }

        /// The expressions that are computed before rows are grouped.
        List<Expr> below() {
            if (!isGrouped()) {
                return List.of();
            }
            List<Expr> below = new ArrayList<>(context.calls().aggregates().values());
            groupBy.keys().forEach(key -> below.add(key.expr()));
            below.addAll(unnestedBelow().values());
            context.calls().places().values().forEach(keys -> keys.forEach(key -> below.add(key.expr())));
            context.calls().rowOrder().forEach(key -> below.add(key.expr()));
            return below;
        }

        /// The lists that are unnested before rows are grouped, since keys read their elements.
        Map<String, Expr> unnestedBelow() {
            Map<String, Expr> below = new LinkedHashMap<>(context.calls().unnests());
            below.keySet().retainAll(context.calls().unnestedBelow());
            return below;
        }

        /// The lists that are unnested above groups and windows.
        Map<String, Expr> unnestedAbove() {
            Map<String, Expr> above = new LinkedHashMap<>(context.calls().unnests());
            above.keySet().removeAll(context.calls().unnestedBelow());
            return above;
        }

        /// The seeds of the random numbers that rows have, by column; what else asks for some asks for those of groups.
        Map<String, Long> randomRows() {
            Map<String, Long> rows = new LinkedHashMap<>(context.calls().randoms());
            if (isGrouped() && !rows.isEmpty()) {
                List<Expr> below = new ArrayList<>(below());
                where.ifPresent(condition -> below.add(condition.expr()));
                rows.keySet().retainAll(ExprColumns.of(below));
            }
            return rows;
        }

        /// As [#randomRows] of the random numbers that groups have.
        Map<String, Long> randomGroups() {
            Map<String, Long> groups = new LinkedHashMap<>(context.calls().randoms());
            groups.keySet().removeAll(randomRows().keySet());
            return groups;
        }

        /// The expressions that are computed of the rows or groups that are left.
        List<Expr> above() {
            List<Expr> above = new ArrayList<>();
            items.forEach(item -> above.add(item.expr()));
            distinctOn.forEach(key -> above.add(key.expr()));
            qualify.ifPresent(condition -> above.add(condition.expr()));
            orderBy.forEach(key -> above.add(key.expr()));
            above.addAll(unnestedAbove().values());
            context.calls().windows().values().forEach(window -> above.addAll(window.reads()));
            return above;
        }

        /// How columns of the result are compared whose values are not compared as they are, by name.
        Map<String, Collation> collations() {
            Map<String, Collation> collations = new HashMap<>();
            items.forEach(item -> context.said(item.expr()).ifPresent(how -> collations.put(item.name(), how)));
            return collations;
        }

        /// The names that the SELECT list gives, by expression; the first of equal expressions counts. Lists that are
        /// unnested are called as their elements are.
        Map<Expr, String> names() {
            Map<Expr, String> names = new HashMap<>();
            items.forEach(item -> names.putIfAbsent(item.expr(), item.name()));
            unnestedAbove().forEach((column, list) -> {
                if (names.containsKey(Expressions.col(column))) {
                    names.putIfAbsent(list, names.get(Expressions.col(column)));
                }
            });
            return names;
        }
    }

    record Condition(Expr expr, Node node) {}
}
