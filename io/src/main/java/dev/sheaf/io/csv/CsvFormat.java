package dev.sheaf.io.csv;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.io.text.FileTarget;
import dev.sheaf.io.text.RowForm;
import dev.sheaf.io.text.TextRows;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormat;
import dev.sheaf.query.FileSummary;
import dev.sheaf.query.QueryContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Files of delimited text, inferred; see [Csv] to say how a file is written.
public final class CsvFormat implements FileFormat {

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
    public Dataset open(List<Path> files) {
        return CsvDataset.open(files, CsvOptions.INFER);
    }

    @Override
    public Dataset open(List<Path> files, Map<String, DataType> types) {
        CsvOptions options = CsvOptions.INFER;
        for (Map.Entry<String, DataType> type : types.entrySet()) {
            options = options.type(type.getKey(), type.getValue());
        }
        return CsvDataset.open(files, options);
    }

    @Override
    public FileSummary summary(Path file) {
        return CsvSummary.of(file);
    }

    @Override
    public BatchSink create(Path file, Schema schema, QueryContext context) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        RowForm form = new RowForm.Csv(name.contains(".tsv") ? '\t' : ',');
        return new TextRows(form, schema, new FileTarget(file));
    }
}
