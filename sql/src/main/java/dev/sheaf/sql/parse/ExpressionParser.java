package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Link;
import dev.sheaf.sql.tree.Expression.Matching;
import dev.sheaf.sql.tree.Expression.Sign;
import dev.sheaf.sql.tree.Expression.Test;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Operator;
import dev.sheaf.sql.tree.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads expressions by climbing: an operand, then every operator that binds at least as tightly as asked for.
final class ExpressionParser {
    private static final Map<String, Operator> SYMBOLS = Map.ofEntries(
            Map.entry("->", Operator.ARROW),
            Map.entry("=", Operator.EQUAL),
            Map.entry("==", Operator.EQUAL),
            Map.entry("<>", Operator.NOT_EQUAL),
            Map.entry("!=", Operator.NOT_EQUAL),
            Map.entry("<", Operator.LESS),
            Map.entry("<=", Operator.LESS_OR_EQUAL),
            Map.entry(">", Operator.GREATER),
            Map.entry(">=", Operator.GREATER_OR_EQUAL),
            Map.entry("||", Operator.CONCAT),
            Map.entry("->>", Operator.LONG_ARROW),
            Map.entry("&&", Operator.OVERLAPS),
            Map.entry("@>", Operator.CONTAINS),
            Map.entry("<@", Operator.CONTAINED),
            Map.entry("^@", Operator.STARTS_WITH),
            Map.entry("&", Operator.BIT_AND),
            Map.entry("|", Operator.BIT_OR),
            Map.entry("<<", Operator.SHIFT_LEFT),
            Map.entry(">>", Operator.SHIFT_RIGHT),
            Map.entry("+", Operator.ADD),
            Map.entry("-", Operator.SUBTRACT),
            Map.entry("*", Operator.MULTIPLY),
            Map.entry("/", Operator.DIVIDE),
            Map.entry("//", Operator.WHOLE_DIVIDE),
            Map.entry("%", Operator.MODULO),
            Map.entry("^", Operator.POWER),
            Map.entry("**", Operator.DOUBLE_STAR));

    private static final Map<String, Sign> SIGNS =
            Map.of("-", Sign.MINUS, "+", Sign.PLUS, "~", Sign.TILDE, "@", Sign.ABSOLUTE);

    private static final Map<String, Test> TESTS =
            Map.of("NULL", Test.NULL, "TRUE", Test.TRUE, "FALSE", Test.FALSE, "UNKNOWN", Test.UNKNOWN);

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
    private final OperandParser operands;

    ExpressionParser(Cursor cursor, PartParser parts, OperandParser operands) {
        this.cursor = cursor;
        this.parts = parts;
        this.operands = operands;
    }

    Expression expression() {
        return cursor.nested(() -> climb(Operator.ARROW.level()));
    }

    /// An expression in which no IN, comparison or anything that binds less tightly stands.
    Expression beforeIn() {
        return cursor.nested(() -> climb(Operator.IN_LEVEL + 1));
    }

    /// An expression in which no NOT, IS or anything that binds less tightly stands.
    Expression comparison() {
        return cursor.nested(() -> climb(Operator.COMPARISON_LEVEL));
    }

    List<Expression> list() {
        return cursor.list(this::expression);
    }

    /// An operand and all operators behind it of this level or a higher one.
    @SuppressWarnings("ReferenceEquality") // the same node means that nothing came behind it
    private Expression climb(int lowest) {
        int start = cursor.start();
        Expression left = cursor.at("NOT") ? not(start, lowest) : signed();
        while (true) {
            Expression longer = longer(left, start, lowest);
            if (longer == left) {
                return left;
            }
            left = longer;
        }
    }

    private Expression not(int start, int lowest) {
        cursor.next();
        Expression operand = cursor.nested(() -> climb(Math.max(lowest, Operator.NOT_LEVEL)));
        return new Expression.Prefix(Sign.NOT, operand, cursor.from(start));
    }

    private Expression signed() {
        int start = cursor.start();
        Sign sign = cursor.token().kind() == Token.Kind.SYMBOL
                ? SIGNS.get(cursor.token().text())
                : null;
        if (sign == null) {
            return operands.withPostfixes();
        }
        cursor.next();
        Expression operand = cursor.nested(() -> switch (sign) {
            case TILDE -> climb(Operator.ADD.level());
            case ABSOLUTE -> climb(Operator.CONCAT.level());
            case NOT, MINUS, PLUS -> signed();
        });
        return new Expression.Prefix(sign, operand, cursor.from(start));
    }

