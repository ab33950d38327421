package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.ValueLayout;

/// What one leaf has for a batch of rows: `entries` pairs of levels of a byte each, and a column with a row for
/// each entry that stands for an element of the innermost list around the leaf (each entry, without a list).
record LeafValues(int entries, Buffer repetition, Buffer definition, Column column) implements AutoCloseable {

    int repetition(int entry) {
        return repetition.segment().get(ValueLayout.JAVA_BYTE, entry);
    }

    int definition(int entry) {
        return definition.segment().get(ValueLayout.JAVA_BYTE, entry);
    }

    @Override
    public void close() {
        repetition.close();
        definition.close();
        column.close();
    }
}
