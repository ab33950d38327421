package dev.sheaf.sql.change;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.Dataset;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.rows.ConstantRows;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.RowClause;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// RETURNING: expressions over the rows that a statement changes.
final class Returning {
    private final StatementBinder binder;

    Returning(StatementBinder binder) {
        this.binder = binder;
    }

    /// What makes the change and gives the items of its rows, each time it runs.
    ///
    /// @throws QueryError if an item names what is not there, or holds a query, an aggregate, a window or unnest
    LogicalPlan plan(Statement statement, List<Item> items, RowChange change) {
        LogicalPlan table = binder.collated(
                scan(new ConstantRows(change.given(), List.of())),
                change.made().rules().collations());
        Relation relation = relation(statement);
        List<List<Name>> hidden = change.given().names().stream()
                .filter(name -> !change.made().table().schema().names().contains(name))
                .map(name -> List.of(new Name(name, statement.at())))
                .toList();
        LogicalPlan plan = binder.plan(
                items.stream().map(item -> ofRow(item, hidden)).toList(), relation, RowStatements.TARGET, table);
        if (!isOver(table, plan)) {
            throw binder.error(items.getFirst(), "RETURNING takes expressions of single rows, without queries");
        }
        return scan(new ChangedRows(change, plan));
    }

    private static LogicalPlan scan(Dataset rows) {
        return new LogicalPlan.Scan(rows, rows.schema().names(), Optional.empty());
    }

    private static boolean isOver(LogicalPlan table, LogicalPlan plan) {
        return plan instanceof LogicalPlan.Project project ? isOver(table, project.input()) : plan.equals(table);
    }

    /// An item of single rows; a star is the columns of the table.
    private static Item ofRow(Item item, List<List<Name>> hidden) {
        if (item.value() instanceof Expression.Star star && !hidden.isEmpty()) {
            List<List<Name>> exclude = new ArrayList<>(star.exclude());
            exclude.addAll(hidden);
            return new Item(
                    new Expression.Star(star.relation(), exclude, star.replace(), star.rename(), star.at()),
                    item.alias(),
                    item.at());
        }
        return item.value() instanceof Expression.Star || item.value() instanceof Expression.Columns
                ? item
                : new Item(
                        new Expression.OfRow(
                                RowClause.RETURNING, item.value(), item.value().at()),
                        item.alias(),
                        item.at());
    }

    private static Relation relation(Statement statement) {
        return switch (statement) {
            case Statement.Delete delete -> relation(delete.table(), delete.alias(), delete);
            case Statement.Update update -> relation(update.table(), update.alias(), update);
            case Statement.Insert insert -> relation(insert.table(), insert.alias(), insert);
            case Statement.Merge merge -> relation(merge.table(), merge.alias(), merge);
            default -> throw new IllegalArgumentException("this changes no rows: " + statement);
        };
    }

    private static Relation relation(List<Name> table, Optional<Name> alias, Node node) {
        Relation named = new Relation.Named(List.of(new Name(RowStatements.TARGET, node.at())), node.at());
        return new Relation.Aliased(named, alias.orElseGet(table::getLast), List.of(), node.at());
    }
}
