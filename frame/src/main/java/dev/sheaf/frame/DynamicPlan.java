package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.min;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.WindowStart.AtFirst;
import dev.sheaf.frame.WindowStart.OnDay;
import dev.sheaf.frame.WindowStart.OnGrid;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.GroupContexts;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Join;
import dev.sheaf.plan.LogicalPlan.Project;
import dev.sheaf.plan.LogicalPlan.Scan;
import dev.sheaf.plan.LogicalPlan.Sort;
import dev.sheaf.plan.LogicalPlan.Window;
import dev.sheaf.plan.NumberRows;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The plan of a [DynamicGroupBy]: a start of a window for each row, or for each row and number of windows
/// back; then a group-by by keys and start; then what depends on the first window of a group.
///
/// Windows on a grid of months that an offset moves by days start so far from the first of a month, whatever its
/// length: they are found on the grid for indexes moved back, and moved when they are shown.
final class DynamicPlan {
    private static final LocalDate EPOCH = LocalDate.EPOCH;
    private static final LocalDate MONDAY = LocalDate.of(1970, 1, 5);
    private static final Span WEEK = Span.of("1w");

    private final LogicalPlan input;
    private final String index;
    private final DataType type;
    private final List<Expr> keys;
    private final DynamicOptions asked;
    private final GroupByOptions rules;
    private final List<Expr> results;
    private final String start;
    private final String least;
    private final String first;
    private final String back;

    DynamicPlan(
            LogicalPlan input,
            String index,
            List<Expr> keys,
            DynamicOptions asked,
            GroupByOptions rules,
            List<Expr> results) {
        this.input = input;
        this.index = index;
        this.type = input.schema().type(index).decoded();
        this.keys = keys;
        this.asked = asked;
        this.rules = rules;
        this.results = results;
        List<String> taken = new ArrayList<>(input.schema().names());
        keys.forEach(key -> taken.add(key.outputName()));
        results.forEach(result -> taken.add(result.outputName()));
        this.start = fresh("window start", taken);
        this.least = fresh("least index", taken);
        this.first = fresh("first index", taken);
        this.back = fresh("windows back", taken);
    }

    private static String fresh(String wanted, List<String> taken) {
        String name = wanted;
        while (taken.contains(name)) {
            name = "#" + name;
        }
        return name;
    }

    LogicalPlan plan() {
        LogicalPlan rows = new Filter(input, col(index).isNotNull());
        LogicalPlan known = isOnGrid() ? rows : withLeast(rows, index, keys);
        return result(grouped(touches() ? with(known, touching()) : overlapping(known)));
    }

    /// With the least value of a column for each key, as column `first`.
    private LogicalPlan withLeast(LogicalPlan rows, String column, List<Expr> by) {
        WindowFunction least = new WindowFunction.Aggregated((Expr.Aggregate) min(column));
        return new Window(rows, List.of(new WindowCall(first, least, by, List.of())));
    }

    private static LogicalPlan with(LogicalPlan rows, Expr column) {
        List<Expr> columns = new ArrayList<>(ExprWalker.references(rows.schema().names()));
        columns.add(column);
        return new Project(rows, columns);
    }

    /// Whether starts lie on the grid before the offset moves them.
    private boolean movesLast() {
        return isOnGrid() && asked.every().hasMonths() && asked.offset().isPresent();
    }

    private Expr moment(String column) {
        return movesLast() ? asked.offset().orElseThrow().negate().after(col(column), type) : col(column);
    }

    private Expr shown(Expr moment) {
        return movesLast() ? asked.offset().orElseThrow().after(moment, type) : moment;
    }

    private boolean isOnGrid() {
        return asked.start() instanceof OnGrid;
    }

    /// Whether each row lies in one window, which its own start finds.
    private boolean touches() {
        return asked.every().equals(asked.period())
                && asked.closed().left() != asked.closed().right();
    }

    private Expr touching() {
        return holding(moment(index)).as(start);
    }

    /// The start of the window that holds a moment, where windows touch.
    private Expr holding(Expr moment) {
        Expr here = bucket(moment, 0);
        return asked.closed().left()
                ? here
                : Expressions.when(here.eq(moment)).then(bucket(moment, 1)).otherwise(here);
    }

