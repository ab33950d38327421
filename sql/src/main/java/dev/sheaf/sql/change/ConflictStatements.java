package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.change.catalogue.Assignment;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.keys.UniqueKeys;
import dev.sheaf.sql.rows.UnionRows;
import dev.sheaf.sql.tree.Clauses.ColumnValue;
import dev.sheaf.sql.tree.Clauses.Conflict;
import dev.sheaf.sql.tree.Clauses.MergeKind;
import dev.sheaf.sql.tree.Clauses.OnConflict;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Operator;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Substitution;
import dev.sheaf.sql.tree.TreeSearch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Binds INSERT with ON CONFLICT. Rows whose key the table has update it as `UPDATE ... FROM excluded` does, and the
/// others are inserted, both at once.
final class ConflictStatements {
    /// What expressions call the rows that are proposed.
    private static final String EXCLUDED = "excluded";

    private final StatementBinder binder;
    private final TableStatements tables;

    ConflictStatements(StatementBinder binder, TableStatements tables) {
        this.binder = binder;
        this.tables = tables;
    }

    /// The change that an INSERT makes of the rows of `insertion`.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if the table has no such key, or what is to be updated cannot be bound
    RowChange change(Insertion insertion, Statement.Insert insert, Conflict conflict) {
        Entry.Made made = insertion.made();
        LogicalPlan proposed = made.rules().withGenerated(insertion.query(), binder);
        List<List<String>> keys = keys(made, conflict);
        List<ColumnValue> values = values(insert, conflict, made, keys.getFirst());
        if (values.isEmpty()) {
            return new Proposal(
                    made,
                    proposed,
                    new UniqueKeys(List.of()),
                    rows -> tables.checked(new Insertion(made, others(rows, made, keys))));
        }
        List<String> key = keys.getFirst();
        Statement.Update update = update(insert, conflict, values, made, key);
        Editing _ = editing(proposed, update, made, key);
        return new Proposal(made, proposed, new UniqueKeys(List.of(key)), rows -> editing(rows, update, made, key));
    }

    private List<List<String>> keys(Entry.Made made, Conflict conflict) {
        Set<String> target = Set.copyOf(columns(made, conflict.target()));
        List<List<String>> keys = made.rules().keys().stream()
                .filter(key -> conflict.target().isEmpty() || target.equals(Set.copyOf(key)))
                .toList();
        if (keys.isEmpty()) {
            throw binder.error(conflict, "there is no such PRIMARY KEY or UNIQUE that rows could conflict with");
        }
        if (conflict.action() != OnConflict.NOTHING && keys.size() > 1) {
            throw binder.error(conflict, "the table has several keys; say which one: ON CONFLICT (...) DO UPDATE");
        }
        return keys;
    }

    private List<String> columns(Entry.Made made, List<Name> names) {
        return names.isEmpty()
                ? List.of()
                : Assignment.of(made.table().schema(), names, binder).columns().stream()
                        .map(Field::name)
                        .toList();
    }

    /// What rows do to a table: those of its rows that they change, and those that are new.
    private Editing editing(LogicalPlan rows, Statement.Update update, Entry.Made made, List<String> key) {
        LogicalPlan excluded = binder.collated(rows, made.rules().collations());
        Editing known = new RowStatements(binder.with(EXCLUDED, excluded), tables).update(update);
        EditMarks marks = known.marks();
        List<Expr> marked = new ArrayList<>(List.of(marks.noNumber(), marks.kind(1)));
        made.table().schema().names().forEach(name -> marked.add(col(name)));
        Insertion added = tables.checked(new Insertion(made, others(rows, made, List.of(key))));
        UnionRows all = UnionRows.of(List.of(known.changes(), new LogicalPlan.Project(added.query(), marked)));
        return new Editing(
                made,
                new LogicalPlan.Scan(all, all.schema().names(), Optional.empty()),
                marks,
                List.of(MergeKind.UPDATE, MergeKind.INSERT),
                known.written(),
                Map.of());
    }

