package dev.sheaf.plan.physical;

import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.plan.physical.rows.KeyedSort;
import dev.sheaf.plan.physical.rows.SortInput;
import dev.sheaf.plan.physical.rows.SortRows;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.List;

/// The sorted rows of a plan as a stream: in memory while they fit, else sorted piece by piece on disk and
/// merged as they are pulled.
final class SortedStream {
    private final PhysicalPlan input;
    private final List<SortKey> keys;
    private final List<SortDirection> directions;
    private final SourceOpener inputs;
    private final QueryContext context;

    SortedStream(PhysicalPlan input, List<SortKey> keys, SourceOpener inputs) {
        this.input = input;
        this.keys = keys;
        this.directions = SortRows.directions(keys);
        this.inputs = inputs;
        this.context = inputs.context();
    }

    /// The rows in order, to be closed by the caller.
    BatchSource open() {
        KeyedSort sort = new KeyedSort(keys.stream().map(SortKey::expr).toList(), directions, input.schema(), context);
        try (SortInput rows = new SortInput(sort, 0, context)) {
            if (pull(rows)) {
                return sort.merged(input.schema());
            }
            sort.close();
            return inMemory(rows, sort.keys());
        } catch (RuntimeException | Error failure) {
            sort.close();
            throw failure;
        }
    }

    private boolean pull(SortInput rows) {
        try (BatchSource source = inputs.open(input)) {
            return rows.pull(source);
        }
    }

    private BatchSource inMemory(SortInput rows, ExtraColumns keyColumns) {
        try (Table whole = rows.toTable();
                Table sorted = SortRows.sorted(whole, input.schema(), keyColumns.of(whole), directions, context)) {
            return inputs.scan(sorted);
        }
    }
}
