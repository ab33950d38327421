package dev.sheaf.query;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.value.CommonType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Puts files of different columns together.
public final class FileDatasets {
    private FileDatasets() {}

    /// Files of different columns as one dataset, in the order given. Columns are the same if their names are; one
    /// that some files lack is null in their rows, and one of several types has their common type. A single
    /// dataset is given back as it is.
    ///
    /// @throws IllegalArgumentException if a column has types that nothing but an explicit cast brings together
    public static FileDataset byName(List<FileDataset> datasets) {
        if (datasets.size() == 1) {
            return datasets.getFirst();
        }
        Schema schema = schema(datasets);
        return new CombinedFiles(
                datasets.stream().map(rows -> new FilePart(rows, Map.of())).toList(), schema);
    }

    /// The columns of all, by name, in the order in which they first appear.
    private static Schema schema(List<FileDataset> datasets) {
        Map<String, Field> columns = new LinkedHashMap<>();
        for (FileDataset dataset : datasets) {
            for (Field field : dataset.schema().fields()) {
                columns.merge(field.name(), field, (known, more) -> common(known, more, dataset, datasets));
            }
        }
        return new Schema(columns.values().stream()
                .map(field ->
                        isEverywhere(field.name(), datasets) ? field : new Field(field.name(), field.type(), true))
                .toList());
    }

    private static boolean isEverywhere(String column, List<FileDataset> datasets) {
        return datasets.stream().allMatch(dataset -> dataset.schema().contains(column));
    }

    private static Field common(Field known, Field more, FileDataset dataset, List<FileDataset> datasets) {
        DataType type = known.type().equals(more.type())
                ? known.type()
                : CommonType.of(known.type(), more.type())
                        .orElseThrow(() -> new IllegalArgumentException("the column \"" + known.name() + "\" is "
                                + known.type() + " in "
                                + datasets.getFirst().files().getFirst() + " or files after it and "
                                + more.type() + " in " + dataset.files().getFirst()
                                + "; say what it is by the option schema, or read the files one by one"));
        return new Field(known.name(), type, known.nullable() || more.nullable());
    }
}
