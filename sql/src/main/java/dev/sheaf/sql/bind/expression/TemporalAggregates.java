package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Clauses.Over;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.Link;
import dev.sheaf.sql.tree.Expression.Modifiers;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Operator;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Means, quantiles and deviations of dates, timestamps and times, written as those of microseconds. Those of dates are
/// timestamps, but for estimates of quantiles. Of intervals there are the mean and the median, of which months have 30
/// days.
final class TemporalAggregates {
    private static final Set<String> MEANS = Set.of("avg", "mean");
    private static final String MEDIAN = "median";
    private static final Set<String> QUANTILES = Set.of(MEDIAN, "quantile_cont", "approx_quantile");
    private static final String DEVIATION = "mad";

    private static final String MICROS_A_DAY = "86400000000";

    /// Its values stand behind WITHIN GROUP.
    private static final String PERCENTILE = "percentile_cont";

    private TemporalAggregates() {}

    /// Whether a call may be one, by its name and arguments.
    static boolean mayBe(Expression.Call call) {
        String name = call.name().toLowerCase(Locale.ROOT);
        if (name.equals(PERCENTILE)) {
            return call.modifiers().withinGroup().size() == 1;
        }
        return (MEANS.contains(name) || QUANTILES.contains(name) || name.equals(DEVIATION))
                && !call.arguments().isEmpty()
                && call.function().size() == 1
                && !(call.arguments().getFirst().value() instanceof Expression.Numeral)
                && !(call.arguments().getFirst().value() instanceof Expression.ListOf);
    }

    /// Whether this is such a call where the values are of a type.
    static boolean takes(Expression.Call call, DataType type) {
        boolean isMean = isMean(call) && !call.modifiers().distinct();
        return (type instanceof DataType.IntervalType && (isMean || call.name().equalsIgnoreCase(MEDIAN)))
                || type instanceof DataType.DateType
                || type instanceof DataType.TimestampType
                || type instanceof DataType.TimeType;
    }

    /// The call over values of a type.
    static Expression of(Expression.Call call, DataType type) {
        Argument value = call.arguments().getFirst();
        return call.arguments().size() == 2
                        && call.arguments().getLast().value()
                                instanceof Expression.ListOf(List<Expression> shares, Span at)
                ? OrderedSets.quantiles(
                        shares.stream()
                                .<Expression>map(share ->
                                        ofOne(call.of(List.of(value, new Argument(Optional.empty(), share))), type))
                                .toList(),
                        at)
                : ofOne(call, type);
    }

    private static Expression ofOne(Expression.Call call, DataType type) {
        Span at = call.at();
        if (type instanceof DataType.IntervalType) {
            return isMean(call) ? meanOfSpans(call) : middle(call);
        }
        Expression value = value(call);
        Expression moment = switch (type) {
            case DataType.DateType _ -> cast(value, "timestamp");
            case DataType.TimeType _ -> ofDay(value, at);
            default -> value;
        };
        Expression.Call ofMicros = over(call, function("epoch_us", moment, at));
        Expression micros = isMean(call) ? mean(ofMicros) : cast(function("round", ofMicros, at), "bigint");
        if (call.name().equalsIgnoreCase(DEVIATION)) {
            return distance(micros);
        }
        return switch (type) {
            case DataType.TimeType _ ->
                chain(typed("time", "00:00:00", at), Operator.ADD, function("to_microseconds", micros, at));
            case DataType.TimestampType zoned
            when zoned.zone().isPresent() ->
                new Expression.AtTimeZone(function("make_timestamp", micros, at), new Expression.Text("UTC", at), at);
            case DataType.DateType _
            when call.name().equalsIgnoreCase("approx_quantile") ->
                cast(function("make_timestamp", micros, at), "date");
            default -> function("make_timestamp", micros, at);
        };
    }

    private static boolean isMean(Expression.Call call) {
        return MEANS.contains(call.name().toLowerCase(Locale.ROOT));
    }

    /// The mean of intervals: months, days and microseconds are added up and divided apart. What is left of months goes
    /// on as days, what is left of days as microseconds: whole numbers all along, where a quotient of intervals has
    /// fractions of doubles.
    private static Expression meanOfSpans(Expression.Call call) {
        Span at = call.at();
        Expression span = value(call);
        Expression count = named("count", call);
        Expression ofYears = chain(function("year", span, at), Operator.MULTIPLY, number("12", at));
        Expression months = chain(ofYears, Operator.ADD, function("month", span, at));
        Expression days = function("day", span, at);
        Expression ofMonths = chain(months, Operator.MULTIPLY, number("30", at));
        Expression ofDays = inMicros(chain(ofMonths, Operator.ADD, days));
        Expression micros = chain(function("epoch_us", span, at), Operator.SUBTRACT, ofDays);
        Expression allMonths = sum(call, months);
        Expression allDays = sum(call, days);
        Expression moreDays = chain(left(allMonths, count), Operator.MULTIPLY, number("30", at));
        Expression meanDays = chain(whole(allDays, count), Operator.ADD, whole(moreDays, count));
        Expression leftDays = chain(left(allDays, count), Operator.ADD, left(moreDays, count));
        Expression allMicros = chain(sum(call, micros), Operator.ADD, inMicros(leftDays));
        Expression calendar = chain(
                function("to_months", cast(whole(allMonths, count), "integer"), at),
                Operator.ADD,
                function("to_days", cast(meanDays, "integer"), at));
        return chain(calendar, Operator.ADD, function("to_microseconds", nearest(allMicros, count), at));
    }

