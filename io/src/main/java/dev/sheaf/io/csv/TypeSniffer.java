package dev.sheaf.io.csv;

import dev.sheaf.io.rows.Chunk;
import dev.sheaf.io.rows.FieldReader;
import dev.sheaf.io.rows.Fields;
import dev.sheaf.io.rows.ValueKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds out as what the fields of a sample can be read.
final class TypeSniffer {
    private final Map<ValueKind, FieldReader> readers;

    TypeSniffer(Dialect dialect, Set<String> nullTexts) {
        this.readers = new java.util.EnumMap<>(ValueKind.class);
        for (ValueKind kind : ValueKind.values()) {
            readers.put(kind, FieldReader.of(kind.type(), dialect.quote(), nullTexts));
        }
    }

    /// For each column, the kinds that all values from row `from` on can be read as; every kind if there is no value.
    List<Set<ValueKind>> kinds(Chunk chunk, Fields fields, int from) {
        List<Set<ValueKind>> kinds = new ArrayList<>();
        for (int column = 0; column < fields.columns(); column++) {
            Set<ValueKind> possible = EnumSet.allOf(ValueKind.class);
            for (int row = from; row < fields.rowCount(); row++) {
                narrow(possible, chunk, fields, row, column);
            }
            kinds.add(possible);
        }
        return kinds;
    }

    private void narrow(Set<ValueKind> possible, Chunk chunk, Fields fields, int row, int column) {
        if (!reader(ValueKind.TEXT).isNull(chunk, fields, row, column)) {
            int start = fields.start(row, column);
            int end = fields.end(row, column);
            possible.removeIf(kind -> !reader(kind).accepts(chunk.bytes(), start, end));
        }
    }

    private FieldReader reader(ValueKind kind) {
        return java.util.Objects.requireNonNull(readers.get(kind));
    }
}
