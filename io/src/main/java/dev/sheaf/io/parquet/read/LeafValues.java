package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;

/// What one leaf has for a batch of rows: `entries` pairs of levels of a byte each, and a column with a row for
/// each entry that stands for an element of the innermost list around the leaf (each entry, without a list).
final class LeafValues implements AutoCloseable {
    private final int entries;
    private final Buffer repetition;
    private final Buffer definition;
    private final ByteBuffer repetitions;
    private final ByteBuffer definitions;
    private final Column column;

    LeafValues(int entries, Buffer repetition, Buffer definition, Column column) {
        this.entries = entries;
        this.repetition = repetition;
        this.definition = definition;
        this.repetitions = Views.bytes(repetition.segment(), 0, entries);
        this.definitions = Views.bytes(definition.segment(), 0, entries);
        this.column = column;
    }

    int entries() {
        return entries;
    }

    Column column() {
        return column;
    }

    int repetition(int entry) {
        return repetitions.get(entry);
    }

    int definition(int entry) {
        return definitions.get(entry);
    }

    @Override
    public void close() {
        repetition.close();
        definition.close();
        column.close();
    }
}
