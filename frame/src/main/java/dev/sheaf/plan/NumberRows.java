package dev.sheaf.plan;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The numbers `first`, `first + step`, ..., `count` of them, made as they are read: SQL's range and
/// generate_series.
public record NumberRows(String name, long first, long step, long count) implements Dataset {
    private static final long BATCH_ROWS = 1 << 16;

    /// The numbers from `first` to before `end`, or to `end` if it is `included`.
    ///
    /// @throws IllegalArgumentException if `step` is 0
    public static NumberRows between(String name, long first, long end, long step, boolean included) {
        if (step == 0) {
            throw new IllegalArgumentException(name + " needs a step other than 0");
        }
        if (step > 0 ? first > end : first < end) {
            return new NumberRows(name, first, step, 0);
        }
        long distance = Math.subtractExact(end, first);
        boolean hits = distance % step == 0;
        return new NumberRows(name, first, step, distance / step + (hits && !included ? 0 : 1));
    }

    @Override
    public Schema schema() {
        return Schema.of(new Field(name, DataType.INT64, false));
    }

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(count);
    }

    @Override
    public String describe() {
        return name + " of " + count + " numbers";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        return new Numbers(this, schema().select(scan.columns()));
    }

    /// Batches of numbers; none of them holds the column if the scan does not ask for it.
    private static final class Numbers implements BatchSource {
        private final NumberRows rows;
        private final Schema schema;
        private final AtomicLong nextRow = new AtomicLong();

        Numbers(NumberRows rows, Schema schema) {
            this.rows = rows;
            this.schema = schema;
        }

        @Override
        public Schema schema() {
            return schema;
        }

        @Override
        public SourceStats stats() {
            return rows.stats();
        }

        @Override
        public @Nullable Batch next(QueryContext context) {
            context.checkCancelled();
            long start = nextRow.getAndAdd(BATCH_ROWS);
            if (start >= rows.count) {
                return null;
            }
            long length = Math.min(BATCH_ROWS, rows.count - start);
            List<Column> columns = new ArrayList<>();
            schema.fields().forEach(_ -> columns.add(numbers(start, length, context.pool())));
            return new Batch(new Table(schema, columns, length), start);
        }

        @Override
        public long lowestNextRow() {
            return nextRow.get();
        }

        private Column numbers(long start, long length, MemoryPool pool) {
            Buffer buffer = pool.allocate(length * Long.BYTES, "numbers");
            MemorySegment values = buffer.segment();
            for (long i = 0; i < length; i++) {
                values.setAtIndex(ValueLayout.JAVA_LONG, i, rows.first + (start + i) * rows.step);
            }
            return new FixedColumn(DataType.INT64, length, buffer, Validity.allValid(length));
        }

        @Override
        public void close() {}
    }
}
