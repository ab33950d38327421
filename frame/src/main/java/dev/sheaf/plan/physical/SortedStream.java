package dev.sheaf.plan.physical;

import dev.sheaf.column.Schema;
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
import java.util.function.Consumer;

/// The sorted rows of a plan as a stream: in memory while they fit, else sorted piece by piece on disk and
/// merged as they are pulled.
final class SortedStream {
    private final Schema schema;
    private final Schema result;
    private final List<SortKey> keys;
    private final List<SortDirection> directions;
    private final SourceOpener inputs;
    private final QueryContext context;

    /// Rows of `schema`, whose first columns are those of `result`.
    SortedStream(Schema schema, List<SortKey> keys, Schema result, SourceOpener inputs) {
        this.schema = schema;
        this.result = result;
        this.keys = keys;
        this.directions = SortRows.directions(keys);
        this.inputs = inputs;
        this.context = inputs.context();
    }

    /// The rows of a plan in order, to be closed by the caller.
    static BatchSource of(PhysicalPlan input, List<SortKey> keys, SourceOpener inputs) {
        return new SortedStream(input.schema(), keys, input.schema(), inputs).open(rows -> {
            try (BatchSource source = inputs.open(input)) {
                rows.pull(source);
            }
        });
    }

    /// The rows that `pulling` pulls in order, to be closed by the caller.
    BatchSource open(Consumer<SortInput> pulling) {
        KeyedSort sort = new KeyedSort(keys.stream().map(SortKey::expr).toList(), directions, schema, context);
        try (SortInput rows = new SortInput(sort, 0, context)) {
            pulling.accept(rows);
            if (rows.isSpilled()) {
                return sort.merged(result);
            }
            sort.close();
            return inMemory(rows, sort.keys());
        } catch (RuntimeException | Error failure) {
            sort.close();
            throw failure;
        }
    }

    private BatchSource inMemory(SortInput rows, ExtraColumns keyColumns) {
        try (Table whole = rows.toTable();
                Table sorted = SortRows.sorted(whole, result, keyColumns.of(whole), directions, context)) {
            return inputs.scan(sorted);
        }
    }
}
