package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The one schema of several files that have the same columns.
public final class SchemaMerge {
    private SchemaMerge() {}

    /// The files in their order, those that follow each other and have columns of the same names and
    /// types together.
    public static List<List<ParquetFile>> alike(List<ParquetFile> files) {
        List<List<ParquetFile>> groups = new ArrayList<>();
        Map<String, DataType> last = Map.of();
        for (ParquetFile file : files) {
            Map<String, DataType> columns = columns(file);
            if (groups.isEmpty() || !columns.equals(last)) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(file);
            last = columns;
        }
        return groups;
    }

    private static Map<String, DataType> columns(ParquetFile file) {
        Map<String, DataType> columns = new HashMap<>();
        file.schema().fields().forEach(field -> columns.put(field.name(), field.type()));
        return columns;
    }

    /// The schema of the first file, in which a column may hold nulls if it may in any file.
    public static Schema merge(List<ParquetFile> alike) {
        return new Schema(alike.getFirst().schema().fields().stream()
                .map(field -> new Field(field.name(), field.type(), mayBeNull(field.name(), alike)))
                .toList());
    }

    private static boolean mayBeNull(String column, List<ParquetFile> files) {
        return files.stream().anyMatch(file -> file.schema().field(column).nullable());
    }
}
