package dev.sheaf.io.csv;

import dev.sheaf.column.Schema;
import dev.sheaf.io.text.FileTarget;
import dev.sheaf.io.text.RowForm;
import dev.sheaf.io.text.TextRows;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormat;
import dev.sheaf.query.FileOptions;
import dev.sheaf.query.FileSummary;
import dev.sheaf.query.QueryContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Files of delimited text, inferred; see [Csv] to say how a file is written.
public final class CsvFormat implements FileFormat {

    private static final Set<String> WRITTEN = Set.of("delim", "sep", "delimiter", "header", "nullstr", "null");

    /// Creates the format; it holds nothing.
    public CsvFormat() {}

    @Override
    public String name() {
        return "csv";
    }

    @Override
    public List<String> extensions() {
        return List.of("csv", "tsv", "csv.gz", "tsv.gz");
    }

    @Override
    public Set<String> options() {
        return CsvSettings.NAMES;
    }

    @Override
    public Dataset open(List<Path> files, FileOptions options) {
        CsvDataset dataset = CsvDataset.open(files, CsvSettings.of(options));
        return dataset.reading(CsvSettings.types(options, dataset.schema().names()));
    }

    @Override
    public FileSummary summary(Path file) {
        return CsvSummary.of(file);
    }

    @Override
    public BatchSink create(Path file, Schema schema, FileOptions options, QueryContext context) {
        options.checkKnown("a CSV file that is written", WRITTEN);
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        char delimiter = options.text("delim", "sep", "delimiter")
                .map(text -> CsvSettings.character("delim", text))
                .orElse(name.contains(".tsv") ? '\t' : ',');
        if ("\"\n\r".indexOf(delimiter) >= 0) {
            throw new IllegalArgumentException("no quote and no line break separates fields");
        }
        String nullText = options.text("nullstr", "null").orElse("");
        checkNullText(nullText, delimiter);
        RowForm form = new RowForm.Csv(delimiter, options.flag("header").orElse(true), nullText);
        return new TextRows(form, schema, new FileTarget(file));
    }

    /// Such a text without quotes would be several fields or rows, or none.
    private static void checkNullText(String nullText, char delimiter) {
        if (nullText.chars().anyMatch(c -> c == delimiter || c == '"' || c == '\n' || c == '\r')) {
            throw new IllegalArgumentException(
                    "the text for null holds no delimiter, no double quote and no line break: " + nullText);
        }
    }
}