    /// The expression with the next operator and its operands, or itself if no operator of the level follows.
    private Expression longer(Expression left, int start, int lowest) {
        Optional<Operator> operator = operator();
        if (operator.isPresent()) {
            return operator.get().level() < lowest ? left : operation(left, start, operator.get());
        }
        if (lowest <= Operator.IS_LEVEL && isTest()) {
            return test(left, start);
        }
        if (lowest <= Operator.IN_LEVEL && isMembership()) {
            return membership(left, start);
        }
        if (lowest <= Operator.COLLATE_LEVEL && cursor.at("COLLATE")) {
            cursor.next();
            return new Expression.Collate(left, cursor.path(cursor.name()), cursor.from(start));
        }
        if (lowest <= Operator.ZONE_LEVEL && cursor.at("AT", "TIME")) {
            cursor.next();
            cursor.next();
            cursor.expect("ZONE");
            return new Expression.AtTimeZone(left, signed(), cursor.from(start));
        }
        return left;
    }

    /// The operator that stands here between two operands.
    private Optional<Operator> operator() {
        Token token = cursor.token();
        return switch (token.kind()) {
            case SYMBOL -> isPercentSign(token) ? Optional.empty() : Optional.ofNullable(SYMBOLS.get(token.text()));
            case WORD ->
                switch (token.word()) {
                    case "OR" -> Optional.of(Operator.OR);
                    case "AND" -> Optional.of(Operator.AND);
                    case "IS" -> distinctness();
                    default -> Optional.empty();
                };
            default -> Optional.empty();
        };
    }

    /// `LIMIT 10%`: no operand follows.
    private boolean isPercentSign(Token token) {
        Token after = cursor.ahead(1);
        return token.isSymbol("%")
                && (after.kind() == Token.Kind.END
                        || after.isSymbol(")")
                        || after.isSymbol(";")
                        || Set.of("OFFSET", "UNION", "EXCEPT", "INTERSECT").contains(after.word()));
    }

    private Optional<Operator> distinctness() {
        if (cursor.ahead(1).is("DISTINCT") && cursor.ahead(2).is("FROM")) {
            return Optional.of(Operator.IS_DISTINCT_FROM);
        }
        boolean not = cursor.ahead(1).is("NOT")
                && cursor.ahead(2).is("DISTINCT")
                && cursor.ahead(3).is("FROM");
        return not ? Optional.of(Operator.IS_NOT_DISTINCT_FROM) : Optional.empty();
    }

    private Expression operation(Expression left, int start, Operator operator) {
        if (operator == Operator.ARROW) {
            return arrow(left, start);
        }
        List<Link> links = new ArrayList<>();
        Optional<Operator> next = Optional.of(operator);
        while (next.isPresent() && next.get().level() == operator.level()) {
            skip(next.get());
            if (isQuantifier()) {
                Expression so = links.isEmpty() ? left : chain(left, links, start);
                return quantified(so, next.get(), start);
            }
            links.add(new Link(next.get(), climb(operator.level() + 1)));
            next = operator();
            checkComparison(operator, next);
        }
        return chain(left, links, start);
    }

    private Expression chain(Expression left, List<Link> links, int start) {
        return new Expression.Chain(left, List.copyOf(links), cursor.from(start));
    }

    private void skip(Operator operator) {
        int words = switch (operator) {
            case IS_DISTINCT_FROM -> 3;
            case IS_NOT_DISTINCT_FROM -> 4;
            default -> 1;
        };
        for (int i = 0; i < words; i++) {
            cursor.next();
        }
    }

    private void checkComparison(Operator operator, Optional<Operator> next) {
        if (operator.isComparison() && next.isPresent() && next.get().isComparison()) {
            throw cursor.error(
                    cursor.token().at(), "comparisons do not follow each other; write a < b AND b < c, or parentheses");
        }
    }

    private boolean isQuantifier() {
        boolean word = cursor.at("ANY") || cursor.at("SOME") || cursor.at("ALL");
        return word && cursor.ahead(1).isSymbol("(");
    }

