package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.frame.index.Index;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.index.TypedIndex;
import dev.sheaf.frame.label.ColumnAccessor;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.frame.store.LaterColumn;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.exec.ChosenRows;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Plans that choose rows of a frame in memory whose labels are a range, by a filter or a sort.
///
/// No column of labels goes through the plan: the operator says which rows it chose, a bit or 32 for each, and the
/// labels are made of that when somebody reads them.
public final class ChosenFrame {
    private static final String PLACES = "places";
    private static final String LABEL = "label";

    private final Frame frame;
    private final RangeIndex range;

    private ChosenFrame(Frame frame, RangeIndex range) {
        this.frame = frame;
        this.range = range;
    }

    /// Runs a plan as [Frame#run], without labels where it can do without.
    public static Frame run(Frame frame, UnaryOperator<LogicalPlan> query) {
        return chosen(frame, query).orElseGet(() -> frame.run(query));
    }

    private static Optional<Frame> chosen(Frame frame, UnaryOperator<LogicalPlan> query) {
        if (!(frame.index() instanceof RangeIndex range) || frame.isLarge()) {
            return Optional.empty();
        }
        return frame.options().run(context -> new ChosenFrame(frame, range).run(query, context), _ -> Optional.empty());
    }

    /// The rows that a plan chooses; empty, and nothing is run, of other plans.
    private Optional<Frame> run(UnaryOperator<LogicalPlan> query, QueryContext context) {
        try (OpenFrame open = frame.open()) {
            if (!chooses(query.apply(open.plan()))) {
                return Optional.empty();
            }
            return Executor.choose(query.apply(open.bare()), context).map(this::taken);
        }
    }

    /// Whether a plan chooses rows by their columns alone.
    private boolean chooses(LogicalPlan plan) {
        return switch (plan) {
            case LogicalPlan.Filter(LogicalPlan.Scan _, Expr condition) -> isOfColumns(condition);
            case LogicalPlan.Sort(LogicalPlan.Scan _, List<SortKey> keys) ->
                keys.stream().map(SortKey::expr).allMatch(this::isOfColumns);
            default -> false;
        };
    }

    private boolean isOfColumns(Expr expr) {
        return frame.columns().names().containsAll(ExprColumns.of(expr));
    }

    private Frame taken(ChosenRows chosen) {
        try (chosen) {
            Collected rows = Collected.kept(chosen.rows(), frame.options());
            return new Frame(
                    frame.labelled(rows, rows.schema().names()),
                    labels(chosen.places().retain(), rows.rows()),
                    frame.options());
        }
    }

    private Index labels(Column places, long rows) {
        Frame held = held(places);
        LaterColumn labels = new LaterColumn(DataType.INT64, rows, () -> labels(held, range), () -> held.close());
        if (held.byteSize() > labels.byteSize()) {
            labels.get();
        }
        return new TypedIndex(range.name(), labels);
    }

    private Frame held(Column places) {
        FrameOptions options = frame.options();
        FrameColumn column = FrameColumn.of(places, options.pool());
        return new Frame(
                ColumnAccessor.of(List.of(Label.of(PLACES)), List.of(column)), RangeIndex.of(column.length()), options);
    }

    private static FrameColumn labels(Frame places, RangeIndex range) {
        boolean isMarked = places.columns().get(Label.of(PLACES)).type().equals(DataType.BOOL);
        Frame all = isMarked ? places.reindexed(range) : places;
        Collected labels = Collected.of(
                all.isLarge(),
                List.of(all::open),
                frames -> isMarked
                        ? marked(frames.getFirst().plan(), all.indexNames().getFirst())
                        : new LogicalPlan.Project(frames.getFirst().bare(), List.of(label(range))),
                all.options());
        return labels.columns().getFirst();
    }

    private static LogicalPlan marked(LogicalPlan rows, String index) {
        return new LogicalPlan.Project(new LogicalPlan.Filter(rows, col(PLACES)), List.of(col(index)));
    }

    private static Expr label(RangeIndex range) {
        return col(PLACES)
                .cast(DataType.INT64)
                .times(lit(range.step()))
                .plus(lit(range.start()))
                .as(LABEL);
    }
}
