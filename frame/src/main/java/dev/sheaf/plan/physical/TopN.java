package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.order.TopRows;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.plan.physical.rows.Ordinals;
import dev.sheaf.plan.physical.rows.SortRows;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Finds the first rows of a stream in the order of sort keys without holding the others.
///
/// Each thread keeps the [TopRows] of what it pulls. Rows carry their ordinal as the last key, so that ties come
/// out in stream order whichever thread saw them first.
final class TopN {
    private final Schema input;
    private final ExtraColumns keyColumns;
    private final Schema schema;
    private final int[] keys;
    private final List<SortDirection> directions;
    private final QueryContext context;

    TopN(Schema input, List<SortKey> sortKeys, QueryContext context) {
        this.input = input;
        this.context = context;
        this.keyColumns = new ExtraColumns(sortKeys.stream().map(SortKey::expr).toList(), input);
        List<Field> fields = new ArrayList<>(keyColumns.schema().fields());
        fields.add(new Field(ExtraColumns.freshName(keyColumns.schema(), fields.size()), DataType.INT64, false));
        this.schema = new Schema(fields);
        this.keys = IntStream.concat(keyColumns.positions(), IntStream.of(fields.size() - 1))
                .toArray();
        this.directions = new ArrayList<>(SortRows.directions(sortKeys));
        directions.add(SortDirection.ASCENDING);
    }

    /// The rows `offset` to `offset + count` in order; the caller closes them.
    Table of(BatchSource source, long offset, long count) {
        List<TopRows> tops = new ArrayList<>();
        try (TopRows all = top(offset + count)) {
            IntStream.range(0, context.threads()).forEach(_ -> tops.add(top(offset + count)));
            Workers.runOnAll(context, worker -> pullShare(source, tops.get(worker)));
            for (TopRows top : tops) {
                try (Table rows = top.result()) {
                    all.add(rows);
                }
            }
            try (Table rows = all.result()) {
                long start = Math.min(offset, rows.rowCount());
                try (Table inRange = rows.slice(start, rows.rowCount() - start)) {
                    return inRange.select(input.names());
                }
            }
        } finally {
            tops.forEach(TopRows::close);
        }
    }

    private TopRows top(long count) {
        return new TopRows(schema, keys, directions, count, context.pool());
    }

    private void pullShare(BatchSource source, TopRows top) {
        Batch batch;
        while ((batch = source.next(context)) != null) {
            try (Batch pulled = batch;
                    Table extended = extend(pulled);
                    var _ = context.phases().time(Phase.SORT)) {
                top.add(extended);
            }
            context.checkCancelled();
        }
    }

    private Table extend(Batch batch) {
        try (Table withKeys = keyColumns.apply(batch.table(), context)) {
            List<Column> columns = new ArrayList<>();
            withKeys.columns().forEach(column -> columns.add(column.retain()));
            try {
                columns.add(Ordinals.longs(batch.firstRow(), batch.rowCount(), context.pool()));
                return new Table(schema, columns, batch.rowCount());
            } catch (RuntimeException | Error failure) {
                columns.forEach(Column::close);
                throw failure;
            }
        }
    }
}
