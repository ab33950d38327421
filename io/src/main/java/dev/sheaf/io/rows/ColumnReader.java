package dev.sheaf.io.rows;

import dev.sheaf.column.Column;
import dev.sheaf.memory.MemoryPool;

/// Turns the fields of one column into a [Column].
public interface ColumnReader {

    /// Hears of fields that are not of the type.
    interface Misfits {
        /// Field of row `row` does not fit.
        void misfit(int row, String problem);
    }

    /// The fields of a column of some rows, to be closed by the caller. Fields that do not fit are told of and have any
    /// value.
    Column read(Chunk chunk, Fields fields, int column, MemoryPool pool, Misfits misfits);
}
