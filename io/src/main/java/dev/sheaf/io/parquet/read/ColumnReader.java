package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.memory.MemoryPool;
import java.util.Optional;

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

    /// All values of the row group, each at least once and null among them where there may be nulls, if they are told
    /// before its rows and are far fewer.
    ///
    /// @throws dev.sheaf.query.CorruptFileException if what tells them is damaged
    default Optional<Column> values(long rows, MemoryPool pool) {
        return Optional.empty();
    }

    @Override
    void close();
}
