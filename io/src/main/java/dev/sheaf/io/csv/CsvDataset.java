package dev.sheaf.io.csv;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Names;
import dev.sheaf.column.Schema;
import dev.sheaf.io.rows.RowSource;
import dev.sheaf.io.rows.ValueKind;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.FileDataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Files of delimited text as one data set, in the order of the files. Columns are the same if their names
/// are; a column that a file lacks is null there, and one that files write differently has the type that
/// all of them read as.
final class CsvDataset implements FileDataset {
    private final List<CsvFile> files;
    private final CsvOptions options;
    private final Schema schema;

    private CsvDataset(List<CsvFile> files, CsvOptions options, Schema schema) {
        this.files = List.copyOf(files);
        this.options = options;
        this.schema = schema;
    }

    static CsvDataset open(List<Path> paths, CsvOptions options) {
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("no file to read; name at least one CSV file");
        }
        List<CsvFile> files =
                paths.stream().map(path -> CsvFile.sniff(path, options)).toList();
        return new CsvDataset(files, options, schema(files, options));
    }

    /// The same files, some of their columns read as other types.
    CsvDataset reading(Map<String, DataType> types) {
        CsvOptions typed = options;
        for (Map.Entry<String, DataType> type : types.entrySet()) {
            typed = typed.type(type.getKey(), type.getValue());
        }
        return types.isEmpty() ? this : new CsvDataset(files, typed, schema(files, typed));
    }

    @Override
    public List<Path> files() {
        return files.stream().map(CsvFile::path).toList();
    }

    @Override
    public CsvDataset only(List<Path> some) {
        Set<Path> wanted = Set.copyOf(some);
        return new CsvDataset(
                files.stream().filter(file -> wanted.contains(file.path())).toList(), options, schema);
    }

    private static Schema schema(List<CsvFile> files, CsvOptions options) {
        Map<String, Set<ValueKind>> kinds = new LinkedHashMap<>();
        for (CsvFile file : files) {
            for (int column = 0; column < file.names().size(); column++) {
                kinds.computeIfAbsent(file.names().get(column), _ -> EnumSet.allOf(ValueKind.class))
                        .retainAll(file.kinds().get(column));
            }
        }
        options.types().keySet().stream()
                .filter(name -> !kinds.containsKey(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("a type is given for column \"" + name
                            + "\", which is not there; columns: " + String.join(", ", kinds.keySet()) + "."
                            + Names.didYouMean(name, List.copyOf(kinds.keySet())));
                });
        return new Schema(kinds.entrySet().stream()
                .map(entry -> new Field(entry.getKey(), type(entry.getKey(), entry.getValue(), options)))
                .toList());
    }

    private static DataType type(String name, Set<ValueKind> kinds, CsvOptions options) {
        DataType given = options.types().get(name);
        return given != null ? given : ValueKind.typeOf(kinds);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        List<CsvRows> rows =
                files.stream().map(file -> new CsvRows(file, options)).toList();
        return RowSource.scan(rows, schema.select(scan.columns()), "csv.chunk.bytes", context);
    }
}
