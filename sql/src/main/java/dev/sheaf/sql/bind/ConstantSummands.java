package dev.sheaf.sql.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.GroupedSelect;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.function.Literals;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/// Sums of all rows whose summand is a whole number and a constant: `sum(x + 3)` is `sum(x) + 3 * count(x)`. Sums that
/// differ in constants alone are one, and no row's addition is computed, so none leaves the type of `x`.
final class ConstantSummands {
    private static final DataType WIDENED = new DataType.DecimalType(DataType.DecimalType.MAX_PRECISION, 0);

    private final Typing typing;

    private ConstantSummands(Schema schema) {
        this.typing = Typing.over(schema);
    }

    /// A summand, with the constants added to it.
    private record Summand(Expr number, BigInteger constant) {}

    /// One row of aggregates of all rows of `input`.
    static LogicalPlan aggregate(LogicalPlan input, List<Expr> aggregates) {
        ConstantSummands summands = new ConstantSummands(input.schema());
        List<Expr> apart = aggregates.stream().map(summands::apart).toList();
        return apart.equals(aggregates)
                ? new LogicalPlan.Aggregate(input, List.of(), aggregates, GroupByOptions.DEFAULT)
                : GroupedSelect.plan(input, List.of(), apart, GroupByOptions.DEFAULT);
    }

    private Expr apart(Expr aggregate) {
        return aggregate.unaliased() instanceof Expr.Aggregate sum
                ? summand(sum)
                        .map(found -> over(found, sum, aggregate.outputName()))
                        .orElse(aggregate)
                : aggregate;
    }

    private Optional<Summand> summand(Expr.Aggregate sum) {
        if (!(sum.aggregation() instanceof Aggregation.Sum) || sum.filter().isPresent() || sum.distinct()) {
            return Optional.empty();
        }
        Expr argument = sum.arguments().getFirst();
        Expr whole = isWidened(argument) ? ((Expr.Cast) argument).input() : argument;
        Summand found = new Summand(whole, BigInteger.ZERO);
        Optional<Summand> next = Optional.of(found);
        while (next.isPresent()) {
            found = next.get();
            next = within(found);
        }
        return found.constant().signum() == 0 ? Optional.empty() : Optional.of(found);
    }

    /// Whether the argument of a sum is what [dev.sheaf.sql.function.AggregateFunctions] makes of 64 bits. A decimal of
    /// fewer digits has no place for some numbers, so that one is the sum of other rows or of none.
    private boolean isWidened(Expr argument) {
        return argument instanceof Expr.Cast(Expr input, DataType type, boolean _)
                && type.equals(WIDENED)
                && isSigned(input);
    }

    /// A summand without the constant that its outermost addition adds.
    private Optional<Summand> within(Summand sum) {
        if (!(sum.number() instanceof Expr.Call(Function function, List<Expr> terms))
                || function != Function.ADD
                || !isSigned(sum.number())) {
            return Optional.empty();
        }
        return within(terms.getFirst(), terms.getLast(), sum.constant())
                .or(() -> within(terms.getLast(), terms.getFirst(), sum.constant()));
    }

    private Optional<Summand> within(Expr number, Expr constant, BigInteger added) {
        return constant instanceof Expr.Literal(Object value, var _) && isSigned(number)
                ? Optional.ofNullable(value)
                        .flatMap(Literals::wholeValue)
                        .map(more -> new Summand(number, added.add(more)))
                : Optional.empty();
    }

    private boolean isSigned(Expr expr) {
        return typing.typeOf(expr) instanceof DataType.IntType(int _, boolean signed) && signed;
    }

    private Expr over(Summand summand, Expr.Aggregate sum, String name) {
        Expr number = summand.number();
        DataType type = typing.typeOf(sum);
        if (!(type instanceof DataType.DecimalType)) {
            Expr constant = Expressions.lit(summand.constant().longValueExact());
            return ExprWalker.named(
                    Expressions.sum(number).plus(Expressions.count(number).times(constant)), name);
        }
        boolean isLong = typing.typeOf(number).equals(DataType.INT64);
        Expr own = isLong
                ? Expressions.sum(number.cast(type))
                : Expressions.sum(number).cast(type);
        Expr constant = new Expr.Literal(new BigDecimal(summand.constant()), type);
        return ExprWalker.named(own.plus(Expressions.count(number).cast(type).times(constant)), name);
    }
}
