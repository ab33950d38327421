package dev.sheaf.io.json;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.io.rows.RowSource;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.FileDataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Files of JSON as one data set, in the order of the files. Members of the same name are one column;
/// where a row lacks it, it is null. Its type is the one that all files read as.
final class JsonDataset implements FileDataset {
    private static final int MOST_COLUMNS = 10_000;

    private final List<JsonFile> files;
    private final JsonOptions options;
    private final JsonType.Struct members;
    private final Schema schema;

    private JsonDataset(List<JsonFile> files, JsonOptions options, JsonType.Struct members) {
        this.files = List.copyOf(files);
        this.options = options;
        this.members = members;
        this.schema = new Schema(((DataType.StructType) members.dataType()).fields());
    }

    static JsonDataset open(List<Path> paths, JsonOptions options) {
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("no file to read; name at least one JSON file");
        }
        List<JsonFile> files = paths.stream()
                .map(path -> JsonFile.sniff(path, options.sampleBytes()))
                .toList();
        return new JsonDataset(files, options, members(files, options));
    }

    /// The same files with some of their columns, in this order.
    JsonDataset with(Collection<String> columns) {
        List<String> names = List.copyOf(columns);
        List<JsonType> types = names.stream()
                .map(name -> members.types().get(members.names().indexOf(name)))
                .toList();
        return new JsonDataset(files, options, new JsonType.Struct(names, types));
    }

    @Override
    public List<Path> files() {
        return files.stream().map(JsonFile::path).toList();
    }

    @Override
    public JsonDataset only(List<Path> some) {
        Set<Path> wanted = Set.copyOf(some);
        return new JsonDataset(
                files.stream().filter(file -> wanted.contains(file.path())).toList(), options, members);
    }

    private static JsonType.Struct members(List<JsonFile> files, JsonOptions options) {
        InferredType rows = new InferredType();
        files.forEach(file -> rows.merge(file.rows()));
        Map<String, JsonType> types = new LinkedHashMap<>();
        rows.members().forEach((name, seen) -> types.put(name, seen.type()));
        options.types().forEach((name, type) -> types.put(name, JsonType.of(type)));
        Path first = files.getFirst().path();
        if (types.isEmpty()) {
            throw new IllegalArgumentException(first + " does not begin with an object that has members, so there are"
                    + " no columns; a row is an object like {\"id\": 1}");
        }
        if (types.size() > MOST_COLUMNS) {
            throw new IllegalArgumentException("the objects of " + first + " have more than " + MOST_COLUMNS
                    + " different names; write such names as values");
        }
        return new JsonType.Struct(List.copyOf(types.keySet()), List.copyOf(types.values()));
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        List<JsonRows> rows = files.stream()
                .map(file -> new JsonRows(file, members, options.badRows()))
                .toList();
        return RowSource.scan(rows, schema.select(scan.columns()), "json.chunk.bytes", context);
    }
}
