package dev.sheaf.groupby.cpu.plan;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.StateRequest;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// States as `parts` of the results of a request.
record AskedStates(GroupByRequest request, boolean asksRows, List<StatePart> parts, Schema schema)
        implements StateRequest {
    AskedStates {
        parts = List.copyOf(parts);
    }

    @Override
    public Table rows(Table batch, MemoryPool pool) {
        if (!asksRows) {
            return batch.retain();
        }
        try (Closer closer = new Closer()) {
            List<Column> columns = new ArrayList<>();
            batch.columns().forEach(column -> columns.add(closer.add(column.retain())));
            columns.add(closer.add(numbers(batch.rowCount(), pool)));
            List<Field> fields = new ArrayList<>(batch.schema().fields());
            fields.add(request.input().fields().getLast());
            Table numbered = new Table(new Schema(fields), columns, batch.rowCount());
            closer.release();
            return numbered;
        }
    }

    private static Column numbers(long rows, MemoryPool pool) {
        Buffer numbers = pool.allocate(rows * Long.BYTES, "row numbers");
        for (long row = 0; row < rows; row++) {
            numbers.segment().setAtIndex(ValueLayout.JAVA_LONG, row, row);
        }
        return new FixedColumn(DataType.INT64, rows, numbers, Validity.allValid(rows));
    }

    @Override
    public Table states(Table result, MemoryPool pool) {
        int keys = request.keys().size();
        List<Column> results = result.columns().subList(keys, result.columns().size());
        try (Closer closer = new Closer()) {
            List<Column> columns = new ArrayList<>();
            result.columns().subList(0, keys).forEach(key -> columns.add(closer.add(Dictionaries.decode(key, pool))));
            parts.forEach(part -> columns.add(closer.add(part.of(results, pool))));
            Table states = new Table(schema, columns, result.rowCount());
            closer.release();
            return states;
        }
    }
}
