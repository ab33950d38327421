package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.util.stream.IntStream;

/// Where the values of a key, an argument or a condition come from. Thread-safe.
public sealed interface ColumnSource {

    /// A column of the batch as it is.
    record Plain(int index, String name, DataType declared) implements ColumnSource {}

    /// An expression over the batch.
    record Computed(Evaluator evaluator) implements ColumnSource {}

    /// The ordinals of the rows in the stream, int64.
    record Ordinals() implements ColumnSource {}

    /// The type of the values, dictionaries aside.
    default DataType type() {
        return switch (this) {
            case Plain plain -> plain.declared().decoded();
            case Computed(Evaluator evaluator) -> evaluator.type().decoded();
            case Ordinals() -> DataType.INT64;
        };
    }

    /// The numbers of the columns of a batch that are read.
    default IntStream reads() {
        return switch (this) {
            case Plain plain -> IntStream.of(plain.index());
            case Computed(Evaluator evaluator) -> evaluator.columns();
            case Ordinals() -> IntStream.empty();
        };
    }

    /// The column for a batch, to be closed by the caller.
    default Column column(Morsel morsel, MemoryPool pool) {
        return switch (this) {
            case Plain plain -> morsel.table().column(plain.index()).retain();
            case Computed(Evaluator evaluator) -> evaluator.evaluate(morsel.table(), pool, morsel.results());
            case Ordinals() -> ordinals(morsel, pool);
        };
    }

    private static Column ordinals(Morsel morsel, MemoryPool pool) {
        int rows = (int) morsel.table().rowCount();
        Buffer buffer = pool.allocate((long) rows * Long.BYTES, "row ordinals");
        morsel.ordinals(Views.longs(buffer.segment(), 0, rows));
        return new FixedColumn(DataType.INT64, rows, buffer, Validity.allValid(rows));
    }
}
