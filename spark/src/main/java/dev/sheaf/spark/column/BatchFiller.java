package dev.sheaf.spark.column;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.spark.column.FixedValues.Plain;
import dev.sheaf.spark.translate.InputColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/// Gathers rows and vectors of Spark, which come a few at a time, into tables of some ten thousand rows. Tables come
/// out as they are full, and are closed when their consumer returns.
public final class BatchFiller implements AutoCloseable {
    /// The texts of a batch are handed on from so many bytes on, or from this part of the memory's limit on: they are
    /// copied as they grow, and what they are grouped into needs room beside them.
    private static final long MOST_TEXT_BYTES = 1L << 26;

    private static final int TEXT_PART = 16;

    private final Schema schema;
    private final int capacity;
    private final Filler[] fillers;
    private final Consumer<Table> consumer;
    private int rows;

    public BatchFiller(List<InputColumn> inputs, int capacity, MemoryPool pool, Consumer<Table> consumer) {
        this.schema = new Schema(inputs.stream().map(InputColumn::field).toList());
        this.capacity = capacity;
        this.consumer = consumer;
        long fullBytes = fullBytes(inputs, pool);
        this.fillers = inputs.stream()
                .map(input -> filler(input, capacity, fullBytes, pool))
                .toArray(Filler[]::new);
    }

    /// What each column of texts may hold.
    private static long fullBytes(List<InputColumn> inputs, MemoryPool pool) {
        long texts = inputs.stream()
                .filter(input -> input.field().type().layout() == Layout.VARIABLE)
                .count();
        return Math.min(MOST_TEXT_BYTES, pool.limitBytes() / TEXT_PART / Math.max(1, texts));
    }

    private static Filler filler(InputColumn input, int capacity, long fullBytes, MemoryPool pool) {
        DataType type = input.field().type();
        int ordinal = input.ordinal();
        if (input.type() instanceof DecimalType decimal) {
            DecimalValues values = new DecimalValues(decimal, type.layout().byteWidth());
            return new FixedFiller(type, values, ordinal, capacity, pool);
        }
        return switch (type.layout()) {
            case BIT -> new BoolFiller(ordinal, capacity, pool);
            case VARIABLE -> new TextFiller(type, ordinal, capacity, fullBytes, pool);
            case INT8 -> new FixedFiller(type, Plain.BYTE, ordinal, capacity, pool);
            case INT16 -> new FixedFiller(type, Plain.SHORT, ordinal, capacity, pool);
            case INT32 -> new FixedFiller(type, Plain.INT, ordinal, capacity, pool);
            case INT64 -> new FixedFiller(type, Plain.LONG, ordinal, capacity, pool);
            case FLOAT32 -> new FixedFiller(type, Plain.FLOAT, ordinal, capacity, pool);
            case FLOAT64 -> new FixedFiller(type, Plain.DOUBLE, ordinal, capacity, pool);
            case INT128, INTERVAL, NONE, DICTIONARY, LIST, STRUCT ->
                throw new IllegalStateException("no column of Spark is a " + type);
        };
    }

    /// Takes a row, which Spark may use again.
    public void add(InternalRow row) {
        for (Filler filler : fillers) {
            filler.add(row, rows);
        }
        rows++;
        flushIfFull();
    }

    /// Takes all rows of a batch, which stays Spark's.
    public void add(ColumnarBatch batch) {
        int count = batch.numRows();
        for (int from = 0; from < count; ) {
            int run = Math.min(count - from, capacity - rows);
            for (Filler filler : fillers) {
                filler.add(batch.column(filler.ordinal), from, run, rows);
            }
            rows += run;
            from += run;
            flushIfFull();
        }
    }

    private void flushIfFull() {
        if (rows == capacity) {
            flush();
            return;
        }
        for (Filler filler : fillers) {
            if (filler.isFull()) {
                flush();
                return;
            }
        }
    }

    /// Hands out the rows that no full table has taken yet.
    public void flush() {
        if (rows == 0) {
            return;
        }
        List<Column> columns = new ArrayList<>();
        for (Filler filler : fillers) {
            columns.add(filler.build(rows));
        }
        try (Table table = new Table(schema, columns, rows)) {
            rows = 0;
            consumer.accept(table);
        }
    }

    @Override
    public void close() {
        for (Filler filler : fillers) {
            filler.close();
        }
    }
}
