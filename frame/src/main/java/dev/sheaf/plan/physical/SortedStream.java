package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.plan.SortKey;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import dev.sheaf.spill.ExternalSort;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The sorted rows of a plan as a stream: in memory while they fit, else sorted piece by piece on disk and
/// merged as they are pulled.
///
/// Rows that go to disk get their ordinal as the last sort key, so that ties come out in stream order.
final class SortedStream {
    private final PhysicalPlan input;
    private final List<SortKey> keys;
    private final SourceOpener inputs;
    private final QueryContext context;
    private final ExtraColumns keyColumns;
    private final Schema numbered;
    private final BatchCollector waiting = new BatchCollector();
    private long waitingBytes;
    private boolean spilling;

    SortedStream(PhysicalPlan input, List<SortKey> keys, SourceOpener inputs) {
        this.input = input;
        this.keys = keys;
        this.inputs = inputs;
        this.context = inputs.context();
        this.keyColumns = new ExtraColumns(keys.stream().map(SortKey::expr).toList(), input.schema());
        List<Field> fields = new ArrayList<>(keyColumns.schema().fields());
        fields.add(new Field(ExtraColumns.freshName(keyColumns.schema(), fields.size()), DataType.INT64, false));
        this.numbered = new Schema(fields);
    }

    /// Whether rows of a schema can go to disk and come back: dictionaries that a schema promises would not.
    static boolean canSpill(Schema schema) {
        return schema.fields().stream().noneMatch(field -> field.type() instanceof DataType.DictionaryType);
    }

    /// The rows in order, to be closed by the caller.
    BatchSource open() {
        ExternalSort sort = new ExternalSort(numbered, positions(), directions(), context);
        try (BatchCollector rows = waiting) {
            try (BatchSource source = inputs.open(input)) {
                Workers.runOnAll(context, _ -> pullShare(source, sort));
            }
            if (!spilling) {
                sort.close();
                return inMemory(rows);
            }
            spill(rows.take(), sort);
            return sort.merged(input.schema());
        } catch (RuntimeException | Error failure) {
            sort.close();
            throw failure;
        }
    }

    private int[] positions() {
        return IntStream.concat(keyColumns.positions(), IntStream.of(numbered.size() - 1))
                .toArray();
    }

    private List<SortDirection> directions() {
        List<SortDirection> directions = new ArrayList<>(SortRows.directions(keys));
        directions.add(SortDirection.ASCENDING);
        return directions;
    }

    private void pullShare(BatchSource source, ExternalSort sort) {
        Batch batch;
        while ((batch = source.next(context)) != null) {
            try (Batch pulled = batch) {
                add(new Batch(keyColumns.step().apply(pulled.table(), context), pulled.firstRow()), sort);
            }
            context.checkCancelled();
        }
    }

    private void add(Batch batch, ExternalSort sort) {
        List<Batch> leaving;
        synchronized (this) {
            waiting.add(batch);
            waitingBytes += ExternalSort.byteSize(batch.table());
            spilling |= sort.isShort(waitingBytes);
            leaving = spilling ? waiting.take() : List.of();
        }
        spill(leaving, sort);
    }

    /// Batches are closed, also behind one that fails.
    private void spill(List<Batch> leaving, ExternalSort sort) {
        int next = 0;
        try {
            while (next < leaving.size()) {
                spill(leaving.get(next++), sort);
            }
        } finally {
            leaving.subList(next, leaving.size()).forEach(Batch::close);
        }
    }

    private void spill(Batch batch, ExternalSort sort) {
        try (batch) {
            sort.add(withOrdinals(batch));
        }
    }

    private Table withOrdinals(Batch batch) {
        long rows = batch.rowCount();
        Buffer ordinals = context.pool().allocate(rows * Long.BYTES, "row numbers");
        for (long row = 0; row < rows; row++) {
            ordinals.segment().setAtIndex(ValueLayout.JAVA_LONG, row, batch.firstRow() + row);
        }
        List<Column> columns = new ArrayList<>();
        batch.table().columns().forEach(column -> columns.add(column.retain()));
        columns.add(new FixedColumn(DataType.INT64, rows, ordinals, Validity.allValid(rows)));
        return new Table(numbered, columns, rows);
    }

    private BatchSource inMemory(BatchCollector rows) {
        try (Table whole = rows.toTable(keyColumns.schema(), context);
                Table sorted = SortRows.sorted(
                        whole, input.schema(), keyColumns.of(whole), SortRows.directions(keys), context)) {
            return inputs.scan(sorted);
        }
    }
}
