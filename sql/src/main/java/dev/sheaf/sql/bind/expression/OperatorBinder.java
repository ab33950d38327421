package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.function.Intervals;
import dev.sheaf.sql.function.JsonFunctions;
import dev.sheaf.sql.function.ListSets;
import dev.sheaf.sql.function.Literals;
import dev.sheaf.sql.function.value.Globs;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Link;
import dev.sheaf.sql.tree.Operator;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Turns operators into functions.
final class OperatorBinder {
    private final PartBinder expressions;

    OperatorBinder(PartBinder expressions) {
        this.expressions = expressions;
    }

    private static Expr call(Function function, Expr... arguments) {
        return new Expr.Call(function, List.of(arguments));
    }

    /// A sign belongs to the number behind it: -2147483648 is an INTEGER.
    Expr prefix(Expression.Prefix prefix) {
        if (prefix.operand() instanceof Expression.Numeral number && prefix.sign() == Expression.Sign.MINUS) {
            return Literals.number("-" + number.digits());
        }
        if (prefix.sign() == Expression.Sign.NOT) {
            return expressions.condition(prefix.operand()).not();
        }
        Expr operand = expressions.part(prefix.operand());
        return switch (prefix.sign()) {
            case NOT -> throw new AssertionError(prefix);
            case MINUS -> operand.negate();
            case PLUS -> operand;
            case ABSOLUTE -> call(Function.ABS, operand);
            case TILDE -> flipped(operand, expressions.type(operand, prefix.operand()));
        };
    }

    /// The number with every bit turned: all of them are set in -1, and in the greatest number without a sign.
    private static Expr flipped(Expr operand, DataType type) {
        boolean signed = !(type instanceof DataType.IntType(int _, boolean isSigned)) || isSigned;
        Expr all = signed
                ? Expressions.lit(-1)
                : Expressions.lit(BigInteger.ONE
                                .shiftLeft(((DataType.IntType) type).bits())
                                .subtract(BigInteger.ONE))
                        .cast(type);
        return call(Function.BIT_XOR, operand, all);
    }

    Expr chain(Expression.Chain chain) {
        Operator first = chain.links().getFirst().operator();
        if (first == Operator.AND || first == Operator.OR) {
            return new Expr.Call(first == Operator.AND ? Function.AND : Function.OR, operands(chain, first));
        }
        Expr left = expressions.part(chain.first());
        DataType known = DataType.NULL;
        for (Link written : chain.links()) {
            Link link = meant(written);
            Expr right = expressions.part(link.operand());
            Optional<Expr> scaled = scaled(left, known, link, right, chain);
            if (scaled.isPresent()) {
                left = scaled.get();
                known = expressions.type(left, chain);
            } else if (link.operator() == Operator.DIVIDE) {
                DataType dividend = known.equals(DataType.NULL) ? expressions.type(left, chain.first()) : known;
                DataType divisor = expressions.type(right, link.operand());
                left = division(left, dividend, right, divisor);
                known = quotient(dividend, divisor);
            } else if (compares(link.operator())) {
                List<Expr> sides = sides(left, link.operator(), right, chain);
                left = binary(sides.getFirst(), link, sides.getLast(), chain);
                known = DataType.NULL;
            } else {
                left = binary(left, link, right, chain);
                known = isArithmetic(link.operator()) && known.equals(DataType.FLOAT64) ? known : DataType.NULL;
            }
            left = expressions.context().origins().note(left, chain);
        }
        return left;
    }

    /// By a setting `/` is `//`.
    private Link meant(Link link) {
        boolean isWhole = link.operator() == Operator.DIVIDE
                && expressions.context().parameters().settings().integerDivision();
        return isWhole ? new Link(Operator.WHOLE_DIVIDE, link.operand()) : link;
    }

    /// A span of time times a number that is no whole one, or divided by any. Only the start of a chain and what is
    /// scaled already are looked at, or a long chain would be bound once more for each link.
    private Optional<Expr> scaled(Expr left, DataType known, Link link, Expr right, Expression.Chain chain) {
        boolean divides = link.operator() == Operator.DIVIDE;
        boolean isFirst = link.equals(meant(chain.links().getFirst()));
        if ((!divides && link.operator() != Operator.MULTIPLY) || !(isFirst || Intervals.isSpan(known))) {
            return Optional.empty();
        }
        DataType first = isFirst ? expressions.type(left, chain.first()) : known;
        DataType second = expressions.type(right, link.operand());
        if (Intervals.isSpan(first) && second.isNumeric() && (divides || !second.isInteger())) {
            return Optional.of(Intervals.scaled(left, first, right, divides));
        }
        boolean isSecond = Intervals.isSpan(second) && first.isNumeric() && !first.isInteger() && !divides;
        return isSecond ? Optional.of(Intervals.scaled(right, second, left, false)) : Optional.empty();
    }

