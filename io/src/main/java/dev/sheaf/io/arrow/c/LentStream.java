package dev.sheaf.io.arrow.c;

import org.jspecify.annotations.Nullable;

/// What a stream for another library is made of. Called by that library's threads, one at a time.
public interface LentStream extends AutoCloseable {

    /// The schema: a struct whose children are the columns.
    SchemaSpec schema();

    /// The next batch, or null at the end.
    @Nullable
    Batch next();

    @Override
    void close();

    /// Arrays and what they lie in, which is closed when the other library has released all of them.
    record Batch(ArraySpec array, Runnable memory) {}
}
