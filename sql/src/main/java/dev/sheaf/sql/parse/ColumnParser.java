package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.ColumnDefinition;
import dev.sheaf.sql.tree.Clauses.TableKey;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the columns and keys of CREATE TABLE.
final class ColumnParser {
    private final Grammar grammar;
    private final Cursor cursor;
    private final List<ColumnDefinition> columns = new ArrayList<>();
    private final List<TableKey> keys = new ArrayList<>();

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

    /// Reads `(a INTEGER NOT NULL, b VARCHAR DEFAULT 'x', PRIMARY KEY (a))`.
    void read() {
        cursor.parenthesised(() -> cursor.list(this::element));
    }

    /// Reads one column or key.
    boolean element() {
        int start = cursor.start();
        if (cursor.at("CONSTRAINT") && cursor.ahead(1).isName()) {
            cursor.next();
            cursor.name();
        }
        boolean primary = cursor.at("PRIMARY", "KEY");
        if (primary || (cursor.at("UNIQUE") && cursor.ahead(1).isSymbol("("))) {
            acceptKey();
            keys.add(new TableKey(primary, cursor.parenthesised(() -> cursor.list(cursor::name)), cursor.from(start)));
        } else {
            refuse();
            column(start);
        }
        return true;
    }

    private boolean acceptKey() {
        return cursor.accept("PRIMARY", "KEY") || cursor.accept("UNIQUE");
    }

    private void column(int start) {
        Name name = cursor.nameOrText();
        TypeName type = grammar.types.type();
        boolean notNull = false;
        Optional<Expression> otherwise = Optional.empty();
        while (true) {
            boolean primary = cursor.at("PRIMARY");
            if (cursor.accept("NOT", "NULL")) {
                notNull = true;
            } else if (cursor.accept("DEFAULT")) {
                otherwise = Optional.of(value());
            } else if (acceptKey()) {
                keys.add(new TableKey(primary, List.of(name), name.at()));
            } else if (!cursor.accept("NULL")) {
                break;
            }
        }
        refuse();
        columns.add(new ColumnDefinition(name, type, notNull, otherwise, cursor.from(start)));
    }

    /// An operand: after a whole expression NOT NULL would be a part of it.
    Expression value() {
        int start = cursor.start();
        int first = cursor.index();
        boolean negative = cursor.acceptSymbol("-");
        Expression operand = grammar.operands.withPostfixes();
        cursor.read(first, token -> token.kind() == Token.Kind.PARAMETER).ifPresent(parameter -> {
            throw cursor.error(parameter.at(), "a default holds no parameter; its value would be gone");
        });
        return negative ? new Expression.Prefix(Expression.Sign.MINUS, operand, cursor.from(start)) : operand;
    }

    /// What would have to be checked, and is not.
    private void refuse() {
        Token token = cursor.token();
        boolean foreign = cursor.at("FOREIGN", "KEY") || cursor.at("REFERENCES");
        if (foreign || (cursor.at("CHECK") && cursor.ahead(1).isSymbol("("))) {
            throw cursor.error(
                    token.at(), (foreign ? "keys of other tables are" : "CHECK is") + " not supported; leave it out");
        }
    }
}