    private List<Expr> sides(Expr left, Operator operator, Expr right, Expression whole) {
        List<Expr> sides = counted(List.of(left, right), whole);
        return operator == Operator.STARTS_WITH
                ? expressions.context().searched(sides, whole)
                : expressions.context().keys(sides, whole);
    }

    private static boolean compares(Operator operator) {
        return operator.isComparison() || operator.isDistinction() || operator == Operator.STARTS_WITH;
    }

    /// Values that are compared, truths being 1 and 0 where one of the values is a constant number, or one a constant
    /// truth and another a number.
    private List<Expr> counted(List<Expr> values, Expression whole) {
        if (values.stream().noneMatch(OperatorBinder::isNumberOrTruth)) {
            return values;
        }
        List<DataType> types = values.stream()
                .map(value -> expressions.type(value, whole).decoded())
                .toList();
        boolean isMixed =
                types.contains(DataType.BOOL) && types.stream().anyMatch(type -> type.isInteger() || type.isFloating());
        List<Expr> counted = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Expr value = values.get(i);
            counted.add(isMixed && types.get(i).equals(DataType.BOOL) ? value.cast(DataType.INT32) : value);
        }
        return counted;
    }

    private static boolean isNumberOrTruth(Expr value) {
        return value instanceof Expr.Literal(Object constant, var _)
                && (constant instanceof Number || constant instanceof Boolean);
    }

    private static boolean isArithmetic(Operator operator) {
        return operator.level() == Operator.ADD.level() || operator.level() == Operator.MULTIPLY.level();
    }

    /// The type of a quotient. It is known without binding all that stands to its left once more for each division.
    private static DataType quotient(DataType dividend, DataType divisor) {
        boolean single = dividend.equals(DataType.FLOAT32) || divisor.equals(DataType.FLOAT32);
        boolean twice = dividend.equals(DataType.FLOAT64) || divisor.equals(DataType.FLOAT64);
        return single && !twice ? DataType.FLOAT32 : DataType.FLOAT64;
    }

    /// The operands of a chain, and of a chain of the same operator at its start.
    private List<Expr> operands(Expression.Chain chain, Operator operator) {
        List<Expr> operands = new ArrayList<>();
        boolean same = chain.first() instanceof Expression.Chain inner
                && inner.links().getFirst().operator() == operator;
        if (same) {
            operands.addAll(operands((Expression.Chain) chain.first(), operator));
        } else {
            operands.add(expressions.condition(chain.first()));
        }
        chain.links().forEach(link -> operands.add(expressions.condition(link.operand())));
        return operands;
    }

    private Expr binary(Expr left, Link link, Expr right, Expression.Chain chain) {
        return switch (link.operator()) {
            case IS_DISTINCT_FROM -> call(Function.IS_DISTINCT_FROM, left, right);
            case IS_NOT_DISTINCT_FROM -> call(Function.IS_NOT_DISTINCT_FROM, left, right);
            case EQUAL -> call(Function.EQUAL, left, right);
            case NOT_EQUAL -> call(Function.NOT_EQUAL, left, right);
            case LESS -> call(Function.LESS, left, right);
            case LESS_OR_EQUAL -> call(Function.LESS_OR_EQUAL, left, right);
            case GREATER -> call(Function.GREATER, left, right);
            case GREATER_OR_EQUAL -> call(Function.GREATER_OR_EQUAL, left, right);
            case CONCAT -> call(Function.CONCAT, left, right);
            case STARTS_WITH -> call(Function.STARTS_WITH, left, right);
            case ADD -> call(Function.ADD, left, right);
            case SUBTRACT -> call(Function.SUBTRACT, left, right);
            case MULTIPLY -> call(Function.MULTIPLY, left, right);
            case DIVIDE -> call(Function.DIVIDE, left, right);
            case WHOLE_DIVIDE -> call(Function.INT_DIVIDE, left, right);
            case MODULO -> call(Function.MODULO, left, right);
            case POWER, DOUBLE_STAR -> call(Function.POWER, left, right);
            case AND -> left.and(right);
            case OR -> left.or(right);
            case BIT_AND -> call(Function.BIT_AND, left, right);
            case BIT_OR -> call(Function.BIT_OR, left, right);
            case SHIFT_LEFT -> call(Function.SHIFT_LEFT, left, right);
            case SHIFT_RIGHT -> call(Function.SHIFT_RIGHT, left, right);
            case OVERLAPS -> ListSets.overlap(left, right);
            case CONTAINS -> ListSets.holdsAll(left, right);
            case CONTAINED -> ListSets.holdsAll(right, left);
            case ARROW, LONG_ARROW -> json(left, link, right, chain);
        };
    }

    private Expr json(Expr left, Link link, Expr right, Expression.Chain chain) {
        List<Expr> sides = List.of(left, right);
        List<DataType> types = List.of(expressions.type(left, chain), expressions.type(right, link.operand()));
        try {
            return link.operator() == Operator.ARROW
                    ? JsonFunctions.extract(sides, types)
                    : JsonFunctions.text(sides, types);
        } catch (IllegalArgumentException refused) {
            throw expressions.error(chain, Origins.message(refused));
        }
    }

    /// `/` divides as DOUBLE, as FLOAT if one operand is FLOAT and none DOUBLE.
    private static Expr division(Expr left, DataType dividend, Expr right, DataType divisor) {
        if (dividend.equals(DataType.FLOAT32) || divisor.equals(DataType.FLOAT32)) {
            return call(Function.DIVIDE, left, right);
        }
        return call(Function.DIVIDE, floating(left, dividend), floating(right, divisor));
    }

    private static Expr floating(Expr operand, DataType type) {
        if (!type.isInteger() && !(type instanceof DecimalType)) {
            return operand;
        }
        return operand instanceof Expr.Literal(Object value, var _) && value instanceof Number number
                ? Expressions.lit(number.doubleValue())
                : operand.cast(DataType.FLOAT64);
    }

    Expr is(Expression.Is is) {
        boolean isCondition = is.test() == Expression.Test.TRUE || is.test() == Expression.Test.FALSE;
        Expr operand = isCondition ? expressions.condition(is.operand()) : expressions.part(is.operand());
        return switch (is.test()) {
            case NULL, UNKNOWN -> call(is.negated() ? Function.IS_NOT_NULL : Function.IS_NULL, operand);
            case TRUE -> call(is.negated() ? Function.IS_NOT_TRUE : Function.IS_TRUE, operand);
            case FALSE -> call(is.negated() ? Function.IS_NOT_FALSE : Function.IS_FALSE, operand);
        };
    }

    Expr between(Expression.Between between) {
        if (between.symmetric()) {
            throw expressions.error(between, "BETWEEN SYMMETRIC is not supported; write the lower bound first");
        }
        List<Expr> sides = parts(List.of(between.operand(), between.low(), between.high()), between);
        Expr inside = sides.getFirst().between(sides.get(1), sides.getLast());
        return between.negated() ? inside.not() : inside;
    }

    Expr in(Expression.InList in) {
        List<Expression> all = new ArrayList<>(List.of(in.operand()));
        all.addAll(in.options());
        List<Expr> parts = parts(all, in);
        Expr among = new Expr.In(parts.getFirst(), parts.subList(1, parts.size()));
        return in.negated() ? among.not() : among;
    }

    /// Values that are compared with each other.
    private List<Expr> parts(List<Expression> compared, Expression whole) {
        return expressions.context().keys(counted(expressions.parts(compared), whole), whole);
    }

    /// A pattern that says itself which letters it takes, whatever the collation.
    private static boolean isRegex(Expression.Matching matching) {
        return matching == Expression.Matching.SIMILAR_TO || matching == Expression.Matching.REGEX;
    }

    Expr like(Expression.Like like) {
        Function function = switch (like.matching()) {
            case LIKE -> Function.LIKE;
            case ILIKE -> Function.ILIKE;
            case GLOB, SIMILAR_TO -> Function.REGEXP_FULL_MATCH;
            case REGEX -> Function.REGEXP_MATCHES;
        };
        List<Expression> written = List.of(like.operand(), like.pattern());
        List<Expr> sides = expressions.parts(written);
        List<Expr> arguments = new ArrayList<>(
                isRegex(like.matching()) ? sides : expressions.context().searched(sides, like));
        if (like.matching() == Expression.Matching.GLOB) {
            arguments.set(1, Globs.regex(arguments.getLast()));
            arguments.add(Expressions.lit("s"));
        }
        like.escape().ifPresent(escape -> arguments.add(expressions.part(escape)));
        Expr matches = new Expr.Call(function, arguments);
        return like.negated() ? matches.not() : matches;
    }
}
