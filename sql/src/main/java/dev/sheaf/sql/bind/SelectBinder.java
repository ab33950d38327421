package dev.sheaf.sql.bind;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.BoundSelect.Clauses;
import dev.sheaf.sql.bind.BoundSelect.Condition;
import dev.sheaf.sql.bind.expression.ExpressionBinder;
import dev.sheaf.sql.bind.expression.WindowSpec;
import dev.sheaf.sql.bind.from.From;
import dev.sheaf.sql.bind.from.FromBinder;
import dev.sheaf.sql.bind.from.FromContext;
import dev.sheaf.sql.bind.from.Queries;
import dev.sheaf.sql.bind.from.Questions;
import dev.sheaf.sql.bind.scope.Aliases;
import dev.sheaf.sql.bind.scope.CallColumns;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.ColumnChoice;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Outers;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Query;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Binds the clauses of one SELECT with its ORDER BY, in the order in which names come into being: [BoundSelect].
/// `SelectPlan` makes the plan of them.
final class SelectBinder {
    private final Queries queries;
    private final Relations relations;
    private final Origins origins;

    SelectBinder(Queries queries, Relations relations) {
        this.queries = queries;
        this.relations = relations;
        this.origins = queries.origins();
    }

    LogicalPlan bind(Query.Select select, Tail tail) {
        return SelectPlan.of(bound(select, tail, Outers.outOfReach(relations.around())));
    }

    /// A SELECT in an expression of another.
    SelectContext.Inner bindInner(Query.Select select, Tail tail, SelectContext around) {
        return new InnerSelect(bound(select, tail, Outers.of(around))).bind();
    }

    private BoundSelect bound(Query.Select select, Tail tail, Outers outers) {
        FromContext context = new FromContext(queries, relations, outers);
        From rows = new FromBinder(context).bind(select.from());
        From from = select.sample().map(sample -> context.sampled(rows, sample)).orElse(rows);
        return new BoundSelect(select, tail, from, clauses(select, from.scope(), tail, outers));
    }

    private Clauses clauses(Query.Select select, Scope scope, Tail tail, Outers outers) {
        SelectContext context = new SelectContext(
                origins,
                queries.parameters(),
                scope,
                new Aliases(),
                new CallColumns(scope.schema(), outers.fields()),
                select.windows(),
                outers,
                Optional.of((query, around) -> queries.bindInner(query, relations, around)));
        WindowSpec.check(context);
        List<SelectList.Item> items = SelectList.bind(select.items(), context);
        Optional<Condition> where = condition(select.where(), new ExpressionBinder(context, Clause.WHERE));
        GroupKeys.Sets keys = GroupKeys.bind(select.groupBy(), context, items);
        context.calls().groupBy(GroupKeys.columns(keys.keys()));
        context.calls().groupBy(readByQueries(keys.keys(), context));
        return new Clauses(
                context,
                items,
                distinctOn(select, context, items),
                where,
                keys,
                condition(select.having(), ExpressionBinder.having(context, GroupKeys.columns(keys.keys()))),
                condition(select.qualify(), new ExpressionBinder(context, Clause.QUALIFY)),
                OrderKeys.bind(tail.orderBy(), context, items));
    }

    /// The columns that the queries in keys read of the rows.
    private static Set<String> readByQueries(List<GroupKeys.Key> keys, SelectContext context) {
        List<Expr> exprs = keys.stream().map(GroupKeys.Key::expr).toList();
        return ExprColumns.of(new Questions(context.calls()).readers(exprs));
    }

    /// The keys of DISTINCT ON, which may be positions and aliases as those of ORDER BY. They are all items where
    /// DISTINCT takes values as equal that are not alike.
    private static List<OrderKeys.Key> distinctOn(
            Query.Select select, SelectContext context, List<SelectList.Item> items) {
        boolean isCollated =
                items.stream().anyMatch(item -> context.collation(item.expr()).isPresent());
        if (select.distinct().distinct() && select.distinct().on().isEmpty() && isCollated) {
            return OrderKeys.bind(
                    List.of(new OrderItem(Optional.empty(), false, Optional.empty(), select.at())), context, items);
        }
        List<OrderItem> keys = select.distinct().on().stream()
                .map(key -> new OrderItem(Optional.of(key), false, Optional.empty(), key.at()))
                .toList();
        return OrderKeys.bind(keys, context, items);
    }

    /// A condition; one with COLUMNS has to hold for each column.
    private Optional<Condition> condition(Optional<Expression> node, ExpressionBinder binder) {
        return node.map(given -> {
            ColumnChoice choice = new ColumnChoice();
            Expr condition = binder.with(choice).condition(given);
            while (choice.next()) {
                condition = origins.note(condition.and(binder.with(choice).condition(given)), given);
            }
            // A bool is taken as it is; anything else is refused by the same rule as under NOT.
            binder.type(condition.not(), given);
            return new Condition(condition, given);
        });
    }
}
