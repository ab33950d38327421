package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads operands: constants, names, calls, what stands in parentheses, brackets and braces ([NestedParser]), and what
/// may stand directly behind: casts, subscripts ([SubscriptParser]), fields.
final class OperandParser {
    private static final Set<String> INTERVAL_UNITS = Set.of(
            "YEAR",
            "QUARTER",
            "MONTH",
            "WEEK",
            "DAY",
            "HOUR",
            "MINUTE",
            "SECOND",
            "MILLISECOND",
            "MICROSECOND",
            "DECADE",
            "CENTURY",
            "CENTURIE",
            "MILLENNIUM");

    private final Cursor cursor;
    private final PartParser parts;
    private final CallParser calls;
    private final StarParser stars;
    private final TypeParser types;
    private final NestedParser nested;
    private final SubscriptParser subscripts;

    OperandParser(Cursor cursor, PartParser parts, CallParser calls, StarParser stars, TypeParser types) {
        this.cursor = cursor;
        this.parts = parts;
        this.calls = calls;
        this.stars = stars;
        this.types = types;
        this.nested = new NestedParser(cursor, parts);
        this.subscripts = new SubscriptParser(cursor, parts);
    }

    Expression withPostfixes() {
        int start = cursor.start();
        Expression operand = operand();
        while (true) {
            if (cursor.atSymbol("::")) {
                cursor.next();
                operand = new Expression.Cast(operand, types.type(), false, cursor.from(start));
            } else if (cursor.atSymbol("[")) {
                operand = subscripts.subscript(operand, start);
            } else if (cursor.atSymbol(".")) {
                operand = field(operand, start);
            } else if (cursor.atSymbol("!")) {
                cursor.next();
                operand = CallParser.factorial(operand, cursor.from(start));
            } else {
                return operand;
            }
        }
    }

    private Expression operand() {
        Token token = cursor.token();
        return switch (token.kind()) {
            case NUMBER -> new Expression.Numeral(cursor.next().text(), token.at());
            case STRING -> new Expression.Text(cursor.next().text(), token.at());
            case BYTES -> new Expression.Bytes(cursor.next().text(), token.at());
            case PARAMETER -> new Expression.Parameter(cursor.next().text(), token.at());
            case SYMBOL -> symbol(token);
            case WORD -> word(token);
            case QUOTED_NAME -> named();
            case END -> throw cursor.unexpected(Expectations.EXPRESSION);
        };
    }

    private Expression symbol(Token token) {
        return switch (token.text()) {
            case "(" -> parenthesised();
            case "[" -> nested.list(cursor.start());
            case "{" -> nested.struct();
            case "*" ->
                cursor.ahead(1).is("COLUMNS") && cursor.ahead(2).isSymbol("(")
                        ? stars.columns()
                        : stars.star(List.of(), cursor.start());
            case "#" -> position();
            default -> throw cursor.unexpected(Expectations.EXPRESSION);
        };
    }

    private Expression position() {
        int start = cursor.start();
        cursor.next();
        if (cursor.token().kind() != Token.Kind.NUMBER || !cursor.token().text().matches("\\d{1,9}")) {
            throw cursor.unexpected("the number of a column");
        }
        int number = Integer.parseInt(cursor.next().text());
        return new Expression.Position(number, cursor.from(start));
    }

    private Expression word(Token token) {
        Token after = cursor.ahead(1);
        boolean call = after.isSymbol("(");
        return switch (token.word()) {
            case "NULL" -> new Expression.Null(cursor.next().at());
            case "TRUE" -> new Expression.Bool(true, cursor.next().at());
            case "FALSE" -> new Expression.Bool(false, cursor.next().at());
            case "CASE" -> branches();
            case "CAST", "TRY_CAST" -> cast();
            case "ANY", "SOME", "ALL" -> throw cursor.unexpected(Expectations.EXPRESSION);
            case "DEFAULT" ->
                after.isSymbol(",") || after.isSymbol(")")
                        ? new Expression.Default(cursor.next().at())
                        : named();
            case "INTERVAL" -> isInterval(after) ? interval() : named();
            case "EXISTS" -> call ? exists() : named();
            case "ARRAY" -> call || after.isSymbol("[") ? nested.array() : named();
            case "MAP" -> after.isSymbol("{") ? nested.map() : named();
            case "ROW" -> call ? nested.row() : named();
            case "COLUMNS" -> call ? stars.columns() : named();
            case "LAMBDA" -> after.isName() ? nested.lambda() : named();
            default -> named();
        };
    }

