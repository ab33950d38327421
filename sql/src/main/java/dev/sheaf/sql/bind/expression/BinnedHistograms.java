package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.sql.function.TypeNames;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.Link;
import dev.sheaf.sql.tree.Expression.Modifiers;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Operator;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.TypeName;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// `histogram(x, bins)` counts values by the least bin that is not below them, `histogram_exact(x, bins)` those that
/// are bins: a map of all bins in order, and behind them of the greatest value of the type, for numbers and
/// moments, or the empty text, if there are values of no bin.
///
/// It is written over the histogram of the bins of the values, with DISTINCT over their list.
record BinnedHistograms(Expression.Call call, DataType type) {
    /// What SQL calls HUGEINT.
    private static final DataType WHOLE = DataType.decimal(38, 0);

    private static final String HISTOGRAM = "histogram";
    private static final String EXACT = "histogram_exact";
    private static final String BIN = "bin of a histogram";
    private static final String BOUND = "bound of a histogram";
    private static final String VALUE = "value of a histogram";

    /// Decimals are counted as doubles, as DuckDB has it.
    BinnedHistograms {
        type = type instanceof DataType.DecimalType && !type.equals(WHOLE) ? DataType.FLOAT64 : type;
    }

    static boolean mayBe(Expression.Call call) {
        String name = call.name().toLowerCase(Locale.ROOT);
        return (name.equals(HISTOGRAM) || name.equals(EXACT))
                && call.arguments().size() == 2
                && call.function().size() == 1;
    }

    /// Whether there is a value of the type for what is in no bin.
    boolean takes() {
        return type.isNumeric()
                || type.equals(DataType.STRING)
                || type instanceof DataType.DateType
                || type.equals(DataType.TIMESTAMP);
    }

    /// What is wrong with bins that are written out, if anything is.
    Optional<String> problem() {
        Expression bins = call.arguments().getLast().value();
        if (isNull(bins)) {
            return Optional.of("the list of bins of a histogram is null");
        }
        return bins instanceof Expression.ListOf(List<Expression> each, var _)
                        && each.stream().anyMatch(BinnedHistograms::isNull)
                ? Optional.of("a bin of a histogram is null")
                : Optional.empty();
    }

    private static boolean isNull(Expression value) {
        return value instanceof Expression.Null
                || (value instanceof Expression.Cast cast && cast.operand() instanceof Expression.Null);
    }

    Expression written() {
        return call.modifiers().distinct() ? ofDistinct() : ofRows();
    }

    private Expression ofRows() {
        Expression counts = aggregate(HISTOGRAM, bin(value()));
        Expression found = new Expression.Subscript(counts, variable(BIN), at());
        Expression all = aggregate("count", value());
        Expression rest = chain(all, Operator.SUBTRACT, aggregate("count", bin(value())));
        return map(function("coalesce", found, number(BigDecimal.ZERO)), rest, all);
    }

    /// Over the bins of the list of distinct values.
    private Expression ofDistinct() {
        Expression isThere = new Expression.Is(variable(VALUE), Expression.Test.NULL, true, at());
        Expression values = function("list_filter", aggregate("list", value()), lambda(VALUE, isThere));
        Expression found = function("list_transform", values, lambda(VALUE, bin(variable(VALUE))));
        Expression isSame = chain(variable(VALUE), Operator.EQUAL, variable(BIN));
        Expression hasNone = new Expression.Is(variable(VALUE), Expression.Test.NULL, false, at());
        return map(
                size(function("list_filter", found, lambda(VALUE, isSame))),
                size(function("list_filter", found, lambda(VALUE, hasNone))),
                size(found));
    }

    private Expression size(Expression list) {
        return function("len", list);
    }

    /// The map, if there is a value.
    ///
    /// @param found how many values a bin has
    /// @param rest how many values are in none
    private Expression map(Expression found, Expression rest, Expression all) {
        Expression bins = function("list_sort", function("list_distinct", bins()));
        Expression numbers = function("list_transform", bins, lambda(BIN, found));
        Expression longer =
                function("map", function("list_append", bins, other()), function("list_append", numbers, rest));
        Expression map = when(isPositive(rest), longer, Optional.of(function("map", bins, numbers)));
        return when(isPositive(all), map, Optional.empty());
    }

    private Span at() {
        return call.at();
    }

    private Expression value() {
        return cast(call.arguments().getFirst().value(), typeName());
    }

    private Expression cast(Expression value, String to) {
        return new Expression.Cast(value, new TypeName(to, at()), false, at());
    }

    private Expression bins() {
        return cast(call.arguments().getLast().value(), typeName() + "[]");
    }

    private String typeName() {
        return TypeNames.nameOf(type).toLowerCase(Locale.ROOT);
    }

    /// The bin of a value; null if it has none.
    private Expression bin(Expression value) {
        if (call.name().equalsIgnoreCase(EXACT)) {
            return when(function("list_contains", bins(), value), value, Optional.empty());
        }
        Expression isAbove = chain(variable(BOUND), Operator.GREATER_OR_EQUAL, value);
        return function("list_min", function("list_filter", bins(), lambda(BOUND, isAbove)));
    }

    private Expression other() {
        Expression greatest = switch (type) {
            case DataType.StringType() -> new Expression.Text("", at());
            case DataType.DateType _ ->
                chain(
                        cast(new Expression.Text("1970-01-01", at()), "date"),
                        Operator.ADD,
                        number(BigDecimal.valueOf(Integer.MAX_VALUE)));
            case DataType.TimestampType _ -> function("make_timestamp", number(BigDecimal.valueOf(Long.MAX_VALUE)));
            case DataType.FloatType _ -> new Expression.Text("Infinity", at());
            case DataType.IntType(int bits, boolean signed) ->
                number(new BigDecimal(
                        BigInteger.TWO.pow(signed ? bits - 1 : bits).subtract(BigInteger.ONE)));
            case DataType.DecimalType(int precision, int scale) ->
                number(new BigDecimal(BigInteger.TEN.pow(precision).subtract(BigInteger.ONE), scale));
            default -> throw new IllegalArgumentException(type + " has no greatest value");
        };
        return cast(greatest, typeName());
    }

    private Expression number(BigDecimal number) {
        return new Expression.Numeral(number.toPlainString(), at());
    }

    private Expression isPositive(Expression count) {
        return chain(count, Operator.GREATER, number(BigDecimal.ZERO));
    }

    private Expression variable(String name) {
        return new Expression.Column(List.of(new Name(name, at())), at());
    }

    private Expression lambda(String name, Expression body) {
        return new Expression.Lambda(List.of(new Name(name, at())), body, at());
    }

    private Expression when(Expression condition, Expression then, Optional<Expression> otherwise) {
        return new Expression.Case(Optional.empty(), List.of(new Expression.When(condition, then)), otherwise, at());
    }

    private static Expression chain(Expression left, Operator operator, Expression right) {
        return new Expression.Chain(left, List.of(new Link(operator, right)), left.at());
    }

    /// An aggregate of the rows, or over the window, of the call.
    private Expression aggregate(String name, Expression of) {
        return new Expression.Call(List.of(new Name(name, at())), arguments(of), call.modifiers(), call.over(), at());
    }

    private Expression function(String name, Expression... arguments) {
        return new Expression.Call(
                List.of(new Name(name, at())), arguments(arguments), Modifiers.NONE, Optional.empty(), at());
    }

    private static List<Argument> arguments(Expression... values) {
        return Arrays.stream(values)
                .map(value -> new Argument(Optional.empty(), value))
                .toList();
    }
}
