package dev.sheaf.query;

import dev.sheaf.column.Table;

/// Takes the result of a query, table by table, in result order and from one thread at a time.
///
/// ```java
/// try (BatchSink sink = ...) {
///     sink.write(table);
///     sink.commit();
/// }
/// ```
/// A sink that is closed without a commit leaves nothing behind.
public interface BatchSink extends AutoCloseable {

    /// Takes the rows of a table; the caller still closes the table.
    void write(Table table);

    /// Completes the output and makes it visible under its name.
    void commit();

    /// Releases what the sink holds and, if nothing was committed, removes what it wrote.
    @Override
    void close();
}
