package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Batches with one more column of random numbers, each made of a seed and the ordinal of its row.
record RandomSource(BatchSource input, long seed, Schema schema) implements BatchSource {
    /// Bits of a float64 from 0 to below 1, and what makes them one.
    private static final int BITS = 53;

    private static final double UNIT = 0x1p-53;

    @Override
    public SourceStats stats() {
        return input.stats();
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        Batch batch = input.next(context);
        if (batch == null) {
            return null;
        }
        try (batch) {
            return new Batch(extended(batch, context), batch.firstRow());
        }
    }

    private Table extended(Batch batch, QueryContext context) {
        List<Column> columns = new ArrayList<>();
        try (ColumnBuilder numbers = new ColumnBuilder(DataType.FLOAT64, context.pool())) {
            for (long row = 0; row < batch.rowCount(); row++) {
                numbers.appendDouble((mixed(seed + mixed(batch.firstRow() + row)) >>> (Long.SIZE - BITS)) * UNIT);
            }
            batch.table().columns().forEach(column -> columns.add(column.retain()));
            columns.add(numbers.build());
            return new Table(schema, columns, batch.rowCount());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    /// The finalizer of SplitMix64, by which each bit of the result hangs on each of the argument.
    ///
    /// @see <a href="https://doi.org/10.1145/2660193.2660195">Steele, Lea, Flood: Fast Splittable Pseudorandom
    ///     Number Generators, OOPSLA 2014</a>
    private static long mixed(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    @Override
    public long lowestNextRow() {
        return input.lowestNextRow();
    }

    @Override
    public void close() {
        input.close();
    }
}
