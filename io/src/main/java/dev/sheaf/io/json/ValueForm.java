package dev.sheaf.io.json;

import dev.sheaf.io.rows.Chunk;
import dev.sheaf.io.rows.Fields;

/// What of a value goes into its field.
enum ValueForm {
    /// The text of strings; of objects and arrays, their JSON.
    TEXT,
    /// The JSON of all, without spaces.
    JSON,
    /// The value as it stands there, to be taken apart later.
    PARTS;

    /// The form in which a type is read.
    static ValueForm of(JsonType type) {
        return switch (type) {
            case JsonType.Scalar _ -> TEXT;
            case JsonType.Raw _ -> JSON;
            case JsonType.Array _, JsonType.Struct _ -> PARTS;
        };
    }

    /// Passes the value that the cursor stands at, and sets a field of the row that comes next. Null is an empty field.
    void set(Chunk chunk, JsonCursor cursor, Fields fields, int column) {
        int first = cursor.peek();
        int start = cursor.at();
        cursor.value();
        int end = cursor.at();
        if (first == 'n') {
            fields.set(column, start, start, false, false);
        } else if (first == '"' && this == TEXT) {
            setText(chunk, cursor, fields, column, start + 1, end - 1);
        } else if (this != PARTS && (first == '{' || first == '[')) {
            int at = chunk.add(0);
            fields.set(column, at, JsonStrings.appendCompact(chunk, start, end), true, false);
        } else {
            fields.set(column, start, end, false, false);
        }
    }

    private static void setText(Chunk chunk, JsonCursor cursor, Fields fields, int column, int from, int to) {
        if (cursor.escaped()) {
            int at = chunk.add(0);
            fields.set(column, at, JsonStrings.append(chunk, from, to), true, false);
        } else {
            fields.set(column, from, to, true, false);
        }
    }
}
