package dev.sheaf.io.rows;

import dev.sheaf.column.Schema;

/// A file of rows as text: how it is cut into chunks, and how chunks are parsed.
public interface RowFile {

    /// Starts to read the file.
    ChunkReader open();

    /// A parser that gives tables of `schema`. Columns that the file lacks are null.
    ChunkParser parser(Schema schema, int chunkBytes);
}
