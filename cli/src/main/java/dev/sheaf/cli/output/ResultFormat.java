package dev.sheaf.cli.output;

import dev.sheaf.column.Names;
import dev.sheaf.column.Schema;
import dev.sheaf.io.text.RowForm;
import dev.sheaf.io.text.TextRows;
import dev.sheaf.io.text.TextTarget;
import dev.sheaf.query.BatchSink;
import dev.sheaf.text.Screen;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The forms in which results are written.
public enum ResultFormat {
    /// Drawn with lines, for people.
    TABLE("txt"),
    /// Comma-separated values; by tabs to a file that ends in `.tsv`.
    CSV("csv", "tsv", "csv.gz", "tsv.gz"),
    /// An array of objects.
    JSON("json", "json.gz"),
    /// An object a line.
    NDJSON("ndjson", "jsonl", "ndjson.gz", "jsonl.gz"),
    /// A Markdown table.
    MARKDOWN("md", "markdown"),
    /// A Parquet file; needs a file to go to.
    PARQUET("parquet", "pq"),
    /// An Arrow IPC file; needs a file to go to.
    ARROW("arrow", "ipc", "feather");

    private final List<String> extensions;

    ResultFormat(String... extensions) {
        this.extensions = List.of(extensions);
    }

    /// The name that users write.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The format of a label.
    ///
    /// @throws IllegalArgumentException if there is none; the message lists them
    public static ResultFormat named(String label) {
        return Arrays.stream(values())
                .filter(format -> format.label().equals(label.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("\"" + label + "\" is not a format; there are "
                        + labels() + "."
                        + Names.didYouMean(
                                label,
                                Arrays.stream(values()).map(ResultFormat::label).toList())));
    }

    /// The format that a file's ending stands for.
    public static Optional<ResultFormat> of(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> format.extensions.stream().anyMatch(extension -> name.endsWith("." + extension)))
                .findFirst();
    }

    /// All labels, in words.
    public static String labels() {
        return String.join(
                ", ", Arrays.stream(values()).map(ResultFormat::label).toList());
    }

    /// A sink that writes this format as text. Tables show at most `maxRows` rows on `screen`.
    ///
    /// @throws IllegalArgumentException for [#PARQUET] and [#ARROW], which are not text
    public BatchSink sink(Schema schema, TextTarget target, long maxRows, Screen screen) {
        return switch (this) {
            case TABLE -> new GridSink(schema, maxRows, screen, target);
            case CSV -> new TextRows(new RowForm.Csv(), schema, target);
            case JSON -> new TextRows(new RowForm.Json(), schema, target);
            case NDJSON -> new TextRows(new RowForm.JsonLines(), schema, target);
            case MARKDOWN -> new TextRows(new RowForm.Markdown(), schema, target);
            case PARQUET, ARROW -> throw new IllegalArgumentException(label() + " needs a file; add -o FILE");
        };
    }
}
