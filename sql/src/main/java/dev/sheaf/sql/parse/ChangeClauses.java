package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.ColumnValue;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the clauses that statements which change rows have in common: the table's other name, SET, RETURNING.
final class ChangeClauses {
    private final Grammar grammar;
    private final Cursor cursor;

    ChangeClauses(Grammar grammar) {
        this.grammar = grammar;
        this.cursor = grammar.cursor;
    }

    /// One expression cannot become several here.
    void refuseColumns(int first) {
        cursor.read(first, token -> token.is("COLUMNS")).ifPresent(columns -> {
            throw cursor.error(columns.at(), "UPDATE, DELETE and MERGE take no COLUMNS; name the columns");
        });
    }

    /// Another name for the table; only SET, which goes on, might be one.
    Optional<Name> alias() {
        boolean named = cursor.accept("AS") || (cursor.token().isName() && !cursor.at("SET"));
        return named ? Optional.of(cursor.name()) : Optional.empty();
    }

    /// The items behind RETURNING; none without.
    List<Item> returning() {
        return cursor.accept("RETURNING") ? grammar.items.items() : List.of();
    }

    /// `a = 1, (b, c) = (2, 3)`.
    List<ColumnValue> columnValues() {
        return cursor.list(() -> cursor.atSymbol("(") ? rowValues() : List.of(columnValue())).stream()
                .flatMap(List::stream)
                .toList();
    }

    private List<ColumnValue> rowValues() {
        int start = cursor.start();
        List<Name> columns = cursor.parenthesised(() -> cursor.list(cursor::name));
        cursor.expectSymbol("=");
        cursor.accept("ROW");
        List<Expression> values = cursor.parenthesised(() -> cursor.list(this::valueOrDefault));
        if (values.size() != columns.size()) {
            throw cursor.error(cursor.from(start), values.size() + " values for " + columns.size() + " columns");
        }
        List<ColumnValue> pairs = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            pairs.add(new ColumnValue(columns.get(i), values.get(i), cursor.from(start)));
        }
        return pairs;
    }

    private ColumnValue columnValue() {
        int start = cursor.start();
        Name column = cursor.name();
        cursor.expectSymbol("=");
        Expression value = valueOrDefault();
        return new ColumnValue(column, value, cursor.from(start));
    }

    Expression valueOrDefault() {
        return cursor.at("DEFAULT") ? new Expression.Default(cursor.next().at()) : grammar.expressions.expression();
    }
}
