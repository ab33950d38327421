package dev.sheaf.groupby;

import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.window.Frame;
import dev.sheaf.window.RunFunction;
import dev.sheaf.window.RunFunction.RankMethod;
import dev.sheaf.window.RunFunction.Share;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A column with a value for each row of [Groups], computed from the rows of its group: `Groups.scan`.
///
/// ```java
/// groups.scan(RowsBy.TABLE, scan(sum("v")), shift("v", 1).fill(0), rank("v", RankMethod.DENSE).as("place"));
/// ```
/// | factory | result | nulls |
/// |---|---|---|
/// | `scan`, `scanBefore` | the aggregate's type | a null stays null, and those behind go on |
/// | `rowNumber`, `cumulativeCount`, `groupNumber` | int64 (int32) | count |
/// | `rank` | int64, float64 for averages and shares | no rank, unless counted |
/// | `shift`, `forwardFill`, `backwardFill`, `replaceNulls` | the input's type | the input's |
/// | `diff`, `percentChange` | as `-` and `/` give | null where one of the two is |
/// | `smooth` | float64 | repeat the mean so far |
/// | `transform` | the aggregate's type | as the aggregate has them |
///
/// A scan is checked against the columns by `Groups.scan`, which says what it costs. `scan`, `shift`,
/// `replaceNulls` and `rank` are libcudf's calls of these names, `diff`, `percentChange`, `cumulativeCount` and
/// `groupNumber` those of pandas' groups.
public sealed interface GroupScan {

    /// The name of the result.
    String name();

    /// The same under another name.
    GroupScan as(String name);

    /// A function over the rows of each group, ordered by columns if there are some; `nullsStay` makes rows null
    /// whose input is.
    record Run(
            String name,
            Optional<Expr> input,
            RunFunction function,
            @Nullable Object fillValue,
            boolean nullsStay,
            List<GroupsOptions.Within> order)
            implements GroupScan {
        public Run {
            order = List.copyOf(order);
        }

        @Override
        public Run as(String other) {
            return new Run(other, input, function, fillValue, nullsStay, order);
        }

        /// The same with a value for rows that a shift finds outside of the group, of the type of the input; null
        /// is null. Others than shifts find all rows, and ignore it.
        public Run fill(@Nullable Object value) {
            return new Run(name, input, function, value, nullsStay, order);
        }

        /// The same rank as a share.
        ///
        /// @throws IllegalStateException if it is no rank
        public Run share(Share share) {
            RunFunction.Ranked rank = rank();
            return with(new RunFunction.Ranked(rank.method(), share, rank.skipNulls()), order);
        }

        /// The same rank in another order; without `skipsNulls` nulls are ranked where the direction puts them.
        ///
        /// @throws IllegalStateException if it is no rank
        public Run order(SortDirection direction, boolean skipsNulls) {
            RunFunction.Ranked rank = rank();
            SortDirection placed = new SortDirection(direction.descending(), !skipsNulls && direction.nullsFirst());
            String column = order.getFirst().column();
            return with(
                    new RunFunction.Ranked(rank.method(), rank.share(), skipsNulls),
                    List.of(new GroupsOptions.Within(column, placed)));
        }

        private RunFunction.Ranked rank() {
            if (function instanceof RunFunction.Ranked ranked) {
                return ranked;
            }
            throw new IllegalStateException("\"" + name + "\" is no rank");
        }

        private Run with(RunFunction other, List<GroupsOptions.Within> otherOrder) {
            return new Run(name, input, other, fillValue, nullsStay, otherOrder);
        }
    }

    /// What the input is more than `distance` rows before; a share of that if `relative`.
    record Change(String name, Expr input, long distance, boolean relative) implements GroupScan {
        @Override
        public Change as(String other) {
            return new Change(other, input, distance, relative);
        }
    }

    /// The input where it is not null, else `by`: an aggregate of the group or any expression.
    record Replaced(String name, Expr input, Expr by) implements GroupScan {
        @Override
        public Replaced as(String other) {
            return new Replaced(other, input, by);
        }
    }

    /// An aggregate of the group on each of its rows.
    record Transformed(String name, Expr aggregate) implements GroupScan {
        @Override
        public Transformed as(String other) {
            return new Transformed(other, aggregate);
        }
    }

