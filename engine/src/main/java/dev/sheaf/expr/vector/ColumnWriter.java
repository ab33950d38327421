package dev.sheaf.expr.vector;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.memory.MemoryPool;
import java.nio.LongBuffer;

/// Collects vectors, chunk after chunk, into a column from the pool.
public sealed interface ColumnWriter extends VectorConsumer, AutoCloseable
        permits FixedWriter, BitWriter, TextWriter, NestedWriter {

    /// The column; the writer cannot be used afterwards.
    Column finish();

    /// Gives memory back that no column has taken.
    @Override
    void close();

    static ColumnWriter of(DataType type, long rows, MemoryPool pool) {
        return switch (type.layout()) {
            case INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL -> new FixedWriter(type, rows, pool);
            case NONE, BIT -> new BitWriter(type, rows, pool);
            case VARIABLE -> new TextWriter(type, rows, pool);
            case LIST, STRUCT -> new NestedWriter(type, pool);
            case DICTIONARY -> throw new IllegalArgumentException("expressions do not compute values of " + type);
        };
    }

    /// Stores words of bits; a chunk that starts inside a word, and ends there, adds to those of the rows before.
    static void store(long[] bits, Chunk chunk, LongBuffer target) {
        int word = (int) (chunk.start() >>> 6);
        if ((chunk.start() & (Long.SIZE - 1)) == 0) {
            target.put(word, bits, 0, chunk.words());
        } else {
            target.put(word, target.get(word) | bits[0] << chunk.start());
        }
    }
}
