package dev.sheaf.io.json;

import dev.sheaf.io.rows.FieldReader;
import dev.sheaf.io.rows.ValueKind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Finds out what the values of a sample look like.
final class JsonSniffer {
    /// Values deeper than this are read as text.
    private static final int MOST_DEPTH = 30;

    private final Map<ValueKind, FieldReader> readers = new EnumMap<>(ValueKind.class);

    JsonSniffer() {
        for (ValueKind kind : ValueKind.values()) {
            readers.put(kind, FieldReader.of(kind.type(), -1, Set.of()));
        }
    }

    /// Passes the value that the cursor stands at.
    void see(JsonCursor cursor, InferredType seen) {
        see(cursor, seen, 0);
    }

    private void see(JsonCursor cursor, InferredType seen, int depth) {
        int first = cursor.peek();
        if (depth > MOST_DEPTH) {
            cursor.value();
            seen.raw();
        } else if (first == '{') {
            seeObject(cursor, seen, depth);
        } else if (first == '[') {
            seeArray(cursor, seen, depth);
        } else {
            int start = cursor.at();
            cursor.value();
            seeScalar(cursor, start, first, seen);
        }
    }

    private void seeObject(JsonCursor cursor, InferredType seen, int depth) {
        cursor.expect('{');
        seen.object();
        for (boolean first = true; cursor.step(first, '}'); first = false) {
            cursor.key();
            String name = JsonStrings.text(cursor.bytes(), cursor.keyStart(), cursor.keyEnd(), cursor.escaped());
            see(cursor, seen.member(name), depth + 1);
        }
    }

    private void seeArray(JsonCursor cursor, InferredType seen, int depth) {
        cursor.expect('[');
        InferredType elements = seen.elements();
        for (boolean first = true; cursor.step(first, ']'); first = false) {
            see(cursor, elements, depth + 1);
        }
    }

    private void seeScalar(JsonCursor cursor, int start, int first, InferredType seen) {
        byte[] bytes = cursor.bytes();
        int end = cursor.at();
        switch (first) {
            case 'n' -> {}
            case 't', 'f' -> seen.bool();
            case '"' ->
                seen.string(cursor.escaped() ? EnumSet.of(ValueKind.TEXT) : kinds(bytes, start + 1, end - 1, seen));
            default -> seeNumber(bytes, start, end, seen);
        }
    }

    private Set<ValueKind> kinds(byte[] bytes, int from, int to, InferredType seen) {
        Set<ValueKind> kinds = EnumSet.noneOf(ValueKind.class);
        for (ValueKind kind : seen.strings()) {
            if (reader(kind).accepts(bytes, from, to)) {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    private void seeNumber(byte[] bytes, int start, int end, InferredType seen) {
        if (reader(ValueKind.INT64).accepts(bytes, start, end)) {
            seen.int64();
            return;
        }
        int digits = 0;
        boolean whole = true;
        for (int at = bytes[start] == '-' ? start + 1 : start; at < end; at++) {
            whole &= bytes[at] >= '0' && bytes[at] <= '9';
            digits++;
        }
        seen.number(whole ? digits : 0);
    }

    private FieldReader reader(ValueKind kind) {
        return Objects.requireNonNull(readers.get(kind));
    }
}