    private static Expression sum(Expression.Call call, Expression values) {
        return named("sum", over(call, values));
    }

    private static Expression whole(Expression sum, Expression count) {
        return chain(sum, Operator.WHOLE_DIVIDE, count);
    }

    private static Expression left(Expression sum, Expression count) {
        return chain(sum, Operator.MODULO, count);
    }

    /// The whole number nearest to a quotient; halves go away from zero.
    private static Expression nearest(Expression sum, Expression count) {
        Expression twice = chain(left(sum, count), Operator.MULTIPLY, number("2", sum.at()));
        return cast(chain(whole(sum, count), Operator.ADD, whole(twice, count)), "bigint");
    }

    private static Expression inMicros(Expression days) {
        return chain(days, Operator.MULTIPLY, number(MICROS_A_DAY, days.at()));
    }

    private static Expression number(String digits, Span at) {
        return new Expression.Numeral(digits, at);
    }

    /// The median of intervals: of an odd number the one in the middle as it is, else halfway between the two there.
    private static Expression middle(Expression.Call call) {
        Span at = call.at();
        Argument value = call.arguments().getFirst();
        Argument micros = new Argument(Optional.empty(), function("epoch_us", value.value(), at));
        Expression low = quantile(call, micros, false);
        Expression between = chain(quantile(call, micros, true), Operator.SUBTRACT, low);
        Expression one = new Expression.Numeral("1", at);
        Expression two = new Expression.Numeral("2", at);
        Expression half = chain(chain(between, Operator.ADD, one), Operator.WHOLE_DIVIDE, two);
        Expression isOdd = chain(chain(named("count", call), Operator.MODULO, two), Operator.EQUAL, one);
        return new Expression.Case(
                Optional.empty(),
                List.of(new Expression.When(isOdd, quantile(call, value, false))),
                Optional.of(distance(chain(low, Operator.ADD, half))),
                at);
    }

    private static Expression quantile(Expression.Call call, Argument value, boolean fromGreatest) {
        Expression half = new Expression.Numeral("0.5", call.at());
        Expression share = fromGreatest ? new Expression.Prefix(Expression.Sign.MINUS, half, call.at()) : half;
        return named("quantile_disc", call.of(List.of(value, new Argument(Optional.empty(), share))));
    }

    /// Microseconds as an interval of days and what is left of one.
    private static Expression distance(Expression micros) {
        Span at = micros.at();
        Expression day = new Expression.Numeral(MICROS_A_DAY, at);
        Expression days = function("to_days", cast(chain(micros, Operator.WHOLE_DIVIDE, day), "integer"), at);
        return chain(days, Operator.ADD, function("to_microseconds", chain(micros, Operator.MODULO, day), at));
    }

    /// The values that a call aggregates.
    static Expression value(Expression.Call call) {
        return call.name().equalsIgnoreCase(PERCENTILE)
                ? call.modifiers().withinGroup().getFirst().value().orElseGet(() -> new Expression.Null(call.at()))
                : call.arguments().getFirst().value();
    }

    /// The call over other values.
    private static Expression.Call over(Expression.Call call, Expression value) {
        if (call.name().equalsIgnoreCase(PERCENTILE)) {
            OrderItem item = call.modifiers().withinGroup().getFirst();
            OrderItem other = new OrderItem(Optional.of(value), item.descending(), item.nullsFirst(), item.at());
            return call.with(call.modifiers().within(List.of(other)));
        }
        List<Argument> arguments = new ArrayList<>(call.arguments());
        arguments.set(0, new Argument(Optional.empty(), value));
        return call.of(arguments);
    }

    /// The whole part of the mean, and one more if what is left of the sum is more than half of the count, cut to a
    /// whole number: so DuckDB rounds.
    private static Expression mean(Expression.Call micros) {
        Span at = micros.at();
        Expression sum = named("sum", micros);
        Expression count = named("count", micros);
        Expression isMore = chain(left(sum, count), Operator.GREATER, whole(count, number("2", at)));
        Expression one = new Expression.Case(
                Optional.empty(),
                List.of(new Expression.When(isMore, number("1", at))),
                Optional.of(number("0", at)),
                at);
        return cast(chain(whole(sum, count), Operator.ADD, one), "bigint");
    }

    /// A time of day as a moment of the day from which microseconds count.
    private static Expression ofDay(Expression time, Span at) {
        return chain(typed("date", "1970-01-01", at), Operator.ADD, time);
    }

    private static Expression typed(String type, String text, Span at) {
        return new Expression.Typed(new TypeName(type, at), new Expression.Text(text, at), at);
    }

    private static Expression named(String name, Expression.Call call) {
        List<Name> function = List.of(new Name(name, call.at()));
        Optional<Over> over = call.over();
        return new Expression.Call(function, call.arguments(), call.modifiers(), over, call.at());
    }

    private static Expression chain(Expression left, Operator operator, Expression right) {
        return new Expression.Chain(left, List.of(new Link(operator, right)), left.at());
    }

    private static Expression cast(Expression value, String type) {
        return new Expression.Cast(value, new TypeName(type, value.at()), false, value.at());
    }

    private static Expression function(String name, Expression argument, Span at) {
        List<Argument> arguments = List.of(new Argument(Optional.empty(), argument));
        return new Expression.Call(List.of(new Name(name, at)), arguments, Modifiers.NONE, Optional.empty(), at);
    }
}
