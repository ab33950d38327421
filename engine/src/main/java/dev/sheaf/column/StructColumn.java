package dev.sheaf.column;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A column of structs: one child column a field, each as long as the struct column.
public final class StructColumn implements Column {
    private final DataType.StructType type;
    private final long length;
    private final List<Column> children;
    private final Validity validity;
    private boolean closed;

    /// Takes over children, one a field, and validity.
    ///
    /// @throws IllegalArgumentException if there is not a child a field, with as many rows as validity bits
    public StructColumn(DataType.StructType type, List<Column> children, Validity validity) {
        this.type = type;
        this.length = validity.length();
        this.children = List.copyOf(children);
        this.validity = validity;
        if (children.size() != type.fields().size() || children.stream().anyMatch(child -> child.length() != length)) {
            throw new IllegalArgumentException("children do not match " + type + " of " + length + " rows");
        }
    }

    @Override
    public DataType.StructType type() {
        return type;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public Validity validity() {
        checkOpen();
        return validity;
    }

    /// The child columns in the order of the fields.
    public List<Column> children() {
        checkOpen();
        return children;
    }

    @Override
    public StructColumn slice(long start, long rows) {
        checkOpen();
        List<Column> slices =
                children.stream().map(child -> child.slice(start, rows)).toList();
        return new StructColumn(type, slices, validity.slice(start, rows));
    }

    @Override
    public @Nullable Object get(long row) {
        Objects.checkIndex(row, length());
        if (isNull(row)) {
            return null;
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < children.size(); i++) {
            fields.put(type.fields().get(i).name(), children.get(i).get(row));
        }
        return fields;
    }

    @Override
    public void close() {
        closed = true;
        children.forEach(Column::close);
        validity.close();
    }

    private void checkOpen() {
        if (closed) {
            throw Closed.column(type, length);
        }
    }
}
