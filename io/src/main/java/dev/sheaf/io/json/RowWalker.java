package dev.sheaf.io.json;

import dev.sheaf.io.rows.Ascii;
import dev.sheaf.io.rows.Chunk;

/// Finds the objects of a chunk. Not thread-safe.
final class RowWalker {
    private static final long LINE_FEEDS = Ascii.repeated('\n');

    /// Takes what is found.
    interface Rows {
        /// The cursor stands at an object, which this passes. It starts at `start`.
        void object(JsonCursor cursor, int start);

        /// The object was passed, and nothing is wrong with what is about it.
        void accept(int start);

        /// The text is no JSON, or no object. Lines after it are walked on if this returns; of files in other forms
        /// nothing more is.
        void bad(JsonFault fault);
    }

    private final JsonForm form;
    private final JsonCursor cursor = new JsonCursor();

    RowWalker(JsonForm form) {
        this.form = form;
    }

    void walk(Chunk chunk, Rows rows) {
        if (form == JsonForm.LINES) {
            lines(chunk, rows);
            return;
        }
        try {
            values(chunk, rows);
        } catch (JsonFault fault) {
            rows.bad(fault);
        }
    }

    private void lines(Chunk chunk, Rows rows) {
        int end;
        for (int start = 0; start < chunk.size(); start = end + 1) {
            end = Ascii.indexOf(chunk.bytes(), start, chunk.size(), LINE_FEEDS);
            cursor.start(chunk.bytes(), start, end);
            if (cursor.peek() >= 0) {
                line(start, rows);
            }
        }
    }

    private void line(int start, Rows rows) {
        try {
            object(rows);
            if (cursor.peek() >= 0) {
                throw cursor.fault("expected the end of the line, not " + cursor.found());
            }
            rows.accept(start);
        } catch (JsonFault fault) {
            rows.bad(fault);
        }
    }

    private void object(Rows rows) {
        if (cursor.peek() != '{') {
            throw cursor.fault("a row is an object, and does not begin with " + cursor.found());
        }
        rows.object(cursor, cursor.at());
    }

    private void values(Chunk chunk, Rows rows) {
        boolean array = form == JsonForm.ARRAY;
        boolean first = chunk.offset() == 0;
        cursor.start(chunk.bytes(), 0, chunk.size());
        if (array && first) {
            cursor.expect('[');
        }
        while (cursor.peek() >= 0) {
            if (array && !cursor.step(first, ']')) {
                checkEnd();
                return;
            }
            cursor.peek();
            int start = cursor.at();
            object(rows);
            rows.accept(start);
            first = false;
        }
        if (array && chunk.last()) {
            throw cursor.fault("the array does not end");
        }
    }

    private void checkEnd() {
        if (cursor.peek() >= 0) {
            throw cursor.fault("expected nothing after the array, not " + cursor.found());
        }
    }
}
