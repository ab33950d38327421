package dev.sheaf.io.json;

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

/// Files of JSON objects, inferred; see [Json] to say more of them. Files that end in `.json` are written as an array,
/// others as lines.
public final class JsonFormat implements FileFormat {

    /// Creates the format; it holds nothing.
    public JsonFormat() {}

    @Override
    public String name() {
        return "json";
    }

    @Override
    public List<String> extensions() {
        return List.of("json", "ndjson", "jsonl", "json.gz", "ndjson.gz", "jsonl.gz");
    }

    @Override
    public Dataset open(List<Path> files) {
        return JsonDataset.open(files, JsonOptions.INFER);
    }

    @Override
    public FileSummary summary(Path file) {
        return JsonSummary.of(file);
    }

    @Override
    public BatchSink create(Path file, Schema schema, QueryContext context) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        boolean array = name.endsWith(".json") || name.endsWith(".json.gz");
        return new TextRows(array ? new RowForm.Json() : new RowForm.JsonLines(), schema, new FileTarget(file));
    }
}
