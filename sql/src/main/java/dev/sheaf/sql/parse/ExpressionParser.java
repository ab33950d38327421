package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Link;
import dev.sheaf.sql.tree.Expression.Sign;
import dev.sheaf.sql.tree.Expression.Test;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads expressions by climbing: an operand, then every operator ([OperatorReader]) that binds at least as tightly as
/// asked for.
final class ExpressionParser {
    private static final Map<String, Sign> SIGNS =
            Map.of("-", Sign.MINUS, "+", Sign.PLUS, "~", Sign.TILDE, "@", Sign.ABSOLUTE);

    private static final Map<String, Test> TESTS =
            Map.of("NULL", Test.NULL, "TRUE", Test.TRUE, "FALSE", Test.FALSE, "UNKNOWN", Test.UNKNOWN);

    private final Cursor cursor;
    private final OperandParser operands;
    private final OperatorReader operators;
    private final MembershipParser memberships;

    ExpressionParser(Cursor cursor, PartParser parts, OperandParser operands) {
        this.cursor = cursor;
        this.operands = operands;
        this.operators = new OperatorReader(cursor);
        this.memberships = new MembershipParser(cursor, parts, this::side, this::list);
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
        Optional<Operator> operator = operators.next();
        if (operator.isPresent()) {
            return operator.get().level() < lowest ? left : operation(left, start, operator.get());
        }
        if (lowest <= Operator.IS_LEVEL && isTest()) {
            return test(left, start);
        }
        if (lowest <= Operator.IN_LEVEL && memberships.follows()) {
            return memberships.read(left, start);
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

    private Expression operation(Expression left, int start, Operator operator) {
        if (operator == Operator.ARROW) {
            return arrow(left, start);
        }
        List<Link> links = new ArrayList<>();
        Optional<Operator> next = Optional.of(operator);
        while (next.isPresent() && next.get().level() == operator.level()) {
            operators.skip(next.get());
            if (isQuantifier()) {
                Expression so = links.isEmpty() ? left : chain(left, links, start);
                return quantified(so, next.get(), start);
            }
            links.add(new Link(next.get(), climb(operator.level() + 1)));
            next = operators.next();
            checkComparison(operator, next);
        }
        return chain(left, links, start);
    }

    private Expression chain(Expression left, List<Link> links, int start) {
        return new Expression.Chain(left, List.copyOf(links), cursor.from(start));
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

    /// An operand of BETWEEN, IN or LIKE.
    Expression side() {
        return climb(Operator.IN_LEVEL + 1);
    }
}
