package dev.sheaf.query.bounds;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.Failing;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds out what an expression may be for the rows of a block from what is known of its columns there, and
/// whether some row may raise an error.
///
/// Between bounds of its arguments a function is computed by what it makes of the bounds themselves, where it
/// keeps their order or turns it: `cast(x as bigint) // 13` lies between its values for the least and the
/// greatest `x`.
final class Spans {
    private final KnownColumns known;
    private final Map<BoundExpr, Span> found = new IdentityHashMap<>();
    private boolean mayFail;

    Spans(KnownColumns known) {
        this.known = known;
    }

    /// Whether one of the expressions that were asked for may raise an error for a row.
    boolean mayFail() {
        return mayFail;
    }

    /// A part that stands in several places is looked at once.
    Span of(BoundExpr expr) {
        Span span = found.get(expr);
        if (span == null) {
            span = find(expr);
            found.put(expr, span);
        }
        return span;
    }

    private Span find(BoundExpr expr) {
        return switch (expr) {
            case BoundExpr.Column column -> column(column);
            case BoundExpr.Constant(Object value, DataType type) -> Span.of(value, type);
            case BoundExpr.Cast cast -> cast(cast, of(cast.input()));
            case BoundExpr.Case branches -> branches(branches);
            case BoundExpr.In(BoundExpr input, List<BoundExpr> options) -> Conditions.in(of(input), each(options));
            case BoundExpr.Call call -> call(call);
            case BoundExpr.Applied _, BoundExpr.Lambda _ -> unproven(expr, Span.ANY);
        };
    }

    private Span column(BoundExpr.Column column) {
        ValueBounds bounds = known.of(column.name());
        return bounds == null ? Span.ANY : Span.of(bounds, value -> known.mayHold(column.name(), value));
    }

    private List<Span> each(List<BoundExpr> exprs) {
        return exprs.stream().map(this::of).toList();
    }

    /// What is known of an expression that may raise an error, unless it is one that never does.
    private Span unproven(BoundExpr expr, Span span) {
        mayFail |= Failing.mayFailItself(expr);
        return span;
    }

    private Span cast(BoundExpr.Cast cast, Span input) {
        if (!input.mayBeValid()) {
            return Span.NULL;
        }
        Optional<Span> exact = Monotony.of(cast) ? NumberSpans.monotone(cast, input) : Optional.empty();
        return exact.map(span -> span.withNulls(input.mayBeNull(), true))
                .orElseGet(() -> unproven(cast, Span.ANY.withNulls(input.mayBeNull() || cast.lenient(), true)));
    }

    /// A branch whose condition is true for no row is not computed.
    private Span branches(BoundExpr.Case branches) {
        Span all = new Span(Optional.empty(), Optional.empty(), false, false, false, TextLengths.UNKNOWN);
        for (BoundExpr.When when : branches.branches()) {
            Span condition = of(when.condition());
            if (condition.mayBe(true)) {
                all = all.or(of(when.result()));
            }
            if (condition.isAlwaysTrue()) {
                return all;
            }
        }
        return all.or(of(branches.otherwise()));
    }

    private Span call(BoundExpr.Call call) {
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
            case TRY -> Span.ANY;
            default -> call.function().isStrict() ? strict(call, each(call.arguments())) : unproven(call, Span.ANY);
        };
    }

    /// Arguments behind one that is never null are not computed.
    private Span coalesce(BoundExpr.Call call) {
        Span all = Span.NULL;
        for (BoundExpr argument : call.arguments()) {
            Span next = of(argument);
            all = all.or(next).withNulls(next.mayBeNull(), all.mayBeValid() || next.mayBeValid());
            if (!next.mayBeNull()) {
                return all;
            }
        }
        return all;
    }

    private static Span extreme(List<Span> arguments) {
        boolean mayBeNull = arguments.stream().allMatch(Span::mayBeNull);
        Span all = arguments.stream().reduce(Span.NULL, Span::or);
        return all.withNulls(mayBeNull, all.mayBeValid());
    }

    private Span strict(BoundExpr.Call call, List<Span> arguments) {
        if (!arguments.stream().allMatch(Span::mayBeValid)) {
            return Span.NULL;
        }
        boolean mayBeNull = arguments.stream().anyMatch(Span::mayBeNull);
        return proven(call, arguments)
                .map(span -> span.withNulls(mayBeNull, true))
                .orElseGet(() -> unproven(
                        call, Span.ANY.withNulls(mayBeNull || !call.function().keepsNulls(), true)));
    }

    private static Optional<Span> proven(BoundExpr.Call call, List<Span> arguments) {
        if (Monotony.of(call)) {
            Optional<Span> bounds = NumberSpans.monotone(call, arguments);
            boolean isBeginning = call.function() == Function.LEFT || call.function() == Function.SUBSTRING;
            return isBeginning
                    ? Optional.of(TextSpans.beginnings(call, arguments, bounds.orElse(Span.ANY.withNulls(false, true))))
                    : bounds;
        }
        return Stream.of(NumberSpans.of(call, arguments), TextSpans.of(call, arguments))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
