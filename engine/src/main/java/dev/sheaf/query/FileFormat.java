package dev.sheaf.query;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A kind of file that tables are read from and written to. Found by [java.util.ServiceLoader]; see [FileFormats].
public interface FileFormat {

    /// The name by which users ask for it: `parquet`.
    String name();

    /// The file name endings it goes by, without the dot: `parquet`, `pq`.
    List<String> extensions();

    /// Opens files of one schema as one dataset, in the order given.
    ///
    /// @throws IllegalArgumentException if a file is missing or unreadable, or the schemas differ
    /// @throws CorruptFileException if a file is damaged
    Dataset open(List<Path> files);

    /// As [#open(List)], and columns of these names have these types. A format whose files say their types, as most do,
    /// leaves it to the caller to cast.
    ///
    /// @throws IllegalArgumentException as [#open(List)]
    default Dataset open(List<Path> files, Map<String, DataType> types) {
        return open(files);
    }

    /// How a file is laid out, for people; reads no rows.
    ///
    /// @throws IllegalArgumentException if the file is missing or unreadable
    /// @throws CorruptFileException if the file is damaged
    FileSummary summary(Path file);

    /// Starts a file. It appears under its name when the sink is committed, and replaces what was there.
    ///
    /// @throws IllegalArgumentException if the file cannot be made, or a type cannot be written
    BatchSink create(Path file, Schema schema, QueryContext context);
}