    /// A name, or what begins with one: a call, a star, a constant with its type.
    private Expression named() {
        int start = cursor.start();
        if (cursor.token().kind() == Token.Kind.WORD && types.isTypedText()) {
            var type = types.type();
            Token text = cursor.next();
            return new Expression.Typed(type, new Expression.Text(text.text(), text.at()), cursor.from(start));
        }
        if (!cursor.token().isName()) {
            throw cursor.unexpected(Expectations.EXPRESSION);
        }
        List<Name> path = cursor.path(cursor.name());
        if (cursor.atSymbol(".") && cursor.ahead(1).isSymbol("*")) {
            cursor.next();
            return stars.star(path, start);
        }
        return cursor.atSymbol("(") ? calls.call(path, start) : new Expression.Column(path, cursor.from(start));
    }

    private static boolean isInterval(Token after) {
        return after.isString()
                || after.kind() == Token.Kind.NUMBER
                || after.kind() == Token.Kind.PARAMETER
                || after.isSymbol("(")
                || after.isSymbol("-");
    }

    /// `INTERVAL '3' DAY`, `INTERVAL -3 DAYS`, `INTERVAL (n) DAY` or `INTERVAL '3 days 2 hours'`.
    private Expression interval() {
        int start = cursor.start();
        cursor.next();
        Expression amount = amount();
        boolean hasUnit = INTERVAL_UNITS.contains(cursor.token().word().replaceAll("S$", ""))
                || cursor.at("CENTURIES")
                || cursor.at("MILLENNIA");
        Optional<Name> unit = hasUnit ? Optional.of(cursor.name()) : Optional.empty();
        return new Expression.Interval(amount, unit, cursor.from(start));
    }

    private Expression amount() {
        int start = cursor.start();
        if (!cursor.atSymbol("-")) {
            return operand();
        }
        cursor.next();
        Expression operand = operand();
        return new Expression.Prefix(Expression.Sign.MINUS, operand, cursor.from(start));
    }

    /// An expression, a row of several, or a query.
    @SuppressWarnings("ReferenceEquality") // the same node means that nothing came behind it
    Expression parenthesised() {
        int start = cursor.start();
        if (cursor.isQueryInParentheses()) {
            Query query = cursor.parenthesised(parts::query);
            return new Expression.Scalar(query, cursor.from(start));
        }
        cursor.next();
        List<Expression> values = parts.expressions();
        if (values.size() == 1 && values.getFirst() instanceof Expression.Scalar scalar) {
            Query longer = parts.behind(scalar.query(), scalar.at().start());
            cursor.expectSymbol(")");
            return longer == scalar.query() ? scalar : new Expression.Scalar(longer, cursor.from(start));
        }
        cursor.expectSymbol(")");
        return values.size() == 1 ? values.getFirst() : new Expression.Row(values, cursor.from(start));
    }

    private Expression exists() {
        int start = cursor.start();
        cursor.next();
        Query query = cursor.parenthesised(parts::query);
        return new Expression.Exists(query, cursor.from(start));
    }

    private Expression branches() {
        int start = cursor.start();
        cursor.next();
        Optional<Expression> subject = cursor.at("WHEN") ? Optional.empty() : Optional.of(parts.expression());
        List<Expression.When> whens = new ArrayList<>();
        cursor.expect("WHEN");
        do {
            Expression condition = parts.expression();
            cursor.expect("THEN");
            whens.add(new Expression.When(condition, parts.expression()));
        } while (cursor.accept("WHEN"));
        Optional<Expression> otherwise = cursor.accept("ELSE") ? Optional.of(parts.expression()) : Optional.empty();
        cursor.expect("END");
        return new Expression.Case(subject, List.copyOf(whens), otherwise, cursor.from(start));
    }

    private Expression cast() {
        int start = cursor.start();
        boolean lenient = cursor.next().is("TRY_CAST");
        cursor.expectSymbol("(");
        Expression operand = parts.expression();
        cursor.expect("AS");
        var type = types.type();
        cursor.expectSymbol(")");
        return new Expression.Cast(operand, type, lenient, cursor.from(start));
    }

    private Expression field(Expression operand, int start) {
        cursor.next();
        Name name = cursor.label();
        if (!cursor.atSymbol("(")) {
            return new Expression.Field(operand, name, cursor.from(start));
        }
        return calls.method(operand, name, new Span(start, name.at().end()));
    }
}
