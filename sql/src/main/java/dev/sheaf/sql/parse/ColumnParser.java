package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.ColumnDefinition;
import dev.sheaf.sql.tree.Clauses.ForeignKey;
import dev.sheaf.sql.tree.Clauses.TableCheck;
import dev.sheaf.sql.tree.Clauses.TableKey;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the columns, keys and conditions of CREATE TABLE.
final class ColumnParser {
    private final Grammar grammar;
    private final Cursor cursor;
    private final List<ColumnDefinition> columns = new ArrayList<>();
    private final List<TableKey> keys = new ArrayList<>();
    private final List<TableCheck> checks = new ArrayList<>();
    private final List<ForeignKey> foreignKeys = new ArrayList<>();

    ColumnParser(Grammar grammar) {
        this.grammar = grammar;
        this.cursor = grammar.cursor;
    }

    List<ColumnDefinition> columns() {
        return List.copyOf(columns);
    }

    List<TableKey> keys() {
        return List.copyOf(keys);
    }

    List<TableCheck> checks() {
        return List.copyOf(checks);
    }

    List<ForeignKey> foreignKeys() {
        return List.copyOf(foreignKeys);
    }

    /// Reads `(a INTEGER NOT NULL, b VARCHAR DEFAULT 'x', PRIMARY KEY (a))`.
    void read() {
        cursor.parenthesised(() -> cursor.list(this::element));
    }

    /// Reads one column, key or condition.
    boolean element() {
        int start = cursor.start();
        acceptName();
        boolean primary = cursor.at("PRIMARY", "KEY");
        if (primary || (cursor.at("UNIQUE") && cursor.ahead(1).isSymbol("("))) {
            acceptKey();
            keys.add(new TableKey(primary, cursor.parenthesised(() -> cursor.list(cursor::name)), cursor.from(start)));
        } else if (cursor.at("FOREIGN", "KEY")) {
            cursor.accept("FOREIGN", "KEY");
            List<Name> names = cursor.parenthesised(() -> cursor.list(cursor::name));
            cursor.expect("REFERENCES");
            foreignKeys.add(references(names, start));
        } else if (!acceptCheck()) {
            column(start);
        }
        return true;
    }

    /// The name of what is said of a column or table, which nothing asks for.
    private void acceptName() {
        if (cursor.at("CONSTRAINT") && cursor.ahead(1).isName()) {
            cursor.next();
            cursor.name();
        }
    }

    private boolean acceptCheck() {
        if (!cursor.at("CHECK") || !cursor.ahead(1).isSymbol("(")) {
            return false;
        }
        int start = cursor.start();
        int first = cursor.index();
        cursor.next();
        Expression condition = cursor.parenthesised(grammar.expressions::expression);
        refuseParameters(first, "CHECK");
        Span at = cursor.from(start);
        checks.add(new TableCheck(condition, cursor.source().text().substring(at.start(), at.end()), at));
        return true;
    }

    /// `t (a, b) ON DELETE RESTRICT`; without columns it is the primary key of the table.
    private ForeignKey references(List<Name> columns, int start) {
        List<Name> table = cursor.path(cursor.name());
        List<Name> key = cursor.atSymbol("(") ? cursor.parenthesised(() -> cursor.list(cursor::name)) : List.of();
        while (cursor.accept("ON", "DELETE") || cursor.accept("ON", "UPDATE")) {
            if (!cursor.accept("RESTRICT") && !cursor.accept("NO", "ACTION")) {
                throw cursor.error(
                        cursor.token().at(), "a key of another table refuses what would break it; nothing cascades");
            }
        }
        return new ForeignKey(columns, table, key, cursor.from(start));
    }

    private boolean acceptKey() {
        return cursor.accept("PRIMARY", "KEY") || cursor.accept("UNIQUE");
    }

    private void column(int start) {
        Name name = cursor.nameOrText();
        Optional<TypeName> type = isGenerated() ? Optional.empty() : Optional.of(grammar.types.type());
        List<Name> collation = List.of();
        boolean notNull = false;
        Optional<Expression> otherwise = Optional.empty();
        Optional<TableCheck> generated = Optional.empty();
        while (true) {
            acceptName();
            boolean primary = cursor.at("PRIMARY");
            if (cursor.accept("COLLATE")) {
                collation = cursor.path(cursor.name());
            } else if (cursor.accept("NOT", "NULL")) {
                notNull = true;
            } else if (cursor.accept("DEFAULT")) {
                otherwise = Optional.of(value());
            } else if (acceptKey()) {
                keys.add(new TableKey(primary, List.of(name), name.at()));
            } else if (cursor.accept("REFERENCES")) {
                foreignKeys.add(references(List.of(name), start));
            } else if (generated.isEmpty() && isGenerated()) {
                generated = Optional.of(generated());
            } else if (!acceptCheck() && !cursor.accept("NULL")) {
                break;
            }
        }
        columns.add(new ColumnDefinition(name, type, collation, notNull, otherwise, generated, cursor.from(start)));
    }

    private boolean isGenerated() {
        return cursor.at("GENERATED", "ALWAYS")
                || (cursor.at("AS") && cursor.ahead(1).isSymbol("("));
    }

    /// `GENERATED ALWAYS AS (a + b) VIRTUAL`, of which all but `AS (a + b)` may be left out.
    private TableCheck generated() {
        if (cursor.accept("GENERATED", "ALWAYS")) {
            cursor.expect("AS");
        } else {
            cursor.next();
        }
        int start = cursor.start();
        int first = cursor.index();
        Expression value = cursor.parenthesised(grammar.expressions::expression);
        refuseParameters(first, "a generated column");
        Span at = cursor.from(start);
        cursor.accept("VIRTUAL");
        return new TableCheck(value, cursor.source().text().substring(at.start(), at.end()), at);
    }

    /// At most a comparison: after a whole expression NOT NULL would be a part of it.
    Expression value() {
        int first = cursor.index();
        Expression value = grammar.expressions.comparison();
        refuseParameters(first, "a default");
        return value;
    }

    private void refuseParameters(int first, String what) {
        cursor.read(first, token -> token.kind() == Token.Kind.PARAMETER).ifPresent(parameter -> {
            throw cursor.error(parameter.at(), what + " holds no parameter; its value would be gone");
        });
    }
}
