package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.any;
import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.index.Period;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.verb.Intervals;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.plan.GroupedSelect;
import dev.sheaf.plan.LogicalPlan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Rows by label.
public final class Lookup {
    private Lookup() {}

    /// The rows of a label, null for those without one; of several levels the first labels are enough, and of a
    /// dates the beginning of the text, and of intervals what they contain.
    ///
    /// @throws IllegalArgumentException if there is no such row, or there are more labels than levels
    public static Frame rows(Frame frame, List<? extends @Nullable Object> label) {
        if (label.isEmpty() || label.size() > frame.index().levels()) {
            throw new IllegalArgumentException(
                    label.size() + " labels for an index of " + frame.index().levels() + " levels");
        }
        Frame found = frame.index() instanceof RangeIndex range && label.getFirst() instanceof Number number
                ? row(frame, range, number)
                : filtered(frame, condition(frame, label));
        if (found.rows() == 0) {
            throw new IllegalArgumentException(
                    "no row is labelled " + label.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        }
        return found;
    }

    private static Frame row(Frame frame, RangeIndex range, Number label) {
        OptionalLong whole = whole(label);
        OptionalLong row = whole.isPresent() ? range.rowOf(whole.getAsLong()) : OptionalLong.empty();
        return row.isPresent() ? frame.slice(row.getAsLong(), 1) : frame.slice(0, 0);
    }

    /// The number if it is an int64: 1.0 is a label of a range, 1.5 is none.
    private static OptionalLong whole(Number number) {
        try {
            return OptionalLong.of(new BigDecimal(number.toString()).longValueExact());
        } catch (ArithmeticException | NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    private static Expr condition(Frame frame, List<? extends @Nullable Object> label) {
        Optional<Period> period = frame.index().period(label.getFirst());
        if (period.isPresent()) {
            Expr moment = col(frame.indexNames().getFirst());
            return moment.ge(lit(period.get().from()))
                    .and(moment.lt(lit(period.get().end())));
        }
        return IntStream.range(0, label.size())
                .mapToObj(level -> isAt(frame, level, label.get(level)))
                .reduce(Expr::and)
                .orElseThrow();
    }

    /// Labels that are intervals are meant by what they contain, others by themselves.
    private static Expr isAt(Frame frame, int level, @Nullable Object label) {
        Expr labels = col(frame.indexNames().get(level));
        if (label == null) {
            return labels.isNull();
        }
        return Intervals.areOf(frame.index().types().get(level))
                ? Intervals.contains(labels, label)
                : labels.eq(lit(label));
    }

    private static Frame filtered(Frame frame, Expr condition) {
        return frame.run(plan -> new LogicalPlan.Filter(plan, condition));
    }

    /// The rows whose labels of the first level lie between two, both included, in the frame's order. Of a
    /// dates texts mean their whole period.
    public static Frame between(Frame frame, Object from, Object to) {
        Expr label = col(frame.indexNames().getFirst());
        Expr isAfter = label.ge(lit(frame.index().period(from).map(Period::from).orElse(from)));
        Expr isBefore = frame.index()
                .period(to)
                .map(period -> label.lt(lit(period.end())))
                .orElseGet(() -> label.le(lit(to)));
        return filtered(frame, isAfter.and(isBefore));
    }

    /// All rows but those of some labels of the first level; null means rows without a label, which else stay.
    ///
    /// @throws IllegalArgumentException for a label that no row has
    public static Frame without(Frame frame, List<? extends @Nullable Object> labels) {
        return without(frame, 0, labels);
    }

    /// As [#without(Frame, List)] of the level of a name.
    ///
    /// @throws IllegalArgumentException if there is no such level, too
    public static Frame without(Frame frame, String level, List<? extends @Nullable Object> labels) {
        return without(frame, IndexLevels.position(frame.index(), level), labels);
    }

    private static Frame without(Frame frame, int number, List<? extends @Nullable Object> labels) {
        if (labels.isEmpty()) {
            return frame.with(frame.columns());
        }
        Expr level = col(frame.indexNames().get(number));
        List<Expr> found = new ArrayList<>();
        for (Object label : labels) {
            Expr isLabel = label == null ? level.isNull() : level.eq(lit(label));
            found.add(any(isLabel).as("#" + found.size()));
        }
        Frame answer = frame.run(plan -> GroupedSelect.plan(plan, List.of(), found, GroupByOptions.DEFAULT));
        for (int i = 0; i < labels.size(); i++) {
            if (!Boolean.TRUE.equals(answer.columns().get("#" + i).value(0))) {
                throw new IllegalArgumentException("no row is labelled " + labels.get(i));
            }
        }
        Object[] present = labels.stream().filter(java.util.Objects::nonNull).toArray();
        Expr stays = present.length == 0 ? lit(true) : call(Function.IS_NOT_TRUE, level.in(present));
        return filtered(frame, present.length == labels.size() ? stays : stays.and(level.isNotNull()));
    }

    /// A row for each of some labels, in their order, with null where there is none.
    ///
    /// @throws IllegalArgumentException if one of them is that of several rows, or the index has several levels
    public static Frame reindexed(Frame frame, List<? extends @Nullable Object> labels) {
        Frame wanted;
        try (Table table = Table.of("#", labels)) {
            wanted = Frame.of(table, frame.options()).indexedBy(List.of("#"));
        }
        List<Expr> all = IntStream.range(0, frame.columns().size())
                .mapToObj(column -> Pairs.right(frame, column))
                .toList();
        Frame found = Pairs.computeForLeft(wanted, frame, frame.columns().labels(), all);
        return found.reindexed(found.index().named(frame.index().names()));
    }

    /// The positions of some rows, negative ones counted from the end.
    ///
    /// @throws IndexOutOfBoundsException for one that is not there
    public static int[] positions(Frame frame, int... rows) {
        return IntStream.of(rows)
                .map(row -> (int) java.util.Objects.checkIndex(row < 0 ? row + frame.rows() : row, frame.rows()))
                .toArray();
    }
}