    /// The rows whose keys neither the table nor a row before them has, as the columns of the table compare.
    private static LogicalPlan others(LogicalPlan rows, Entry.Made made, List<List<String>> keys) {
        ComparedKeys compared = new ComparedKeys(made.rules().collations());
        LazyFrame frame = LazyFrame.of(compared.beside(rows));
        for (List<String> key : keys) {
            frame = frame.join(LazyFrame.of(compared.renamed(made.table(), key)), JoinKind.ANTI, compared.joined(key));
        }
        FirstOfKeys first =
                new FirstOfKeys(frame.plan(), keys.stream().map(compared::names).toList());
        LogicalPlan all = new LogicalPlan.Scan(first, first.schema().names(), Optional.empty());
        return new LogicalPlan.Project(
                all, rows.schema().names().stream().map(Expressions::col).toList());
    }

    private Statement.Update update(
            Statement.Insert insert, Conflict conflict, List<ColumnValue> values, Entry.Made made, List<String> key) {
        Span at = conflict.at();
        Name table = name(insert);
        if (table.text().equalsIgnoreCase(EXCLUDED)) {
            throw binder.error(insert, "a table called excluded takes no DO UPDATE");
        }
        List<Expression> conditions = new ArrayList<>();
        for (String column : key) {
            conditions.add(chain(column(table.text(), column, at), Operator.EQUAL, column(EXCLUDED, column, at)));
        }
        conflict.where().ifPresent(where -> conditions.add(qualified(where, table, made)));
        Expression where = conditions.stream()
                .reduce((left, right) -> chain(left, Operator.AND, right))
                .orElseThrow();
        return new Statement.Update(
                insert.table(),
                insert.alias(),
                values,
                Optional.of(new Relation.Named(List.of(new Name(EXCLUDED, at)), at)),
                Optional.of(where),
                List.of(),
                at);
    }

    /// What expressions call the table.
    private static Name name(Statement.Insert insert) {
        return insert.alias().orElseGet(insert.table()::getLast);
    }

    /// What is to be set: REPLACE means every column that gets values and is none of the key.
    private List<ColumnValue> values(Statement.Insert insert, Conflict conflict, Entry.Made made, List<String> key) {
        Span at = conflict.at();
        if (conflict.action() != OnConflict.REPLACE) {
            return conflict.values().stream()
                    .map(set -> new ColumnValue(set.column(), qualified(set.value(), name(insert), made), set.at()))
                    .toList();
        }
        return made.rules().assignment(made.table().schema(), insert.columns(), binder).columns().stream()
                .map(Field::name)
                .filter(column -> !key.contains(column))
                .map(column -> new ColumnValue(new Name(column, at), column(EXCLUDED, column, at), at))
                .toList();
    }

    /// A name without relation means the row that is there, also where fields of it follow.
    private Expression qualified(Expression expression, Name table, Entry.Made made) {
        if (TreeSearch.holdsQuery(expression)) {
            throw binder.error(expression, "DO UPDATE takes expressions of single rows, without queries");
        }
        Span at = expression.at();
        Map<String, Expression> columns = new HashMap<>();
        Map<String, Expression> relations = new HashMap<>(); // columns that are called like a relation
        for (String column : made.table().schema().names()) {
            boolean isRelation = column.equalsIgnoreCase(table.text()) || column.equalsIgnoreCase(EXCLUDED);
            (isRelation ? relations : columns).put(column.toLowerCase(Locale.ROOT), column(table.text(), column, at));
        }
        Expression qualified = new Substitution(columns, Map.of(), at).in(expression);
        return Substitution.ofNamesAlone(relations, at).in(qualified);
    }

    private static Expression column(String table, String column, Span at) {
        return new Expression.Column(List.of(new Name(table, at), new Name(column, at)), at);
    }

    private static Expression chain(Expression left, Operator operator, Expression right) {
        return new Expression.Chain(left, List.of(new Expression.Link(operator, right)), left.at());
    }
}
