package dev.sheaf.query.bounds;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.Failing;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds out what an expression may be for the rows of a block from what is known of its columns there, and
/// whether some row may raise an error.
///
/// Between bounds of its arguments a function is computed by what it makes of the bounds themselves, where it
/// keeps their order or turns it: `cast(x as bigint) // 13` lies between its values for the least and the
/// greatest `x`.
final class RangeAnalysis {
    private final KnownColumns known;
    private final Map<BoundExpr, ValueRange> found = new IdentityHashMap<>();
    private boolean mayFail;

    RangeAnalysis(KnownColumns known) {
        this.known = known;
    }

    /// Whether one of the expressions that were asked for may raise an error for a row.
    boolean mayFail() {
        return mayFail;
    }

    /// A part that stands in several places is looked at once.
    ValueRange of(BoundExpr expr) {
        ValueRange span = found.get(expr);
        if (span == null) {
            span = find(expr);
            found.put(expr, span);
        }
        return span;
    }

    private ValueRange find(BoundExpr expr) {
        return switch (expr) {
            case BoundExpr.Column column -> column(column);
            case BoundExpr.Constant(Object value, DataType type) -> ValueRange.of(value, type);
            case BoundExpr.Cast cast -> cast(cast, of(cast.input()));
            case BoundExpr.Case branches -> branches(branches);
            case BoundExpr.In(BoundExpr input, List<BoundExpr> options) -> Conditions.in(of(input), each(options));
            case BoundExpr.Call call -> call(call);
            case BoundExpr.Applied _, BoundExpr.Lambda _ -> unproven(expr, ValueRange.ANY);
        };
    }

    private ValueRange column(BoundExpr.Column column) {
        ValueBounds bounds = known.of(column.name());
        return bounds == null ? ValueRange.ANY : ValueRange.of(bounds, value -> known.mayHold(column.name(), value));
    }

    private List<ValueRange> each(List<BoundExpr> exprs) {
        List<ValueRange> ranges = new ArrayList<>(exprs.size());
        for (BoundExpr expr : exprs) {
            ranges.add(of(expr));
        }
        return ranges;
    }

    /// What is known of an expression that may raise an error, unless it is one that never does.
    private ValueRange unproven(BoundExpr expr, ValueRange span) {
        mayFail |= Failing.mayFailItself(expr);
        return span;
    }

    private ValueRange cast(BoundExpr.Cast cast, ValueRange input) {
        if (!input.mayBeValid()) {
            return ValueRange.NULL;
        }
        Optional<ValueRange> exact = Monotony.of(cast) ? NumberRanges.monotone(cast, input) : Optional.empty();
        return exact.isPresent()
                ? exact.get().withNulls(input.mayBeNull(), true)
                : unproven(cast, ValueRange.ANY.withNulls(input.mayBeNull() || cast.lenient(), true));
    }

    /// A branch whose condition is true for no row is not computed.
    private ValueRange branches(BoundExpr.Case branches) {
        ValueRange all = new ValueRange(Optional.empty(), Optional.empty(), false, false, false, TextLengths.UNKNOWN);
        for (BoundExpr.When when : branches.branches()) {
            ValueRange condition = of(when.condition());
            if (condition.mayBe(true)) {
                all = all.or(of(when.result()));
            }
            if (condition.isAlwaysTrue()) {
                return all;
            }
        }
        return all.or(of(branches.otherwise()));
    }

    private ValueRange call(BoundExpr.Call call) {
        return switch (call.function()) {
            case AND -> Conditions.connective(each(call.arguments()), false);
            case OR -> Conditions.connective(each(call.arguments()), true);
            case NOT -> Conditions.not(of(call.argument(0)));
            case IS_NULL, IS_NOT_NULL, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE ->
                Conditions.test(call.function(), of(call.argument(0)));
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
                Conditions.comparison(call.function(), of(call.argument(0)), of(call.argument(1)));
            case IS_DISTINCT_FROM -> Conditions.distinct(of(call.argument(0)), of(call.argument(1)));
            case IS_NOT_DISTINCT_FROM ->
                Conditions.not(Conditions.distinct(of(call.argument(0)), of(call.argument(1))));
            case COALESCE -> coalesce(call);
            case GREATEST, LEAST -> extreme(each(call.arguments()));
            case TRY -> ValueRange.ANY;
            default ->
                call.function().isStrict() ? strict(call, each(call.arguments())) : unproven(call, ValueRange.ANY);
        };
    }

    /// Arguments behind one that is never null are not computed.
    private ValueRange coalesce(BoundExpr.Call call) {
        ValueRange all = ValueRange.NULL;
        for (BoundExpr argument : call.arguments()) {
            ValueRange next = of(argument);
            all = all.or(next).withNulls(next.mayBeNull(), all.mayBeValid() || next.mayBeValid());
            if (!next.mayBeNull()) {
                return all;
            }
        }
        return all;
    }

    private static ValueRange extreme(List<ValueRange> arguments) {
        boolean mayBeNull = true;
        ValueRange all = ValueRange.NULL;
        for (ValueRange argument : arguments) {
            mayBeNull &= argument.mayBeNull();
            all = all.or(argument);
        }
        return all.withNulls(mayBeNull, all.mayBeValid());
    }

    private ValueRange strict(BoundExpr.Call call, List<ValueRange> arguments) {
        boolean mayBeNull = false;
        for (ValueRange argument : arguments) {
            if (!argument.mayBeValid()) {
                return ValueRange.NULL;
            }
            mayBeNull |= argument.mayBeNull();
        }
        Optional<ValueRange> span = proven(call, arguments);
        return span.isPresent()
                ? span.get().withNulls(mayBeNull, true)
                : unproven(
                        call,
                        ValueRange.ANY.withNulls(mayBeNull || !call.function().keepsNulls(), true));
    }

    private static Optional<ValueRange> proven(BoundExpr.Call call, List<ValueRange> arguments) {
        if (Monotony.of(call)) {
            Optional<ValueRange> bounds = NumberRanges.monotone(call, arguments);
            boolean isBeginning = call.function() == Function.LEFT || call.function() == Function.SUBSTRING;
            return isBeginning
                    ? Optional.of(TextRanges.beginnings(
                            call, arguments, bounds.orElse(ValueRange.ANY.withNulls(false, true))))
                    : bounds;
        }
        Optional<ValueRange> number = NumberRanges.of(call, arguments);
        return number.isPresent() ? number : TextRanges.of(call, arguments);
    }
}
