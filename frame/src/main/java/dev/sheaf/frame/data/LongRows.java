package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.verb.RowWindows;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// A row for each value instead of a column: the name of its column beside it.
public final class LongRows {
    static final String VARIABLE = "variable";
    static final String VALUE = "value";

    private LongRows() {}

    /// For each of the columns `values`, one after the other, all rows: the columns `ids`, its name, and its value.
    ///
    /// @throws IllegalArgumentException if the types of the values do not meet, or there are none
    public static Frame melted(Frame frame, List<String> ids, List<String> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("melt needs a column of values beside " + ids);
        }
        return Concatenation.of(values.stream()
                .map(value -> frame.runBare(plan -> new LogicalPlan.Project(plan, row(frame, ids, value))))
                .toList());
    }

    private static List<Expr> row(Frame frame, List<String> ids, String value) {
        List<Expr> row = new ArrayList<>();
        ids.forEach(id -> row.add(col(id)));
        Label label = frame.columns().labels().get(frame.columns().position(value));
        row.add(lit(label.toString()).as(VARIABLE));
        row.add(col(value).as(VALUE));
        return row;
    }

    /// A row for each value of all columns, in the order of rows and then of columns, as one column with the name of
    /// the column as last level of the index.
    public static Frame stacked(Frame frame) {
        Numbered numbered = Numbered.of(frame);
        List<String> levels = numbered.levels();
        Frame cells = numbered.cells();
        List<String> names = new ArrayList<>(levels);
        names.add(VARIABLE);
        List<Expr> kept = new ArrayList<>(names.stream().map(Expressions::col).toList());
        kept.add(col(VALUE));
        Frame rows = cells.runBare(plan -> new LogicalPlan.Project(
                new LogicalPlan.Sort(
                        plan, List.of(SortKey.ascending(Numbered.ROW), SortKey.ascending(Numbered.COLUMN))),
                kept));
        Frame indexed = rows.indexedBy(names);
        List<String> named = new ArrayList<>(frame.index().names());
        named.add("");
        return indexed.reindexed(indexed.index().named(named));
    }

    /// The columns of a frame, its index as columns, and the number of each row.
    record Numbered(Frame frame, List<String> levels, List<String> values) {
        static final String ROW = "#row";
        static final String COLUMN = "#column";

        static Numbered of(Frame frame) {
            List<String> levels = IntStream.range(0, frame.index().levels())
                    .mapToObj(level -> "#level " + level)
                    .toList();
            Frame named = FrameLevels.asColumnsNamed(frame, levels);
            RowWindows windows = RowComputation.windows(named, List.of());
            List<Expr> all = new ArrayList<>(
                    named.columns().names().stream().map(Expressions::col).toList());
            all.add(windows.of(new WindowFunction.RowNumber()).as(ROW));
            return new Numbered(
                    RowComputation.of(named, windows, all),
                    levels,
                    frame.columns().names());
        }

        /// A row for each value: levels, name of the column, value, and the numbers of row and column.
        Frame cells() {
            List<Frame> parts = IntStream.range(0, values.size())
                    .mapToObj(column -> frame.runBare(plan -> new LogicalPlan.Project(plan, cell(column))))
                    .toList();
            return Concatenation.of(parts);
        }

        private List<Expr> cell(int column) {
            List<Expr> cell = row(frame, levels, values.get(column));
            cell.add(col(ROW));
            cell.add(lit(column).as(COLUMN));
            return cell;
        }
    }
}
