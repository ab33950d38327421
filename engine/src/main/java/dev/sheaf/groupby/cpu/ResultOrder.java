package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.column.Tasks;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.memory.Buffer;
import dev.sheaf.order.Sorting;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import dev.sheaf.spill.ExternalSort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/// Brings result tables into the order that was asked for.
final class ResultOrder {
    /// A name that no column of a user has.
    private static final Field FIRST_ROW = new Field("\u0000first row", DataType.INT64, false);

    private ResultOrder() {}

    /// The columns of results before they are arranged: for order of first appearance, also each group's first
    /// row.
    static Schema unordered(GroupByPlan plan) {
        List<Field> fields = new ArrayList<>(plan.resultSchema().fields());
        if (plan.options().order() == Order.FIRST_APPEARANCE) {
            fields.add(FIRST_ROW);
        }
        return new Schema(fields);
    }

    /// Result tables in the order of the result. Takes over the tables.
    static List<Table> arrange(GroupByPlan plan, List<Table> tables, QueryContext context) {
        if (plan.options().order() == Order.UNSPECIFIED) {
            return tables;
        }
        try (var _ = context.phases().time(Phase.SORT);
                Table whole = Concat.tables(unordered(plan), tables, context.pool(), Workers.tasks(context))) {
            return List.of(sort(plan, whole, context));
        } finally {
            tables.forEach(Table::close);
        }
    }

    /// What brings result tables into order that may be more than memory holds.
    static ExternalSort external(GroupByPlan plan, QueryContext context) {
        int[] keys = keys(plan);
        return new ExternalSort(unordered(plan), keys, directions(keys), context);
    }

    /// The columns that decide: those of the keys, or each group's first row. They tell all groups apart.
    private static int[] keys(GroupByPlan plan) {
        return switch (plan.options().order()) {
            case SORTED, UNSPECIFIED -> IntStream.range(0, plan.keys().size()).toArray();
            case FIRST_APPEARANCE -> new int[] {plan.resultSchema().size()};
        };
    }

    private static List<SortDirection> directions(int[] keys) {
        return Collections.nCopies(keys.length, SortDirection.ASCENDING);
    }

    private static Table sort(GroupByPlan plan, Table whole, QueryContext context) {
        Tasks tasks = Workers.tasks(context);
        int[] positions = keys(plan);
        List<Column> keys = IntStream.of(positions).mapToObj(whole::column).toList();
        List<SortDirection> directions = directions(positions);
        try (Table result = whole.select(plan.resultSchema().names());
                Buffer rows = Sorting.argsort(keys, directions, whole.rowCount(), context.pool(), tasks)) {
            return Sorting.areInPlace(rows.segment(), whole.rowCount())
                    ? result.retain()
                    : Take.rows(result, rows.segment(), whole.rowCount(), context.pool(), tasks);
        }
    }
}
