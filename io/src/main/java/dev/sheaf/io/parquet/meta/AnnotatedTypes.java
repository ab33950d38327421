package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;

/// Types of ours that the format has no name for: durations, and timestamps with another zone than UTC.
///
/// They are written as what they look like (int64, timestamp in UTC) with a note in the file's key-value
/// metadata, one line a column: `3 duration[us]`. Other readers see the plain type, ours the real one.
public final class AnnotatedTypes {
    private static final String KEY = "dev.sheaf.types";

    private AnnotatedTypes() {}

    /// The note for a schema, or empty if it needs none.
    public static Optional<KeyValue> note(Schema schema) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < schema.size(); i++) {
            if (isAnnotated(schema.field(i).type())) {
                lines.append(i).append(' ').append(schema.field(i).type()).append('\n');
            }
        }
        return lines.isEmpty() ? Optional.empty() : Optional.of(new KeyValue(KEY).setValue(lines.toString()));
    }

    private static boolean isAnnotated(DataType type) {
        return type instanceof DataType.DurationType
                || (type instanceof DataType.TimestampType(TimeUnit _, Optional<String> zone)
                        && zone.isPresent()
                        && !zone.get().equals("UTC"));
    }

    /// The columns under the types that the file's note names; lines that do not fit their column are ignored.
    static List<SchemaNode> apply(FileMetaData footer, List<SchemaNode> columns) {
        List<KeyValue> entries = footer.getKey_value_metadata();
        List<SchemaNode> typed = new ArrayList<>(columns);
        for (KeyValue entry : entries == null ? List.<KeyValue>of() : entries) {
            String lines = entry.getValue();
            if (KEY.equals(entry.getKey()) && lines != null) {
                lines.lines().forEach(line -> apply(line, typed));
            }
        }
        return typed;
    }

    private static void apply(String line, List<SchemaNode> columns) {
        String[] parts = line.split(" ", 2);
        if (parts.length < 2 || !parts[0].matches("\\d{1,9}")) {
            return;
        }
        int index = Integer.parseInt(parts[0]);
        if (index < columns.size()
                && columns.get(index) instanceof SchemaNode.ValueNode(Field field, int definition, Leaf leaf)) {
            DataType type = parse(parts[1], field.type());
            columns.set(
                    index, new SchemaNode.ValueNode(new Field(field.name(), type, field.nullable()), definition, leaf));
        }
    }

    /// The type of this name if it can stand for `plain`, else `plain`.
    private static DataType parse(String name, DataType plain) {
        if (plain.equals(DataType.INT64)) {
            for (TimeUnit unit : TimeUnit.values()) {
                if (name.equals(new DataType.DurationType(unit).toString())) {
                    return new DataType.DurationType(unit);
                }
            }
        }
        if (plain instanceof DataType.TimestampType(TimeUnit unit, Optional<String> zone) && zone.isPresent()) {
            String prefix = "timestamp[" + unit.symbol() + ", ";
            if (name.startsWith(prefix) && name.endsWith("]")) {
                String named = name.substring(prefix.length(), name.length() - 1);
                return new DataType.TimestampType(unit, Optional.of(named));
            }
        }
        return plain;
    }
}
