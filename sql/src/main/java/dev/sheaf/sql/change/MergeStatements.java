package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.join.NumberedRows;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.UnionRows;
import dev.sheaf.sql.tree.Clauses.Match;
import dev.sheaf.sql.tree.Clauses.MergeClause;
import dev.sheaf.sql.tree.Clauses.MergeKind;
import dev.sheaf.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Binds MERGE. Rows that meet, rows of the table without a partner and rows of the source without one are a query
/// each, over the join that gives them ([MergeQuery]), so that each clause names what there is for its rows. Their
/// union is what changes.
final class MergeStatements {
    private final StatementBinder binder;
    private final TableStatements tables;

    MergeStatements(StatementBinder binder, TableStatements tables) {
        this.binder = binder;
        this.tables = tables;
    }

    /// Updates, deletes and inserts rows of a table.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if the table is not there or was not made by CREATE TABLE, or a
    ///     condition or value cannot be bound
    RowChange merge(Statement.Merge merge) {
        Entry.Made made = tables.made(merge.table(), merge);
        UniqueNames names = new UniqueNames(made.table().schema().names());
        String number = names.unique(MergeQuery.OURS + "number");
        String kind = names.unique(MergeQuery.OURS + "kind");
        Field message = new Field(names.unique(MergeQuery.OURS + "message"), DataType.STRING, true);
        LogicalPlan rows =
                new LogicalPlan.Scan(made.table(), made.table().schema().names(), Optional.empty());
        StatementBinder within = binder.with(MergeQuery.TARGET, NumberedRows.of(rows, number));
        List<LogicalPlan> parts = new ArrayList<>();
        for (Match match : Match.values()) {
            if (merge.clauses().stream().anyMatch(clause -> clause.match() == match)) {
                parts.add(part(new MergeQuery(merge, match, made, within, number, message, names), kind, message));
            }
        }
        UnionRows all = UnionRows.of(parts);
        LogicalPlan changes = new LogicalPlan.Scan(all, all.schema().names(), Optional.empty());
        return new Merging(made, made.rules().checks().over(changes, binder), number, kind, message.name());
    }

    /// The columns of the table as they are to be, the number of the row that is changed, null of a new one, and the
    /// kind of the change, and what an error says.
    private LogicalPlan part(MergeQuery query, String kind, Field message) {
        LogicalPlan plan = query.plan();
        List<Expr> columns = new ArrayList<>();
        for (Field field : query.made().table().schema().fields()) {
            Expr before = query.ofTarget() ? col(field.name()) : new Expr.Literal(null, field.type());
            columns.add(value(query, plan, field, before).as(field.name()));
        }
        Expr noNumber = new Expr.Literal(null, DataType.INT64);
        Expr number = query.ofTarget() ? col(query.number()) : noNumber;
        Expr kinds = lit(MergeKind.NOTHING.ordinal());
        for (int i = 0; i < query.clauses().size(); i++) {
            MergeKind of = query.clauses().get(i).action().kind();
            kinds = when(query.chosen(i)).then(lit(of.ordinal())).otherwise(kinds);
            number = isNew(query.clauses().get(i))
                    ? when(query.chosen(i)).then(noNumber).otherwise(number)
                    : number;
        }
        columns.add(number.as(query.number()));
        columns.add(kinds.as(kind));
        columns.add(value(query, plan, message, new Expr.Literal(null, DataType.STRING))
                .as(message.name()));
        try {
            return new LogicalPlan.Project(plan, columns);
        } catch (IllegalArgumentException refused) {
            throw binder.error(query.merge(), String.valueOf(refused.getMessage()));
        }
    }

    private static boolean isNew(MergeClause clause) {
        return clause.action().kind() == MergeKind.INSERT || clause.action().kind() == MergeKind.DEFAULTS;
    }

    /// What a row has in a column: what the clause says that it is chosen by, or what it had.
    private Expr value(MergeQuery query, LogicalPlan plan, Field field, Expr before) {
        Expr value = before;
        for (int i = 0; i < query.clauses().size(); i++) {
            Optional<String> given = query.given(i, field);
            if (given.isPresent()) {
                Expr read = col(given.get());
                Assignment.checked(field, read, plan, query.merge(), binder);
                Expr cast = query.made().rules().checked(read.cast(field.type()), field.type(), field.name());
                value = when(query.chosen(i)).then(cast).otherwise(value);
            }
        }
        return value;
    }
}
