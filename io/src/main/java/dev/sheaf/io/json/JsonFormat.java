package dev.sheaf.io.json;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.io.text.BadRows;
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
import java.util.Map;
import java.util.Set;

/// Files of JSON objects, inferred; see [Json] to say more of them. Files that end in `.json` are written
/// as an array, others as lines.
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

    /// `format`, which DuckDB has, is found out from the file.
    @Override
    public Set<String> options() {
        return Set.of("columns", "types", "ignore_errors", "sample_bytes", "format", "auto_detect");
    }

    /// With `columns`, no others are there.
    @Override
    public Dataset open(List<Path> files, FileOptions given) {
        JsonOptions options = JsonOptions.INFER
                .badRows(given.flag("ignore_errors").orElse(false) ? BadRows.SKIP : BadRows.FAIL)
                .sampleBytes(given.number("sample_bytes").orElse(JsonOptions.INFER.sampleBytes()));
        for (String name : List.of("schema", "types", "columns")) {
            for (Map.Entry<String, DataType> type :
                    given.types(name).orElse(Map.of()).entrySet()) {
                options = options.type(type.getKey(), type.getValue());
            }
        }
        JsonDataset dataset = JsonDataset.open(files, options);
        return given.types("columns").map(types -> dataset.with(types.keySet())).orElse(dataset);
    }

    @Override
    public FileSummary summary(Path file) {
        return JsonSummary.of(file);
    }

    @Override
    public BatchSink create(Path file, Schema schema, FileOptions options, QueryContext context) {
        options.checkKnown("a JSON file that is written", Set.of("array"));
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        boolean array = options.flag("array").orElse(name.endsWith(".json") || name.endsWith(".json.gz"));
        return new TextRows(array ? new RowForm.Json() : new RowForm.JsonLines(), schema, new FileTarget(file));
    }
}
