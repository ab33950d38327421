package dev.sheaf.io.rows;

/// Says where text can be cut between two rows.
@FunctionalInterface
public interface RowEnds {

    /// Where the last row of the first `size` bytes of `chunk` that surely ends there ends; 0 if none does. The chunk
    /// starts at a row; more bytes may follow.
    int lastRowEnd(Chunk chunk, int size);
}
