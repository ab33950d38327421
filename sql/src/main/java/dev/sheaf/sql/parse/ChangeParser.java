package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.ColumnValue;
import dev.sheaf.sql.tree.Clauses.Conflict;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.OnConflict;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads what changes the rows of a table: INSERT, DELETE, TRUNCATE, UPDATE and, by [MergeParser], MERGE.
final class ChangeParser {
    private static final Set<String> FIRST = Set.of("INSERT", "DELETE", "UPDATE", "MERGE");

    private final Grammar grammar;
    private final Cursor cursor;
    private final ChangeClauses clauses;

    ChangeParser(Grammar grammar) {
        this.grammar = grammar;
        this.cursor = grammar.cursor;
        this.clauses = new ChangeClauses(grammar);
    }

    /// Whether a token begins what may stand behind WITH.
    static boolean begins(Token token) {
        return FIRST.contains(token.word());
    }

    Statement change() {
        int start = cursor.start();
        return switch (cursor.token().word()) {
            case "INSERT" -> insert(start);
            case "DELETE" -> delete(start);
            case "TRUNCATE" -> truncate(start);
            case "MERGE" -> new MergeParser(grammar).merge(start);
            default -> update(start);
        };
    }

    private Statement insert(int start) {
        cursor.next();
        Optional<Conflict> brief = orElse(start);
        cursor.expect("INTO");
        List<Name> table = cursor.path(cursor.name());
        Optional<Name> alias = cursor.accept("AS") ? Optional.of(cursor.name()) : Optional.empty();
        boolean byName = cursor.accept("BY", "NAME");
        if (!byName) {
            cursor.accept("BY", "POSITION");
        }
        List<Name> columns = cursor.isQueryInParentheses() ? List.of() : cursor.names();
        boolean allDefaults = columns.isEmpty() && cursor.accept("DEFAULT", "VALUES");
        Query query = allDefaults ? defaults(start) : grammar.queries.query();
        Optional<Conflict> conflict = brief.or(this::conflict);
        List<Item> returning = clauses.returning();
        return new Statement.Insert(table, alias, byName, columns, query, conflict, returning, cursor.from(start));
    }

    /// `INSERT OR REPLACE`, `INSERT OR IGNORE`.
    private Optional<Conflict> orElse(int start) {
        if (!cursor.accept("OR")) {
            return Optional.empty();
        }
        boolean replace = cursor.accept("REPLACE");
        if (!replace) {
            cursor.expect("IGNORE");
        }
        OnConflict action = replace ? OnConflict.REPLACE : OnConflict.NOTHING;
        return Optional.of(new Conflict(action, List.of(), List.of(), Optional.empty(), cursor.from(start)));
    }

    /// `ON CONFLICT (a) DO UPDATE SET b = excluded.b WHERE ...`, `ON CONFLICT DO NOTHING`.
    private Optional<Conflict> conflict() {
        int start = cursor.start();
        if (!cursor.accept("ON", "CONFLICT")) {
            return Optional.empty();
        }
        List<Name> target = cursor.names();
        cursor.expect("DO");
        if (cursor.accept("NOTHING")) {
            return Optional.of(
                    new Conflict(OnConflict.NOTHING, target, List.of(), Optional.empty(), cursor.from(start)));
        }
        cursor.expect("UPDATE");
        cursor.expect("SET");
        int first = cursor.index();
        List<ColumnValue> values = clauses.columnValues();
        Optional<Expression> where = where();
        clauses.refuseColumns(first);
        return Optional.of(new Conflict(OnConflict.UPDATE, target, values, where, cursor.from(start)));
    }

    /// A row without cells: each column has its default.
    private Query defaults(int start) {
        return new Query.Values(List.of(List.of()), cursor.from(start));
    }

    private Statement delete(int start) {
        int first = cursor.index();
        cursor.next();
        cursor.expect("FROM");
        List<Name> table = cursor.path(cursor.name());
        Optional<Name> alias = clauses.alias();
        Optional<Relation> using = cursor.accept("USING") ? Optional.of(grammar.relations.list()) : Optional.empty();
        Optional<Expression> where = where();
        clauses.refuseColumns(first);
        List<Item> returning = clauses.returning();
        return new Statement.Delete(table, alias, using, where, returning, cursor.from(start));
    }

    private Statement truncate(int start) {
        cursor.next();
        cursor.accept("TABLE");
        List<Name> table = cursor.path(cursor.name());
        return new Statement.Delete(
                table, Optional.empty(), Optional.empty(), Optional.empty(), List.of(), cursor.from(start));
    }

    private Statement update(int start) {
        int first = cursor.index();
        cursor.next();
        List<Name> table = cursor.path(cursor.name());
        Optional<Name> alias = clauses.alias();
        cursor.expect("SET");
        List<ColumnValue> values = clauses.columnValues();
        Optional<Relation> from = cursor.accept("FROM") ? Optional.of(grammar.relations.list()) : Optional.empty();
        Optional<Expression> where = where();
        clauses.refuseColumns(first);
        List<Item> returning = clauses.returning();
        return new Statement.Update(table, alias, values, from, where, returning, cursor.from(start));
    }

    private Optional<Expression> where() {
        return cursor.accept("WHERE") ? Optional.of(grammar.expressions.expression()) : Optional.empty();
    }
}
