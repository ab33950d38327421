package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Matching;
import dev.sheaf.sql.tree.Query;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/// Reads what follows an operand in BETWEEN, IN, LIKE and the other tests of patterns.
final class MembershipParser {
    /// Operators of patterns written as symbols; those with `!` say NOT.
    private static final Map<String, Matching> PATTERNS = Map.of(
            "~~", Matching.LIKE,
            "!~~", Matching.LIKE,
            "~~*", Matching.ILIKE,
            "!~~*", Matching.ILIKE,
            "~~~", Matching.GLOB,
            "~", Matching.REGEX,
            "!~", Matching.REGEX);

    private final Cursor cursor;
    private final PartParser parts;
    private final Supplier<Expression> side;
    private final Supplier<List<Expression>> list;

    /// @param side reads an operand of these tests
    /// @param list reads expressions between commas
    MembershipParser(Cursor cursor, PartParser parts, Supplier<Expression> side, Supplier<List<Expression>> list) {
        this.cursor = cursor;
        this.parts = parts;
        this.side = side;
        this.list = list;
    }

    /// Whether one stands here.
    boolean follows() {
        Token token = cursor.at("NOT") ? cursor.ahead(1) : cursor.token();
        Token after = cursor.at("NOT") ? cursor.ahead(2) : cursor.ahead(1);
        return switch (token.word()) {
            case "BETWEEN", "IN", "LIKE", "ILIKE", "GLOB" -> true;
            case "SIMILAR" -> after.is("TO");
            default -> token.kind() == Token.Kind.SYMBOL && PATTERNS.containsKey(token.text());
        };
    }

    /// The test of an expression that begins at `start`.
    Expression read(Expression left, int start) {
        boolean negated = cursor.accept("NOT");
        Token word = cursor.next();
        return switch (word.word()) {
            case "BETWEEN" -> between(left, negated, start);
            case "IN" -> in(left, negated, start);
            case "LIKE" -> like(Matching.LIKE, left, negated, start);
            case "ILIKE" -> like(Matching.ILIKE, left, negated, start);
            case "GLOB" -> like(Matching.GLOB, left, negated, start);
            case "SIMILAR" -> {
                cursor.next();
                yield like(Matching.SIMILAR_TO, left, negated, start);
            }
            default -> {
                Matching matching = Objects.requireNonNull(PATTERNS.get(word.text()));
                yield like(matching, left, negated ^ word.text().startsWith("!"), start);
            }
        };
    }

    private Expression between(Expression left, boolean negated, int start) {
        boolean symmetric = cursor.accept("SYMMETRIC");
        if (!symmetric) {
            cursor.accept("ASYMMETRIC");
        }
        Expression low = side.get();
        cursor.expect("AND");
        return new Expression.Between(left, low, side.get(), symmetric, negated, cursor.from(start));
    }

    private Expression like(Matching matching, Expression left, boolean negated, int start) {
        Expression pattern = side.get();
        Optional<Expression> escape = cursor.accept("ESCAPE") ? Optional.of(side.get()) : Optional.empty();
        return new Expression.Like(matching, left, pattern, escape, negated, cursor.from(start));
    }

    private Expression in(Expression left, boolean negated, int start) {
        if (!cursor.atSymbol("(")) {
            return new Expression.InValue(left, side.get(), negated, cursor.from(start));
        }
        if (cursor.isQueryInParentheses()) {
            Query query = cursor.parenthesised(parts::query);
            return new Expression.InQuery(left, query, negated, cursor.from(start));
        }
        cursor.next();
        List<Expression> options = list.get();
        boolean isQuery = options.getFirst() instanceof Expression.Scalar && !cursor.atSymbol(")");
        if (isQuery && options.size() == 1) {
            Expression.Scalar first = (Expression.Scalar) options.getFirst();
            Query query = parts.behind(first.query(), first.at().start());
            cursor.expectSymbol(")");
            return new Expression.InQuery(left, query, negated, cursor.from(start));
        }
        cursor.expectSymbol(")");
        // Parentheses around a query change nothing.
        return options.size() == 1 && options.getFirst() instanceof Expression.Scalar scalar
                ? new Expression.InQuery(left, scalar.query(), negated, cursor.from(start))
                : new Expression.InList(left, options, negated, cursor.from(start));
    }
}
