package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads values that are made of others: rows, lists and their comprehensions, structs, maps, and lambdas.
final class NestedParser {
    private final Cursor cursor;
    private final PartParser parts;

    NestedParser(Cursor cursor, PartParser parts) {
        this.cursor = cursor;
        this.parts = parts;
    }

    Expression row() {
        int start = cursor.start();
        cursor.next();
        List<Expression> values = cursor.parenthesised(this::elements);
        return new Expression.Row(values, cursor.from(start));
    }

    /// Expressions up to the closing parenthesis; there may be none.
    private List<Expression> elements() {
        return cursor.atSymbol(")") ? List.of() : parts.expressions();
    }

    Expression array() {
        int start = cursor.start();
        cursor.next();
        if (cursor.atSymbol("[")) {
            return list(start);
        }
        Query query = cursor.parenthesised(parts::query);
        return new Expression.ArrayOf(query, cursor.from(start));
    }

    Expression list(int start) {
        cursor.expectSymbol("[");
        if (cursor.acceptSymbol("]")) {
            return new Expression.ListOf(List.of(), cursor.from(start));
        }
        Expression first = parts.expression();
        if (cursor.accept("FOR")) {
            return comprehension(first, start);
        }
        List<Expression> elements = new ArrayList<>(List.of(first));
        while (cursor.acceptSymbol(",") && !cursor.atSymbol("]")) {
            elements.add(parts.expression());
        }
        cursor.expectSymbol("]");
        return new Expression.ListOf(List.copyOf(elements), cursor.from(start));
    }

    private Expression comprehension(Expression element, int start) {
        List<Name> names = cursor.list(cursor::name);
        cursor.expect("IN");
        Expression list = parts.expression();
        Optional<Expression> condition = cursor.accept("IF") ? Optional.of(parts.expression()) : Optional.empty();
        cursor.expectSymbol("]");
        return new Expression.Comprehension(element, names, list, condition, cursor.from(start));
    }

    Expression struct() {
        int start = cursor.start();
        cursor.next();
        List<Expression.Argument> fields = cursor.atSymbol("}")
                ? List.of()
                : cursor.list(() -> {
                    Name name = cursor.labelOrText();
                    cursor.expectSymbol(":");
                    return new Expression.Argument(Optional.of(name), parts.expression());
                });
        cursor.expectSymbol("}");
        return new Expression.StructOf(fields, cursor.from(start));
    }

    Expression map() {
        int start = cursor.start();
        cursor.next();
        cursor.next();
        List<Expression.When> entries = cursor.atSymbol("}")
                ? List.of()
                : cursor.list(() -> {
                    Expression key = parts.expression();
                    cursor.expectSymbol(":");
                    return new Expression.When(key, parts.expression());
                });
        cursor.expectSymbol("}");
        return new Expression.MapOf(entries, cursor.from(start));
    }

    Expression lambda() {
        int start = cursor.start();
        cursor.next();
        List<Name> parameters = cursor.list(cursor::name);
        cursor.expectSymbol(":");
        Expression body = parts.expression();
        return new Expression.Lambda(parameters, body, cursor.from(start));
    }
}
