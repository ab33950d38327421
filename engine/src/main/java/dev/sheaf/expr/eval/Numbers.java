package dev.sheaf.expr.eval;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.ColumnWriter;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.memory.MemoryPool;
import java.util.Arrays;

/// All numbers from a least one on, rising, as the values of a dictionary.
record Numbers(long least, Column values) implements AutoCloseable {

    /// The numbers from `least` to `most`, of a type of whole numbers; to be closed by the caller.
    static Numbers of(DataType type, long least, long most, MemoryPool pool) {
        long count = most - least + 1;
        Chunk chunk = new Chunk();
        Vector.Longs numbers = new Vector.Longs();
        Arrays.fill(numbers.valid(), -1);
        try (ColumnWriter writer = ColumnWriter.of(type, count, pool)) {
            for (long start = 0; start < count; start += Chunk.ROWS) {
                chunk.moveTo(start, (int) Math.min(Chunk.ROWS, count - start));
                for (int i = 0; i < chunk.rows(); i++) {
                    numbers.values()[i] = least + start + i;
                }
                writer.accept(chunk, numbers);
            }
            return new Numbers(least, writer.finish());
        }
    }

    long most() {
        return least + values.length() - 1;
    }

    /// The same, to be closed on its own.
    Numbers retain() {
        return new Numbers(least, values.retain());
    }

    @Override
    public void close() {
        values.close();
    }
}
