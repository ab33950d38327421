package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.label.ColumnAccessor;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The rows of two frames side by side, those of equal labels together, for expressions over the columns of
/// both.
///
/// Frames whose labels are the same, row by row, are put side by side as they lie. Others are joined by
/// label; labels that repeat meet all their partners, and null labels none.
public final class Pairs {
    /// The partner of every value: an expression, or a constant.
    public static Expr partner(Object constant) {
        return constant instanceof Expr expr ? expr : Expressions.lit(constant);
    }

    private static final String LEFT = "left ";
    private static final String RIGHT = "right ";
    private static final String LABEL = "#label ";

    private Pairs() {}

    /// The expression for a column of the left frame.
    public static Expr left(Frame left, int column) {
        return col(LEFT + left.columns().names().get(column));
    }

    /// The expression for a column of the right frame.
    public static Expr right(Frame right, int column) {
        return col(RIGHT + right.columns().names().get(column));
    }

    /// The values of `results` for all labels of both frames: in the left frame's order if labels are the
    /// same, else in the order of labels. `results` go by `labels`.
    public static Frame compute(Frame left, Frame right, List<Label> labels, List<Expr> results) {
        List<Expr> named = named(labels, results);
        Frame computed = SameLabels.have(left, right)
                ? beside(left, right).rowwise(named)
                : joined(left, right, JoinKind.FULL, named, true);
        return relabelled(computed, labels);
    }

    /// As [#compute] for the rows, and in the order, of the left frame alone.
    ///
    /// @throws IllegalArgumentException if a label of the left frame occurs several times in the right one, which
    ///     leaves open which of its rows is meant
    public static Frame computeForLeft(Frame left, Frame right, List<Label> labels, List<Expr> results) {
        List<Expr> named = named(labels, results);
        Frame computed = SameLabels.have(left, right)
                ? beside(left, right).rowwise(named)
                : joined(left, right, JoinKind.LEFT, named, false);
        if (computed.rows() != left.rows()) {
            throw new IllegalArgumentException(
                    "the " + right.rows() + " values of " + right.columns().labels()
                            + " do not match " + left.rows()
                            + " rows by label: labels repeat among them; drop the duplicates, or"
                            + " make them one with groupBy");
        }
        return relabelled(computed, labels);
    }

    /// The columns of both frames for the labels that a kind of join gives, in the left frame's order
    /// unless both sides may lack a label.
    public static Frame join(Frame left, Frame right, JoinKind kind, List<Label> labels) {
        boolean ordered = kind == JoinKind.FULL || kind == JoinKind.RIGHT;
        return relabelled(joined(left, right, kind, named(labels, all(left, right, labels)), ordered), labels);
    }

    /// The columns of both frames for all labels of both, in the order of [#compute].
    ///
    /// @throws IllegalArgumentException if two columns have one label
    public static Frame side(Frame left, Frame right) {
        List<Label> labels = new ArrayList<>(left.columns().labels());
        labels.addAll(right.columns().labels());
        return compute(left, right, labels, all(left, right, labels));
    }

    private static List<Expr> all(Frame left, Frame right, List<Label> labels) {
        return IntStream.range(0, labels.size())
                .mapToObj(i -> i < left.columns().size()
                        ? left(left, i)
                        : right(right, i - left.columns().size()))
                .toList();
    }

    private static List<Expr> named(List<Label> labels, List<Expr> results) {
        return IntStream.range(0, results.size())
                .mapToObj(i -> results.get(i).as(labels.get(i).name()))
                .toList();
    }

    private static Frame relabelled(Frame computed, List<Label> labels) {
        return new Frame(ColumnAccessor.of(labels, computed.columns().columns()), computed.index(), computed.options());
    }

    private static Frame beside(Frame left, Frame right) {
        List<Label> labels = new ArrayList<>(named(LEFT, left));
        labels.addAll(named(RIGHT, right));
        List<FrameColumn> columns = new ArrayList<>(left.columns().columns());
        columns.addAll(right.columns().columns());
        return new Frame(ColumnAccessor.of(labels, columns), left.index(), left.options());
    }

    private static List<Label> named(String side, Frame frame) {
        return frame.columns().names().stream()
                .map(name -> Label.of(side + name))
                .toList();
    }

    private static Frame joined(Frame left, Frame right, JoinKind kind, List<Expr> results, boolean ordered) {
        int levels = left.index().levels();
        if (levels != right.index().levels()) {
            throw new IllegalArgumentException("an index of " + levels + " levels does not align with one of "
                    + right.index().levels());
        }
        Collected rows = Collected.of(
                left.isLarge() || right.isLarge(),
                List.of(left::open, right::open),
                frames -> {
                    LogicalPlan pairs = new LogicalPlan.Join(
                            side(frames.getFirst(), left, LEFT),
                            side(frames.getLast(), right, RIGHT),
                            kind,
                            keys(levels),
                            Optional.empty());
                    LogicalPlan all = project(pairs, levels, kind, results);
                    return ordered ? sorted(all, levels) : all;
                },
                left.options());
        return left.from(rows, labels(levels));
    }

    private static List<JoinKey> keys(int levels) {
        return IntStream.range(0, levels)
                .mapToObj(level -> JoinKey.on(col(LEFT + LABEL + level), col(RIGHT + LABEL + level)))
                .toList();
    }

    private static LogicalPlan side(OpenFrame open, Frame frame, String side) {
        List<Expr> columns = new ArrayList<>();
        frame.columns().names().forEach(name -> columns.add(col(name).as(side + name)));
        List<String> labels = frame.indexNames();
        for (int i = 0; i < labels.size(); i++) {
            columns.add(col(labels.get(i)).as(side + LABEL + i));
        }
        return new LogicalPlan.Project(open.plan(), columns);
    }

    private static LogicalPlan project(LogicalPlan pairs, int levels, JoinKind kind, List<Expr> results) {
        List<Expr> columns = new ArrayList<>(results);
        for (int level = 0; level < levels; level++) {
            Expr left = col(LEFT + LABEL + level);
            Expr right = col(RIGHT + LABEL + level);
            columns.add((kind.givesRight() ? call(Function.COALESCE, left, right) : left).as(LABEL + level));
        }
        return new LogicalPlan.Project(pairs, columns);
    }

    private static List<String> labels(int levels) {
        return IntStream.range(0, levels).mapToObj(level -> LABEL + level).toList();
    }

    private static LogicalPlan sorted(LogicalPlan rows, int levels) {
        return new LogicalPlan.Sort(
                rows, labels(levels).stream().map(SortKey::ascending).toList());
    }
}
