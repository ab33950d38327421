package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import java.util.ArrayList;
import java.util.List;

/// The one schema of several files.
public final class SchemaMerge {
    private SchemaMerge() {}

    /// The schema of the first file, in which a column may hold nulls if it may in any file.
    ///
    /// @throws IllegalArgumentException if the files differ in the names or types of their columns
    public static Schema merge(List<ParquetFile> files) {
        ParquetFile first = files.getFirst();
        List<Field> fields = new ArrayList<>(first.schema().fields());
        for (ParquetFile file : files) {
            if (file.schema().size() != fields.size()) {
                throw differs(first, file, "it has " + file.schema().size() + " columns, not " + fields.size());
            }
            fields.replaceAll(field -> merge(field, first, file));
        }
        return new Schema(fields);
    }

    private static Field merge(Field field, ParquetFile first, ParquetFile file) {
        if (!file.schema().contains(field.name())) {
            throw differs(first, file, "it has no column \"" + field.name() + "\"");
        }
        Field other = file.schema().field(field.name());
        if (!other.type().equals(field.type())) {
            throw differs(
                    first, file, "its column \"" + field.name() + "\" is " + other.type() + " and not " + field.type());
        }
        return new Field(field.name(), field.type(), field.nullable() || other.nullable());
    }

    private static IllegalArgumentException differs(ParquetFile first, ParquetFile file, String how) {
        return new IllegalArgumentException("the files have different schemas: " + file.path() + " does not match "
                + first.path() + "; " + how + ". Read them one by one, or select what they have in common");
    }
}
