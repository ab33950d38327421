package dev.sheaf.arrow;

import dev.sheaf.column.Table;
import dev.sheaf.io.arrow.ArrowC;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import java.util.function.Supplier;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.CDataDictionaryProvider;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;

/// Tables to and from Arrow's Java library.
///
/// ```java
/// try (BufferAllocator allocator = new RootAllocator()) {
///     Dataset trades = ArrowJava.dataset(() -> new ArrowStreamReader(open("trades.arrows"), allocator), allocator);
///     LazyFrame sums = LazyFrame.scan(trades).groupBy("symbol").agg(sum("size"));
///     try (ArrowReader batches = ArrowJava.reader(sums.stream(context), context, allocator)) {
///         while (batches.loadNextBatch()) { ... batches.getVectorSchemaRoot() ... }
///     }
/// }
/// ```
///
/// **Who closes what.** A table is closed by whoever got it, a root or reader likewise, in any order. Memory is
/// shared and not copied where both sides lay it out alike, so what one side gave stays in use until the other
/// side has closed what it got: an Arrow allocator is closed after the tables that were made from its vectors,
/// and a [MemoryPool] is empty only after the roots that were made from its tables. While memory is shared
/// neither side writes it; Sheaf copies before it writes.
///
/// **Types** are those of [ArrowC]. Columns with dictionaries come as such into Sheaf, and go out as their
/// values. What is copied, and what that costs, says [ArrowC#importStream] and [ArrowC#exportTable].
///
/// A program that uses this starts with `--enable-native-access=ALL-UNNAMED`, and with the flags of Arrow's
/// vectors: `--add-opens=java.base/java.nio=ALL-UNNAMED`, `--sun-misc-unsafe-memory-access=allow`. It has one
/// of Arrow's allocators on its class path, such as `arrow-memory-unsafe`.
public final class ArrowJava {
    private ArrowJava() {}

    /// The rows of a root as a table, which the caller closes. The root may be closed, cleared or loaded anew
    /// at once.
    ///
    /// @param allocator for the description of the rows; no values lie in it
    /// @param pool counts the bytes that are shared, and gives those for copies
    /// @throws IllegalArgumentException if a column has a type that Sheaf has not, a name stands twice, or the
    ///     schema rules out nulls that are there
    /// @throws dev.sheaf.memory.MemoryLimitException if the pool has no room
    public static Table table(
            VectorSchemaRoot root, DictionaryProvider dictionaries, BufferAllocator allocator, MemoryPool pool) {
        try (ArrowSchema schema = ArrowSchema.allocateNew(allocator);
                ArrowArray array = ArrowArray.allocateNew(allocator)) {
            Data.exportVectorSchemaRoot(allocator, root, dictionaries, array, schema);
            try {
                return ArrowC.importBatch(schema.memoryAddress(), array.memoryAddress(), pool);
            } finally {
                schema.release();
                array.release();
            }
        }
    }

    /// As [#table(VectorSchemaRoot, DictionaryProvider, BufferAllocator, MemoryPool)], for a root without
    /// dictionaries.
    public static Table table(VectorSchemaRoot root, BufferAllocator allocator, MemoryPool pool) {
        return table(root, new DictionaryProvider.MapDictionaryProvider(), allocator, pool);
    }

    /// A table as a root, which the caller closes. The table may be closed at once.
    ///
    /// @param allocator counts the bytes that are shared
    /// @param pool gives the bytes for copies, until the root is closed
    /// @throws IllegalArgumentException if a column is a category, or holds more than 2 GiB of text or 2^31
    ///     elements
    /// @throws dev.sheaf.memory.MemoryLimitException if the pool has no room for copies
    public static VectorSchemaRoot root(Table table, BufferAllocator allocator, MemoryPool pool) {
        try (ArrowSchema schema = ArrowSchema.allocateNew(allocator);
                ArrowArray array = ArrowArray.allocateNew(allocator);
                CDataDictionaryProvider none = new CDataDictionaryProvider()) {
            ArrowC.exportBatch(table, schema.memoryAddress(), array.memoryAddress(), pool);
            return Data.importVectorSchemaRoot(allocator, array, schema, none);
        }
    }

    /// The batches of a source as a reader, which computes each when it is loaded, on the thread that loads it.
    /// Closing the reader, at its end or before, closes the source.
    ///
    /// A query that fails or is cancelled ends in an [java.io.IOException] of the reader with the query's
    /// message.
    ///
    /// @param context of the query, whose pool gives the bytes for copies
    public static ArrowReader reader(BatchSource source, QueryContext context, BufferAllocator allocator) {
        try (ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
            ArrowC.exportStream(
                    source.schema(),
                    new SourceTables(source, context),
                    stream.memoryAddress(),
                    context.pool(),
                    source::close);
            return Data.importArrayStream(allocator, stream);
        }
    }

    /// The batches of a reader, which is taken over: closing the source closes it. One thread at a time loads a
    /// batch.
    ///
    /// @param allocator for the descriptions of the batches; no values lie in it
    /// @throws IllegalArgumentException if a column has a type that Sheaf has not
    /// @throws java.io.UncheckedIOException if the reader fails, here or while batches are pulled
    public static BatchSource source(ArrowReader reader, BufferAllocator allocator, MemoryPool pool) {
        return new ArrowJavaSource(reader, allocator, pool);
    }

    /// Rows that can be scanned again and again, by a reader for each scan; one more is opened here for the
    /// schema.
    ///
    /// @param readers gives a new reader at the beginning of the rows, which is closed after the scan
    /// @throws IllegalArgumentException if a column has a type that Sheaf has not
    /// @throws java.io.UncheckedIOException if the first reader fails
    public static Dataset dataset(Supplier<? extends ArrowReader> readers, BufferAllocator allocator) {
        return ArrowJavaDataset.of(readers, allocator);
    }
}
