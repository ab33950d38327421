package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Sorting;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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
                Table whole = Concat.tables(unordered(plan), tables, context.pool())) {
            return List.of(sort(plan, whole, context.pool()));
        } finally {
            tables.forEach(Table::close);
        }
    }

    private static Table sort(GroupByPlan plan, Table whole, MemoryPool pool) {
        List<Column> keys = switch (plan.options().order()) {
            case SORTED, UNSPECIFIED -> whole.columns().subList(0, plan.keys().size());
            case FIRST_APPEARANCE -> List.of(whole.columns().getLast());
        };
        List<SortDirection> directions = Collections.nCopies(keys.size(), SortDirection.ASCENDING);
        try (Table result = whole.select(plan.resultSchema().names());
                Buffer rows = Sorting.argsort(keys, directions, whole.rowCount(), pool)) {
            return Take.rows(result, rows.segment(), whole.rowCount(), pool);
        }
    }
}
