package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;

/// Turns the values of a key column into longs, a chunk at a time.
sealed interface KeyReader extends AutoCloseable permits PlainKeys, NumberedKeys, EncodedTexts, HashedTexts {
    /// Reads rows into `chunk`, which knows already which of them are null.
    void read(Column column, long from, int rows, KeyChunk chunk);

    /// Whether rows may come as codes of a dictionary; else they come as its values.
    boolean takesCodes();

    /// Whether there is room for so many different values more.
    boolean hasRoom(long more);

    /// How many different texts there have been.
    TextCounts texts();

    /// Forgets the texts.
    void clear();

    @Override
    void close();
}
