package dev.sheaf.cli;

import dev.sheaf.cli.output.ResultFormat;
import dev.sheaf.column.Schema;
import dev.sheaf.io.text.FileTarget;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.text.Screen;
import java.nio.file.Path;

/// A file to write and its format.
record OutputFile(Path path, ResultFormat format) {

    /// A file in the format of its ending.
    ///
    /// @throws IllegalArgumentException if the ending is that of none
    static OutputFile of(Path path) {
        return new OutputFile(
                path,
                ResultFormat.of(path)
                        .orElseThrow(
                                () -> new IllegalArgumentException(
                                        "the ending of \"" + path
                                                + "\" does not tell the format; end it in .csv, .tsv, .json, .ndjson, .md, .parquet, .arrow or .txt")));
    }

    /// Starts the file; it appears when the sink is committed. Tables show all rows.
    ///
    /// @throws IllegalArgumentException if it cannot be made there
    BatchSink open(Schema schema, QueryContext context) {
        return switch (format) {
            case PARQUET, ARROW, CSV -> FileFormats.named(format.label()).create(path, schema, context);
            case TABLE, JSON, NDJSON, MARKDOWN ->
                format.sink(schema, new FileTarget(path), Long.MAX_VALUE, Screen.UNLIMITED);
        };
    }
}
