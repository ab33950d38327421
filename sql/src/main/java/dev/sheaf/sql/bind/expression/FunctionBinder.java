package dev.sheaf.sql.bind.expression;

import dev.sheaf.expr.Expr;
import dev.sheaf.sql.bind.scope.Macros;
import dev.sheaf.sql.function.AggregateFunctions;
import dev.sheaf.sql.function.ComposedAggregates;
import dev.sheaf.sql.tree.Expression;
import java.util.Optional;

/// Says of a call which binder it is for: that of aggregates, of windows, or of functions of one row.
final class FunctionBinder {
    private final PartBinder parts;
    private final AggregateBinder aggregates;

    FunctionBinder(PartBinder parts) {
        this.parts = parts;
        this.aggregates = new AggregateBinder(parts);
    }

    Expr bind(Expression.Call call) {
        if (call.function().size() > 1) {
            throw parts.error(call, "functions have no schema; write " + call.name() + "(...)");
        }
        if (call.modifiers().exportState()) {
            throw parts.error(call, "EXPORT_STATE is not supported; partial states are a matter of the Java API");
        }
        Optional<Expression> ordered = OrderedSets.of(call);
        if (ordered.isPresent()) {
            return parts.part(ordered.get());
        }
        Optional<Expression> composed = parts.clause().takesAggregates() ? aggregates.written(call) : Optional.empty();
        if (composed.isPresent()) {
            return parts.part(composed.get());
        }
        Optional<Expression> written = new Macros(
                        parts.context().origins(), parts.context().parameters())
                .expression(call, parts.site()::qualified)
                .or(() -> ListQueries.of(call, parts.site()))
                .or(() -> RowCounts.of(call, parts.context().scope()));
        if (written.isPresent()) {
            return parts.part(written.get());
        }
        if (ExtremeRows.takes(call)) {
            return aggregates.extremes(call);
        }
        if (call.over().isPresent()) {
            return new WindowBinder(parts, aggregates).bind(call);
        }
        if (ComposedAggregates.isKnown(FunctionNames.key(call)) || AggregateBinder.takesShares(call)) {
            return aggregates.composed(call);
        }
        if (AggregateFunctions.isKnown(FunctionNames.key(call))) {
            return aggregates.aggregate(call);
        }
        if (FunctionNames.GROUPING.contains(FunctionNames.key(call)) && FunctionNames.isPlain(call)) {
            return aggregates.grouping(call);
        }
        if (FunctionNames.WINDOW.contains(FunctionNames.key(call))) {
            throw parts.error(
                    call,
                    FunctionNames.key(call) + " needs a window: " + FunctionNames.key(call)
                            + "() OVER (PARTITION BY ... ORDER BY ...)");
        }
        return new ScalarBinder(parts).bind(call);
    }
}
