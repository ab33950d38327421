package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.memory.MemoryPool;

/// Reads one column of a row group, batch after batch.
sealed interface ColumnReader extends AutoCloseable permits FlatReader, NestedReader, NullReader {

    /// The next `rows` rows.
    ///
    /// @throws dev.sheaf.query.CorruptFileException if the file does not have them
    Column read(int rows, MemoryPool pool);

    /// Those of the next rows that are chosen.
    ///
    /// @throws dev.sheaf.query.CorruptFileException if the file does not have them
    Column read(RowChoice choice, MemoryPool pool);

    @Override
    void close();
}
