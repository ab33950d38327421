package dev.sheaf.plan.physical;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.Buffer;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.physical.rows.BatchCollector;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.plan.physical.rows.SortRows;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.TableDataset;
import java.util.List;
import java.util.Optional;

/// Runs plans that choose rows of a table in memory, a filter or a sort, and says which they chose: operators know that
/// anyway, and what rows are called follows from it.
///
/// @param <R> what is made of the rows and their places
public final class Choosing<R> {
    /// Makes something of chosen rows, which it takes over.
    ///
    /// @param <R> of what type
    public interface Result<R> {
        /// `places` has a bool for each row of the table, of rows in their order, else the number of each chosen row,
        /// int32.
        R of(Table rows, Column places);
    }

    private final QueryContext context;
    private final Result<R> result;

    /// For one query.
    public Choosing(QueryContext context, Result<R> result) {
        this.context = context;
        this.result = result;
    }

    /// The rows that a plan chooses; empty, and nothing is run, of other plans.
    public Optional<R> run(PhysicalPlan plan) {
        return switch (plan) {
            case PhysicalPlan.Filter filter
            when table(filter.input()).isPresent() ->
                table(filter.input()).map(table -> filtered(filter, table.rowCount()));
            case PhysicalPlan.Sort sort -> table(sort.input()).map(_ -> sorted(sort.input(), sort.keys()));
            default -> Optional.empty();
        };
    }

    private static Optional<Table> table(PhysicalPlan plan) {
        return plan instanceof PhysicalPlan.Read read && read.dataset() instanceof TableDataset rows
                ? Optional.of(rows.table())
                : Optional.empty();
    }

    private R filtered(PhysicalPlan.Filter filter, long rowCount) {
        RowFilter condition =
                RowFilter.compile(filter.condition(), filter.input().schema());
        long bytes = (rowCount + Long.SIZE - 1) / Long.SIZE * Long.BYTES;
        try (Buffer marks = context.pool().allocateZeroed(bytes, "chosen rows");
                BatchSource rows = new Operators(context).open(filter.input());
                BatchCollector kept =
                        BatchCollector.pull(rows, new MarkStep(condition, filter.columns(), marks), context)) {
            Table table = kept.toTable(filter.schema(), context);
            return result.of(table, new BoolColumn(rowCount, marks.retain(), Validity.allValid(rowCount)));
        }
    }

    private R sorted(PhysicalPlan input, List<SortKey> keys) {
        ExtraColumns extra = new ExtraColumns(keys.stream().map(SortKey::expr).toList(), input.schema());
        try (Table table = new Operators(context).table(input);
                Table keyed = extra.step().apply(table, context);
                var _ = context.phases().time(Phase.SORT);
                Buffer order = SortRows.order(extra.of(keyed), SortRows.directions(keys), keyed.rowCount(), context)) {
            long rows = keyed.rowCount();
            Table chosen = SortRows.gather(keyed, input.schema(), order, rows, context);
            return result.of(chosen, new FixedColumn(DataType.INT32, rows, order.retain(), Validity.allValid(rows)));
        }
    }
}
