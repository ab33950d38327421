package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Validity;
import dev.sheaf.io.parquet.decode.ChunkDictionary;
import dev.sheaf.io.parquet.decode.PageValues;
import dev.sheaf.io.parquet.meta.Leaf;
import dev.sheaf.memory.MemoryPool;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Collects the values of one column of a batch from pages.
///
/// Values of a page are appended densely; where nulls belong between them they are then spread to the rows of
/// set validity bits. Long runs of one value go to all of their rows at once. What lies under a null means nothing.
sealed interface ColumnCollector extends AutoCloseable permits FixedCollector, BoolCollector, TextCollector {

    /// Makes room for `rows` rows in all.
    void reserve(int rows);

    /// Puts the next `valid` values of a page to the next `rows` rows, from row `row` on, those of set validity bits.
    /// `bits` are the validity bits of the rows so far and of these, or null if all are valid.
    ///
    /// @throws MalformedPageException if the page does not have them
    void append(
            PageValues values,
            @Nullable ChunkDictionary dictionary,
            int row,
            int rows,
            int valid,
            @Nullable ByteBuffer bits);

    /// Makes the column of the first `validity.length()` rows; the collector still has to be closed.
    Column finish(Validity validity);

    @Override
    void close();

    /// A collector for the values of a leaf as a type.
    static ColumnCollector of(Leaf leaf, DataType type, int rows, MemoryPool pool) {
        return switch (type.layout()) {
            case BIT -> new BoolCollector(rows, pool);
            case VARIABLE -> new TextCollector(type, leaf.anyBytes(), rows, pool);
            case INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL -> new FixedCollector(type, rows, pool);
            case NONE, LIST, STRUCT, DICTIONARY -> throw new AssertionError(type);
        };
    }
}
