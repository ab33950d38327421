package dev.sheaf.frame.data;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Columns of a frame that need not fit in memory together, read stretch by stretch as they lie.
record PartsDataset(Schema schema, List<FrameColumn> columns, long rows) implements Dataset {
    /// As many rows as a table gives in a batch.
    static final int BATCH_ROWS = 1 << 16;

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(rows);
    }

    @Override
    public String describe() {
        return "frame of " + rows + " rows";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        List<FrameColumn> read = scan.columns().stream()
                .map(name -> columns.get(schema.indexOf(name)))
                .toList();
        int most = context.settings().getPositive("morsel.rows", context.batchRows(BATCH_ROWS));
        return new Source(schema.select(scan.columns()), read, ends(read, rows, most));
    }

    /// The rows behind which a column goes on elsewhere, and such that no stretch has more than `most` rows.
    static long[] ends(List<FrameColumn> columns, long rows, long most) {
        TreeSet<Long> ends = new TreeSet<>();
        columns.forEach(column -> column.ends(ends::add));
        ends.add(rows);
        long start = 0;
        for (long end : List.copyOf(ends)) {
            for (long row = start + most; row < end; row += most) {
                ends.add(row);
            }
            start = end;
        }
        ends.remove(0L);
        return ends.stream().mapToLong(row -> row).toArray();
    }

    /// Some rows of columns as a table, to be closed.
    static Table read(Schema schema, List<FrameColumn> columns, long from, long rows, QueryContext context) {
        List<Column> read = new ArrayList<>();
        try {
            columns.forEach(column -> read.add(column.load(from, rows, context.pool())));
            return new Table(schema, read, rows);
        } catch (RuntimeException | Error failure) {
            read.forEach(Column::close);
            throw failure;
        }
    }

    private static final class Source implements BatchSource {
        private final Schema schema;
        private final List<FrameColumn> columns;
        private final long[] ends;
        private final AtomicInteger next = new AtomicInteger();

        Source(Schema schema, List<FrameColumn> columns, long[] ends) {
            this.schema = schema;
            this.columns = columns;
            this.ends = ends;
        }

        @Override
        public Schema schema() {
            return schema;
        }

        @Override
        public SourceStats stats() {
            return SourceStats.ofRows(start(ends.length));
        }

        private long start(int stretch) {
            return stretch == 0 ? 0 : ends[stretch - 1];
        }

        @Override
        public @Nullable Batch next(QueryContext context) {
            context.checkCancelled();
            int stretch = next.getAndUpdate(i -> Math.min(i + 1, ends.length));
            if (stretch == ends.length) {
                return null;
            }
            long from = start(stretch);
            return new Batch(read(schema, columns, from, ends[stretch] - from, context), from);
        }

        @Override
        public long lowestNextRow() {
            return start(next.get());
        }

        @Override
        public void close() {}
    }
}