    /// The number of the group, int32.
    record GroupNumber(String name) implements GroupScan {
        @Override
        public GroupNumber as(String other) {
            return new GroupNumber(other);
        }
    }

    /// An aggregate of the rows so far, the current one included: `scan(sum("v"))`.
    ///
    /// @throws IllegalArgumentException if it is no aggregate, or one with a filter or of distinct values
    static Run scan(Expr aggregate) {
        return folded(aggregate, Frame.RUNNING);
    }

    /// An aggregate of the rows before the current one, libcudf's exclusive scan; null for the first, counts are 0.
    ///
    /// @throws IllegalArgumentException as [#scan]
    static Run scanBefore(Expr aggregate) {
        return folded(aggregate, Frame.BEFORE);
    }

    private static Run folded(Expr expr, Frame frame) {
        if (!(expr.unaliased() instanceof Expr.Aggregate aggregate)
                || aggregate.distinct()
                || aggregate.filter().isPresent()) {
            throw new IllegalArgumentException(
                    expr.outputName() + " cannot be scanned; a scan takes sum, count, ... without DISTINCT and filter");
        }
        boolean nullsStay = switch (AggregationKind.of(aggregate.aggregation())) {
            case COUNT_ALL, COUNT_VALID, FIRST, LAST -> false;
            default -> true;
        };
        Optional<Expr> input = aggregate.arguments().stream().findFirst();
        RunFunction function = new RunFunction.Folded(aggregate.aggregation(), frame);
        return new Run(expr.outputName(), input, function, null, nullsStay, List.of());
    }

    /// 1, 2, 3, ... in each group.
    static Run rowNumber() {
        return new Run("row_number", Optional.empty(), new RunFunction.RowNumber(), null, false, List.of());
    }

    /// 0, 1, 2, ... in each group: the rows before.
    static Run cumulativeCount() {
        return scanBefore(Expressions.count()).as("cumulative_count");
    }

    /// The number of the row's group, from 0 in the order of the groups.
    static GroupNumber groupNumber() {
        return new GroupNumber("group_number");
    }

    /// The rank of a column's value in its group, rising; nulls have none. `method` says what ties get. Sorts the
    /// rows.
    static Run rank(String column, RankMethod method) {
        RunFunction function = new RunFunction.Ranked(method, Share.NONE, true);
        List<GroupsOptions.Within> order = List.of(new GroupsOptions.Within(column, SortDirection.ASCENDING));
        return new Run(column, Optional.of(Expressions.col(column)), function, null, false, order);
    }

    /// The value `distance` rows before in the group, behind if negative; null outside, or what `fill` says.
    static Run shift(String column, long distance) {
        return run(column, new RunFunction.Shifted(distance, false));
    }

    /// Nulls replaced by the value before that is not null, in the group.
    static Run forwardFill(String column) {
        return run(column, new RunFunction.Filled(true));
    }

    /// Nulls replaced by the next value that is not null, in the group.
    static Run backwardFill(String column) {
        return run(column, new RunFunction.Filled(false));
    }

    /// Nulls replaced by a constant, an expression, or an aggregate of the group, or what is computed of some:
    /// `replaceNulls("v", mean("v"))`. Where that is null, too, null stays. It has the type of the column, or one
    /// that meets it.
    static Replaced replaceNulls(String column, Object by) {
        Expr value = by instanceof Expr expr ? expr : Expressions.lit(by);
        return new Replaced(column, Expressions.col(column), value);
    }

    /// The value less the one `distance` rows before, behind if negative.
    static Change diff(String column, long distance) {
        return new Change(column, Expressions.col(column), distance, false);
    }

    /// By which share the value is more than the one `distance` rows before, behind if negative: 0.5 is half more.
    static Change percentChange(String column, long distance) {
        return new Change(column, Expressions.col(column), distance, true);
    }

    /// The exponentially weighted mean so far, see [RunFunction.Smoothed].
    static Run smooth(String column, double alpha, boolean adjusted) {
        return run(column, new RunFunction.Smoothed(alpha, adjusted));
    }

    /// An aggregate of the group, or what is computed of some, on each of its rows. Costs the pass of the
    /// aggregate.
    static Transformed transform(Expr aggregate) {
        return new Transformed(aggregate.outputName(), aggregate);
    }

    private static Run run(String column, RunFunction function) {
        return new Run(column, Optional.of(Expressions.col(column)), function, null, false, List.of());
    }
}