    private Expression quantified(Expression left, Operator operator, int start) {
        boolean every = cursor.next().is("ALL");
        Expression among = operands.parenthesised();
        return new Expression.Quantified(left, operator, every, among, cursor.from(start));
    }

    /// A lambda if names stand to the left, else the arrow of JSON. `j -> 'k'` may be both; the binder knows.
    private Expression arrow(Expression left, int start) {
        cursor.next();
        List<Name> parameters = isPath() ? List.of() : parameters(left);
        if (parameters.isEmpty()) {
            Expression right = climb(Operator.LONG_ARROW.level() + 1);
            return new Expression.Chain(left, List.of(new Link(Operator.ARROW, right)), cursor.from(start));
        }
        Expression body = cursor.nested(() -> climb(Operator.ARROW.level()));
        return new Expression.Lambda(parameters, body, cursor.from(start));
    }

    /// Whether a constant follows, and then the next arrow of JSON.
    private boolean isPath() {
        Token.Kind kind = cursor.token().kind();
        return (kind == Token.Kind.STRING || kind == Token.Kind.NUMBER)
                && (cursor.ahead(1).isSymbol("->") || cursor.ahead(1).isSymbol("->>"));
    }

    private static List<Name> parameters(Expression left) {
        return switch (left) {
            case Expression.Column column when column.isSimple() -> column.path();
            case Expression.Row row
            when row.values().stream().allMatch(value -> value instanceof Expression.Column each && each.isSimple()) ->
                row.values().stream()
                        .map(value -> ((Expression.Column) value).last())
                        .toList();
            default -> List.of();
        };
    }

    private boolean isTest() {
        return cursor.at("IS") || cursor.at("ISNULL") || cursor.at("NOTNULL") || cursor.at("NOT", "NULL");
    }

    private Expression test(Expression left, int start) {
        boolean is = cursor.at("IS");
        boolean negated = cursor.next().word().startsWith("NOT");
        Test test = Test.NULL;
        if (is) {
            negated = cursor.accept("NOT");
            test = TESTS.get(cursor.token().word());
            if (test == null) {
                throw cursor.unexpected("NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM");
            }
            cursor.next();
        } else if (cursor.at("NULL") && negated) {
            cursor.next();
        }
        return new Expression.Is(left, test, negated, cursor.from(start));
    }

    private boolean isMembership() {
        Token token = cursor.at("NOT") ? cursor.ahead(1) : cursor.token();
        Token after = cursor.at("NOT") ? cursor.ahead(2) : cursor.ahead(1);
        return switch (token.word()) {
            case "BETWEEN", "IN", "LIKE", "ILIKE", "GLOB" -> true;
            case "SIMILAR" -> after.is("TO");
            default -> token.kind() == Token.Kind.SYMBOL && PATTERNS.containsKey(token.text());
        };
    }

    private Expression membership(Expression left, int start) {
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
                Matching matching = java.util.Objects.requireNonNull(PATTERNS.get(word.text()));
                yield like(matching, left, negated ^ word.text().startsWith("!"), start);
            }
        };
    }

    /// An operand of BETWEEN, IN or LIKE.
    Expression side() {
        return climb(Operator.IN_LEVEL + 1);
    }

    private Expression between(Expression left, boolean negated, int start) {
        boolean symmetric = cursor.accept("SYMMETRIC");
        if (!symmetric) {
            cursor.accept("ASYMMETRIC");
        }
        Expression low = side();
        cursor.expect("AND");
        return new Expression.Between(left, low, side(), symmetric, negated, cursor.from(start));
    }

    private Expression like(Matching matching, Expression left, boolean negated, int start) {
        Expression pattern = side();
        Optional<Expression> escape = cursor.accept("ESCAPE") ? Optional.of(side()) : Optional.empty();
        return new Expression.Like(matching, left, pattern, escape, negated, cursor.from(start));
    }

    private Expression in(Expression left, boolean negated, int start) {
        if (!cursor.atSymbol("(")) {
            return new Expression.InValue(left, side(), negated, cursor.from(start));
        }
        if (cursor.isQueryInParentheses()) {
            Query query = cursor.parenthesised(parts::query);
            return new Expression.InQuery(left, query, negated, cursor.from(start));
        }
        cursor.next();
        List<Expression> options = list();
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
