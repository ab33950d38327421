package dev.sheaf.query.bounds;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.NodeValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What functions and casts may give between bounds of their arguments.
final class NumberRanges {
    private NumberRanges() {}

    /// Empty if no more is known than where the result is null, which is not looked at here. A call that is
    /// none here raises no error between these bounds.
    static Optional<ValueRange> of(BoundExpr.Call call, List<ValueRange> arguments) {
        return switch (call.function()) {
            case ABS -> absolute(call, arguments.getFirst());
            case MODULO -> remainder(call, arguments.getFirst(), arguments.getLast());
            case QUARTER -> Optional.of(ValueRange.between(1L, 4L));
            case MONTH -> Optional.of(ValueRange.between(1L, 12L));
            case WEEK -> Optional.of(ValueRange.between(1L, 53L));
            case DAY -> Optional.of(ValueRange.between(1L, 31L));
            case DAY_OF_WEEK -> Optional.of(ValueRange.between(0L, 6L));
            case DAY_OF_YEAR -> Optional.of(ValueRange.between(1L, 366L));
            case HOUR -> Optional.of(ValueRange.between(0L, 23L));
            case MINUTE, SECOND -> Optional.of(ValueRange.between(0L, 59L));
            case MILLISECOND -> Optional.of(ValueRange.between(0L, 59_999L));
            default -> Optional.empty();
        };
    }

    /// Between what a call gives for the bounds, where each argument keeps or turns the order ([Monotony]).
    static Optional<ValueRange> monotone(BoundExpr.Call call, List<ValueRange> arguments) {
        boolean divides = call.function() == Function.DIVIDE || call.function() == Function.INT_DIVIDE;
        if (divides && !arguments.getLast().excludesZero()) {
            return Optional.empty();
        }
        if (arguments.size() > 1
                && call.type().isFloating()
                && !arguments.stream().allMatch(NumberRanges::isFinite)) {
            return Optional.empty();
        }
        boolean nan = arguments.stream().anyMatch(ValueRange::mayBeNan);
        return between(corners(call, arguments), call.type(), nan);
    }

    /// Between what a cast makes of the bounds.
    static Optional<ValueRange> monotone(BoundExpr.Cast cast, ValueRange input) {
        if (input.least().isEmpty() || input.most().isEmpty()) {
            return Optional.empty();
        }
        List<Optional<Object>> ends = List.of(
                NodeValue.of(cast, input.least().get()),
                NodeValue.of(cast, input.most().get()));
        return between(ends, cast.type(), input.mayBeNan());
    }

    /// What a call gives for each choice of one bound of each argument; an empty one if a bound is not known.
    private static List<Optional<Object>> corners(BoundExpr.Call call, List<ValueRange> arguments) {
        List<List<Object>> choices = List.of(List.of());
        for (ValueRange argument : arguments) {
            if (argument.least().isEmpty() || argument.most().isEmpty()) {
                return List.of(Optional.empty());
            }
            List<List<Object>> longer = new ArrayList<>();
            for (List<Object> choice : choices) {
                longer.add(with(choice, argument.least().get()));
                if (!argument.least().equals(argument.most())) {
                    longer.add(with(choice, argument.most().get()));
                }
            }
            choices = longer;
        }
        return choices.stream().map(values -> NodeValue.of(call, values)).toList();
    }

    private static List<Object> with(List<Object> values, Object another) {
        List<Object> all = new ArrayList<>(values);
        all.add(another);
        return all;
    }

    /// Around the values; empty if one is missing or NaN, or if NaN becomes something else.
    private static Optional<ValueRange> between(List<Optional<Object>> values, DataType type, boolean nan) {
        if ((nan && !type.isFloating()) || values.stream().anyMatch(value -> value.isEmpty() || isNan(value.get()))) {
            return Optional.empty();
        }
        return values.stream()
                .map(value -> ValueRange.between(value.orElseThrow(), value.orElseThrow()))
                .reduce(ValueRange::or)
                .map(span -> new ValueRange(span.least(), span.most(), false, true, nan, TextLengths.UNKNOWN));
    }

    private static boolean isNan(Object value) {
        return value instanceof Number number && Double.isNaN(number.doubleValue());
    }

    private static boolean isFinite(ValueRange span) {
        return span.least().isPresent()
                && span.most().isPresent()
                && span.least().get() instanceof Number a
                && span.most().get() instanceof Number b
                && Double.isFinite(a.doubleValue())
                && Double.isFinite(b.doubleValue());
    }

    private static Optional<ValueRange> absolute(BoundExpr.Call call, ValueRange argument) {
        Optional<ValueRange> ends = between(corners(call, List.of(argument)), call.type(), argument.mayBeNan());
        if (argument.excludesZero()) {
            return ends;
        }
        return ends.flatMap(span -> NodeValue.number(0, call.type())
                .map(zero -> new ValueRange(
                        Optional.of(zero), span.most(), false, true, span.mayBeNan(), TextLengths.UNKNOWN)));
    }

    /// Nearer to 0 than the divisor, with the sign of the dividend.
    private static Optional<ValueRange> remainder(BoundExpr.Call call, ValueRange dividend, ValueRange divisor) {
        if (!call.type().isInteger() || !divisor.excludesZero()) {
            return Optional.empty();
        }
        long most = Math.max(magnitude(divisor.least()), magnitude(divisor.most())) - 1;
        ValueRange number = new ValueRange(
                NodeValue.number(isAbove(dividend.least()) ? 0 : -most, call.type()),
                NodeValue.number(isBelow(dividend.most()) ? 0 : most, call.type()),
                false,
                true,
                false,
                TextLengths.UNKNOWN);
        return Optional.of(number);
    }

    /// Of a bound that is there; a number that no long holds counts as the greatest.
    private static long magnitude(Optional<Object> bound) {
        double value = Math.abs(((Number) bound.orElseThrow()).doubleValue());
        return value >= Long.MAX_VALUE ? Long.MAX_VALUE : Math.abs(((Number) bound.get()).longValue());
    }

    private static boolean isAbove(Optional<Object> least) {
        return least.isPresent() && least.get() instanceof Number number && number.doubleValue() >= 0;
    }

    private static boolean isBelow(Optional<Object> most) {
        return most.isPresent() && most.get() instanceof Number number && number.doubleValue() <= 0;
    }
}
