package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFrame;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.query.QueryContext;
import dev.sheaf.window.Edges;
import dev.sheaf.window.Frame;
import dev.sheaf.window.RunFunction;
import dev.sheaf.window.RunFunction.RankMethod;
import dev.sheaf.window.RunFunction.Share;
import dev.sheaf.window.RunInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A window call as what the run operator takes: the function, and the columns that its expressions give.
final class WindowInput implements AutoCloseable {
    private final Table table;
    private final QueryContext context;
    private final List<Column> opened = new ArrayList<>();
    private RunFunction function = new RunFunction.RowNumber();
    private RunInput columns = RunInput.NONE;

    private WindowInput(Table table, QueryContext context) {
        this.table = table;
        this.context = context;
    }

    static WindowInput of(WindowCall call, Table table, QueryContext context) {
        WindowInput input = new WindowInput(table, context);
        try {
            input.open(call);
            return input;
        } catch (RuntimeException | Error failure) {
            input.close();
            throw failure;
        }
    }

    RunFunction function() {
        return function;
    }

    RunInput columns() {
        return columns;
    }

    /// What the run operator computes for a function; never one of whole partitions.
    static RunFunction function(WindowFunction function) {
        return switch (function) {
            case WindowFunction.RowNumber() -> new RunFunction.RowNumber();
            case WindowFunction.Rank() -> rank(RankMethod.MIN, Share.NONE);
            case WindowFunction.DenseRank() -> rank(RankMethod.DENSE, Share.NONE);
            case WindowFunction.PercentRank() -> rank(RankMethod.MIN, Share.FROM_ZERO);
            case WindowFunction.CumulativeShare() -> new RunFunction.CumulativeShare();
            case WindowFunction.Tile(long parts) -> new RunFunction.Tile(parts);
            case WindowFunction.Shifted(Expr _, long distance, boolean skipNulls, Optional<Expr> _) ->
                new RunFunction.Shifted(distance, skipNulls);
            case WindowFunction.ShiftedBy(Expr _, int sign, Expr _, boolean skipNulls, Optional<Expr> _) ->
                new RunFunction.ShiftedBy(sign, skipNulls);
            case WindowFunction.Picked(Expr _, long n, boolean skipNulls, WindowFrame frame) ->
                new RunFunction.Picked(n, skipNulls, frame.shape());
            case WindowFunction.PickedBy(Expr _, Expr _, boolean skipNulls, WindowFrame frame) ->
                new RunFunction.PickedBy(skipNulls, frame.shape());
            case WindowFunction.Smoothed smoothed -> smoothed.run();
            case WindowFunction.Framed(Expr.Aggregate aggregate, WindowFrame frame) ->
                new RunFunction.Folded(counted(aggregate), frame.shape());
            case WindowFunction.Aggregated aggregated -> throw new AssertionError(aggregated);
        };
    }

    private void open(WindowCall call) {
        Optional<Edges> edges = call.function().frameRows().flatMap(frame -> edges(frame, call.orderBy()));
        function = function(call.function());
        columns = switch (call.function()) {
            case WindowFunction.Shifted(Expr value, long _, boolean _, Optional<Expr> otherwise) -> {
                Column values = evaluated(value);
                Optional<Column> fill = otherwise.map(each -> constant(each, values.type()));
                yield new RunInput(Optional.of(values), fill, edges);
            }
            case WindowFunction.ShiftedBy(Expr value, int _, Expr steps, boolean _, Optional<Expr> otherwise) -> {
                Column values = evaluated(value);
                Optional<Column> fill = otherwise.map(each -> constant(each, values.type()));
                yield new RunInput(Optional.of(values), Optional.of(typed(steps, DataType.INT64)), fill, edges);
            }
            case WindowFunction.Picked picked ->
                new RunInput(Optional.of(evaluated(picked.value())), Optional.empty(), edges);
            case WindowFunction.PickedBy picked ->
                new RunInput(
                        Optional.of(evaluated(picked.value())),
                        Optional.of(typed(picked.place(), DataType.INT64)),
                        Optional.empty(),
                        edges);
            case WindowFunction.Smoothed smoothed ->
                new RunInput(Optional.of(evaluated(smoothed.value())), Optional.empty(), edges);
            case WindowFunction.Framed framed ->
                new RunInput(
                        argument(framed.aggregate()).map(this::evaluated),
                        framed.aggregate().arguments().stream()
                                .skip(1)
                                .findFirst()
                                .map(this::evaluated),
                        Optional.empty(),
                        edges);
            case WindowFunction.RowNumber(),
                    WindowFunction.Rank(),
                    WindowFunction.DenseRank(),
                    WindowFunction.PercentRank(),
                    WindowFunction.CumulativeShare(),
                    WindowFunction.Tile _,
                    WindowFunction.Aggregated _ -> RunInput.NONE;
        };
    }

    private static RunFunction rank(RankMethod method, Share share) {
        return new RunFunction.Ranked(method, share, false);
    }

    /// Rows that a filter leaves out are nulls of the argument; so a filtered count of rows counts values.
    private static Aggregation counted(Expr.Aggregate aggregate) {
        boolean counts = aggregate.aggregation() instanceof Aggregation.CountAll
                && aggregate.filter().isPresent();
        return counts ? new Aggregation.CountValid() : aggregate.aggregation();
    }

    private static Optional<Expr> argument(Expr.Aggregate aggregate) {
        Optional<Expr> argument = aggregate.arguments().stream().findFirst();
        if (aggregate.filter().isEmpty()) {
            return argument;
        }
        Expr value = argument.orElse(Expressions.lit(1));
        return Optional.of(
                Expressions.when(aggregate.filter().get()).then(value).otherwise(null));
    }

    private Optional<Edges> edges(WindowFrame frame, List<SortKey> order) {
        Optional<Expr> bound = frame.lower().or(frame::upper);
        if (bound.isEmpty()) {
            return Optional.empty();
        }
        if (frame.shape().unit() != Frame.Unit.RANGE) {
            return Optional.of(
                    new Edges(Optional.empty(), SortDirection.ASCENDING, steps(frame.lower()), steps(frame.upper())));
        }
        SortDirection direction = order.getFirst().direction();
        DataType type = Evaluator.compile(bound.get(), table.schema()).type().decoded();
        return Optional.of(new Edges(
                Optional.of(typed(order.getFirst().expr(), type)),
                direction,
                frame.lower().map(each -> typed(each, type)),
                frame.upper().map(each -> typed(each, type))));
    }

    private Optional<Column> steps(Optional<Expr> bound) {
        return bound.map(each -> typed(each, DataType.INT64));
    }

    private Column typed(Expr expr, DataType type) {
        return evaluated(new Expr.Cast(expr.unaliased(), type, false));
    }

    private Column evaluated(Expr expr) {
        opened.add(WholeColumn.of(expr, table, context));
        return opened.getLast();
    }

    private Column constant(Expr expr, DataType type) {
        Expr cast = new Expr.Cast(expr.unaliased(), type.decoded(), false);
        try (Table one = new Table(new Schema(List.of()), List.of(), 1)) {
            opened.add(Evaluator.compile(cast, one.schema()).evaluate(one, context.pool()));
            return opened.getLast();
        }
    }

    @Override
    public void close() {
        opened.forEach(Column::close);
    }
}
