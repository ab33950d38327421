package dev.sheaf.io.arrow;

import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.io.arrow.c.Lent;
import dev.sheaf.io.arrow.c.LentStream;
import dev.sheaf.io.arrow.c.SchemaSpec;
import dev.sheaf.io.arrow.c.StreamReader;
import dev.sheaf.io.arrow.c.Taken;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// Tables to and from other libraries of this process, by Arrow's C stream interface: nothing is written out and read
/// again.
///
/// ```java
/// // Arrow's own library:  ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator);
/// ArrowC.exportTable(table, stream.memoryAddress());
/// // DuckDB:               result.arrowExportStream(allocator, 65536) gives a reader, Data.exportArrayStream a stream
/// Table rows = ArrowC.importTable(stream.memoryAddress(), MemoryPool.shared());
/// ```
///
/// Types are those of [ArrowSchemas]: views of text, half floats, unions, maps, lists of fixed size and numbers of
/// more than 38 digits are refused by name. A program that uses this allows native access.
public final class ArrowC {
    private ArrowC() {}

    /// Fills the struct ArrowArrayStream at an address with a table, which stays the caller's and may be closed at
    /// once.
    ///
    /// Cost: numbers, texts and their offsets are handed out where they lie; bits, offsets of slices,
    /// dictionaries and decimals of fewer than 128 bits are copied when the other library asks for them.
    public static void exportTable(Table table, long address, MemoryPool pool) {
        Table kept = table.retain();
        exportStream(table.schema(), List.of(kept).iterator(), address, pool, () -> {});
    }

    /// Fills the struct ArrowArrayStream at an address with tables that are made when the other library asks for
    /// them, on its threads.
    ///
    /// @param tables of this schema; each is closed when the other library has released it
    /// @param pool where copies lie that Arrow's layout needs; open as long as the other library has them
    /// @param end runs when the other library has released the stream
    public static void exportStream(
            Schema schema, Iterator<Table> tables, long address, MemoryPool pool, Runnable end) {
        Lent.stream(new ExportedTables(schema, tables, pool, end), address);
    }

    /// Fills the structs ArrowSchema and ArrowArray at two addresses with a table, as an array of structs. The
    /// table stays the caller's and may be closed at once. Cost: as [#exportTable(Table, long, MemoryPool)].
    public static void exportBatch(Table table, long schemaAddress, long arrayAddress, MemoryPool pool) {
        Schema schema = table.schema();
        SchemaSpec types = CTypes.write(schema);
        LentStream.Batch batch = ExportedTables.batch(schema, table.retain(), pool);
        Lent.batch(types, batch, schemaAddress, arrayAddress);
    }

    /// Takes over the structs ArrowSchema and ArrowArray at two addresses, an array of structs, as a table,
    /// which the caller closes. The array is released with the last of its memory. Cost: as [#importStream].
    ///
    /// @throws IllegalArgumentException if one of them was released, the batch contradicts itself, or a column
    ///     has a type that Sheaf has not
    /// @throws dev.sheaf.memory.MemoryLimitException if the pool has no room for what the batch takes
    public static Table importBatch(long schemaAddress, long arrayAddress, MemoryPool pool) {
        try (Taken batch = Taken.at(arrayAddress)) {
            List<ArrowSchemas.Layout> layouts = CTypes.read(SchemaSpec.take(schemaAddress));
            return ImportedTables.table(ImportedTables.schemaOf(layouts), layouts, batch, pool);
        }
    }

    /// Takes over the stream of a struct ArrowArrayStream; closing the result releases it.
    ///
    /// Cost: numbers, bits and texts are taken where they lie, and each table keeps its batch until it is
    /// closed. The pool counts their bytes. Copied are dictionaries, decimals, dates and times of another
    /// width, intervals, whatever begins amid its buffer and not on a multiple of eight bytes, and what ends
    /// with a page of memory. Values are checked once, as those of a file: the other library may not change them.
    ///
    /// @throws IllegalArgumentException if the stream was released, or a column has a type that Sheaf has not
    /// @throws java.io.UncheckedIOException if the other library fails
    public static ImportedTables importStream(long address, MemoryPool pool) {
        StreamReader stream = new StreamReader(address);
        try {
            return new ImportedTables(stream, pool);
        } catch (RuntimeException | Error failure) {
            stream.close();
            throw failure;
        }
    }

    /// All rows of a stream as one table, which the caller closes; the stream is released.
    ///
    /// @throws IllegalArgumentException as [#importStream]
    /// @throws java.io.UncheckedIOException if the other library fails
    public static Table importTable(long address, MemoryPool pool) {
        List<Table> tables = new ArrayList<>();
        try (ImportedTables stream = importStream(address, pool)) {
            for (Table table = stream.next(); table != null; table = stream.next()) {
                tables.add(table);
            }
            return Concat.tables(stream.schema(), tables, pool);
        } finally {
            tables.forEach(Table::close);
        }
    }
}
