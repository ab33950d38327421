package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.Row;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.label.ColumnAccessor;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// The rows of each group as a frame of their own.
public final class GroupParts {
    /// The key of all rows, for groups without keys.
    private static final Expr ALL_ROWS = lit(0L).as("all rows");

    private final Frame numbers;
    private final List<@Nullable Object> keys;
    private final long[] starts;

    private GroupParts(Frame numbers, List<@Nullable Object> keys, long[] starts) {
        this.numbers = numbers;
        this.keys = keys;
        this.starts = starts;
    }

    /// Finds the groups; those and the order of them follow `options`. Without keys all rows are one group of key 0.
    public static GroupParts of(Frame frame, List<Expr> by, GroupByOptions options) {
        GroupsOptions order = GroupsOptions.DEFAULT.order(options.order());
        return frame.options().run(context -> {
            try (Table table = frame.kept();
                    Groups groups = GroupBy.on(table)
                            .by(by.isEmpty() ? new Expr[] {ALL_ROWS} : by.toArray(Expr[]::new))
                            .nullKeys(options.nullKeys())
                            .groups(context, order)) {
                FrameColumn ids = FrameColumn.of(groups.ids(), context.pool());
                Label name = Label.of(frame.freeName("#group"));
                Frame numbers = new Frame(
                        ColumnAccessor.of(List.of(name), List.of(ids)),
                        frame.index().copy(),
                        frame.options());
                return new GroupParts(numbers, keys(groups.keys()), starts(groups));
            }
        });
    }

    private static List<@Nullable Object> keys(Table table) {
        List<@Nullable Object> keys = new ArrayList<>();
        for (long group = 0; group < table.rowCount(); group++) {
            Row row = new Row(table, group);
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < table.columns().size(); i++) {
                values.add(row.get(i));
            }
            keys.add(values.size() == 1 ? values.getFirst() : Collections.unmodifiableList(values));
        }
        return keys;
    }

    private static long[] starts(Groups groups) {
        try (var offsets = groups.offsets()) {
            return LongStream.rangeClosed(0, groups.groupCount())
                    .map(offsets::start)
                    .toArray();
        }
    }

    /// The number of the group of each row, from 0 in the order of groups, as the only column; null for rows in none.
    public Frame numbers() {
        return numbers;
    }

    /// Hands on the key of each group, a list of several, and its rows in order.
    public void forEach(Frame frame, BiConsumer<@Nullable Object, Frame> consumer) {
        Label name = numbers.columns().labels().getFirst();
        Frame numbered =
                new Frame(frame.columns().put(name, numbers.columns().get(name)), frame.index(), frame.options());
        Expr number = col(name.name());
        Frame ordered = numbered.run(plan -> new LogicalPlan.Sort(
                new LogicalPlan.Filter(plan, number.isNotNull()), List.of(SortKey.ascending(name.name()))));
        Frame grouped = ordered.with(ordered.columns().drop(List.of(name)));
        for (int group = 0; group < keys.size(); group++) {
            consumer.accept(keys.get(group), grouped.slice(starts[group], starts[group + 1] - starts[group]));
        }
    }
}
