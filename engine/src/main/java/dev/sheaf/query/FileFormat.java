package dev.sheaf.query;

import dev.sheaf.column.Schema;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// A kind of file that tables are read from and written to. Found by [java.util.ServiceLoader]; see
/// [FileFormats].
public interface FileFormat {

    /// The name by which users ask for it: `parquet`.
    String name();

    /// The file name endings it goes by, without the dot: `parquet`, `pq`.
    List<String> extensions();

    /// Opens files as one dataset, in the order given, with what the files say themselves.
    ///
    /// @throws IllegalArgumentException as [#open(List, FileOptions)]
    default Dataset open(List<Path> files) {
        return open(files, FileOptions.NONE);
    }

    /// Opens files as one dataset, in the order given. Columns of several files are the same if their
    /// names are; one that a file lacks is null in its rows, and types widen to one for all files.
    ///
    /// A dataset whose files are known one by one is a [FileDataset]; then [FileFormats] gives it the
    /// columns of its folders, and takes the options that every format has. One of these, `schema`, is
    /// passed on as well: a format that guesses types reads the columns that it finds as the types that
    /// they have there.
    ///
    /// @throws IllegalArgumentException if a file is missing or unreadable, an option has a value that
    ///     does not fit, or the types of a column in several files have none in common
    /// @throws CorruptFileException if a file is damaged
    Dataset open(List<Path> files, FileOptions options);

    /// The names of the options that [#open(List, FileOptions)] takes.
    default Set<String> options() {
        return Set.of();
    }

    /// How a file is laid out, for people; reads no rows.
    ///
    /// @throws IllegalArgumentException if the file is missing or unreadable
    /// @throws CorruptFileException if the file is damaged
    FileSummary summary(Path file);

    /// Starts a file as this format writes it where nothing else is said.
    ///
    /// @throws IllegalArgumentException as [#create(Path, Schema, FileOptions, QueryContext)]
    default BatchSink create(Path file, Schema schema, QueryContext context) {
        return create(file, schema, FileOptions.NONE, context);
    }

    /// Starts a file. It appears under its name when the sink is committed, and replaces what was there.
    ///
    /// | format | options |
    /// |---|---|
    /// | csv | `delim`, also `sep` and `delimiter`, one character; `header`; `nullstr`, what stands for a null |
    /// | json | `array`: one array of all rows, or a row a line |
    /// | parquet | `compression`, also `codec`: snappy, zstd, gzip or uncompressed; `row_group_size`, in rows |
    ///
    /// @throws IllegalArgumentException if the file cannot be made, a type cannot be written, or an option is not
    ///     known or has a value that does not fit
    BatchSink create(Path file, Schema schema, FileOptions options, QueryContext context);
}
