package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Expression;
import java.util.Optional;

/// Reads what brackets behind an operand say: one element, `[i]`, or a slice, `[from:to:step]`.
final class SubscriptParser {
    private final Cursor cursor;
    private final PartParser parts;

    SubscriptParser(Cursor cursor, PartParser parts) {
        this.cursor = cursor;
        this.parts = parts;
    }

    Expression subscript(Expression operand, int start) {
        cursor.next();
        if (cursor.acceptSymbol("::")) {
            Expression step = bound();
            cursor.expectSymbol("]");
            return new Expression.Slice(
                    operand, Optional.empty(), Optional.empty(), Optional.of(step), cursor.from(start));
        }
        Optional<Expression> first = cursor.atSymbol(":") ? Optional.empty() : Optional.of(bound());
        if (cursor.acceptSymbol("]")) {
            return new Expression.Subscript(operand, first.orElseThrow(), cursor.from(start));
        }
        cursor.expectSymbol(":");
        Optional<Expression> to = sliceEnd();
        Optional<Expression> step = Optional.empty();
        if (cursor.acceptSymbol(":") && !cursor.atSymbol("]")) {
            step = Optional.of(bound());
        }
        cursor.expectSymbol("]");
        return new Expression.Slice(operand, first, to, step, cursor.from(start));
    }

    /// `[1:-:2]` goes to the end.
    private Optional<Expression> sliceEnd() {
        if (cursor.atSymbol("-")
                && (cursor.ahead(1).isSymbol(":") || cursor.ahead(1).isSymbol("]"))) {
            cursor.next();
        }
        return cursor.atSymbol(":") || cursor.atSymbol("]") ? Optional.empty() : Optional.of(bound());
    }

    private Expression bound() {
        return parts.expression();
    }
}