    private LogicalPlan overlapping(LogicalPlan rows) {
        long most = asked.period().mostOf(asked.every()) + 2;
        LogicalPlan numbers = new Scan(new NumberRows(back, 0, 1, most), List.of(back), Optional.empty());
        LogicalPlan pairs = new Join(rows, numbers, JoinKind.INNER, List.of(), Optional.empty());
        Expr from = col(start);
        Expr end = asked.period().after(from, type);
        Expr moment = moment(index);
        return new Filter(
                with(pairs, bucket(moment, col(back)).as(start)),
                (asked.closed().left() ? moment.ge(from) : moment.gt(from))
                        .and(asked.closed().right() ? moment.le(end) : moment.lt(end)));
    }

    /// The start of the window so many before that in which a moment lies.
    private Expr bucket(Expr moment, Object windowsBack) {
        return call(Function.TIME_BUCKET, asked.every().literal(), moment, origin(), windowsBack)
                .cast(type);
    }

    private Expr origin() {
        return switch (asked.start()) {
            case OnGrid() -> movesLast() ? gridOrigin() : shifted(gridOrigin());
            case AtFirst() -> col(first);
            case OnDay onDay -> shifted(day(onDay));
        };
    }

    private Expr shifted(Expr origin) {
        DataType shown = type.isInteger() ? DataType.INT64 : DataType.TIMESTAMP;
        return asked.offset()
                .map(offset -> offset.after(origin, asked.start() instanceof OnGrid ? shown : type))
                .orElse(origin);
    }

    private Expr gridOrigin() {
        if (type.isInteger()) {
            return lit(0L);
        }
        return lit((asked.every().isWeeks() ? MONDAY : EPOCH).atStartOfDay());
    }

    private Expr day(OnDay onDay) {
        LocalDate origin = MONDAY.plusDays(onDay.day().getValue() - 1L);
        return call(Function.TIME_BUCKET, WEEK.literal(), col(first), origin).cast(type);
    }

    private LogicalPlan grouped(LogicalPlan windows) {
        List<Expr> by = new ArrayList<>(keys);
        by.add(col(start));
        List<Expr> wanted = new ArrayList<>(results);
        wanted.add(min(index).as(least));
        if (!isOnGrid()) {
            wanted.add(min(first).as(first));
        }
        LogicalPlan groups = GroupContexts.plan(windows, by, wanted, rules);
        return isOnGrid() && touches() ? groups : fromFirst(groups);
    }

    /// Without the windows that start before the first one of the group.
    private LogicalPlan fromFirst(LogicalPlan groups) {
        LogicalPlan known = isOnGrid() ? withLeast(groups, least, keyColumns()) : groups;
        return new Filter(known, col(start).ge(firstStart()));
    }

    private Expr firstStart() {
        return switch (asked.start()) {
            case AtFirst() -> col(first);
            case OnDay onDay -> earliest(shifted(day(onDay)));
            case OnGrid() -> earliest(firstOnGrid());
        };
    }

    /// The start on the grid plus the offset, unless that is behind the first index: then the window that
    /// holds it.
    private Expr earliest(Expr candidate) {
        return call(Function.LEAST, candidate, holding(moment(first)));
    }

    private Expr firstOnGrid() {
        Expr onGrid = call(Function.TIME_BUCKET, asked.every().literal(), col(first), gridOrigin())
                .cast(type);
        return movesLast()
                ? onGrid
                : asked.offset().map(offset -> offset.after(onGrid, type)).orElse(onGrid);
    }

    private List<Expr> keyColumns() {
        return keys.stream().map(key -> col(key.outputName())).toList();
    }

    private LogicalPlan result(LogicalPlan groups) {
        List<SortKey> order = new ArrayList<>();
        keyColumns().forEach(key -> order.add(SortKey.ascending(key)));
        order.add(SortKey.ascending(start));
        List<Expr> columns = new ArrayList<>(keyColumns());
        Expr from = shown(col(start));
        Expr end = shown(touches() ? bucket(col(start), -1) : asked.period().after(col(start), type));
        if (asked.bounds()) {
            columns.add(from.as("_lower_boundary"));
            columns.add(end.as("_upper_boundary"));
        }
        Expr label = asked.label() == WindowLabel.LEFT ? from : asked.label() == WindowLabel.RIGHT ? end : col(least);
        columns.add(ExprWalker.named(label, index));
        results.forEach(result -> columns.add(col(result.outputName())));
        return new Project(new Sort(groups, order), columns);
    }
}
