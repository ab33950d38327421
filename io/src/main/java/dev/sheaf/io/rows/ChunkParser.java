package dev.sheaf.io.rows;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;

/// Turns chunks of one file into tables; one thread uses it at a time.
public interface ChunkParser {

    /// The chunk into which rows are read before [#parse] takes them.
    Chunk chunk();

    /// The rows of the chunk, to be closed by the caller.
    ///
    /// @throws dev.sheaf.query.CorruptFileException at a bad row, unless the options of the file say otherwise
    Table parse(MemoryPool pool);
}
