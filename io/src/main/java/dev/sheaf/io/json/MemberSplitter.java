package dev.sheaf.io.json;

import dev.sheaf.io.rows.Chunk;
import dev.sheaf.io.rows.Fields;
import java.util.List;

/// Splits objects into the fields of a row: a column for each member that is asked for. Not thread-safe.
final class MemberSplitter {
    private static final int UNUSED = -1;

    private final KeyIndex keys;
    private final int[] columns;
    private final List<ValueForm> forms;
    private final long[] seenIn;
    private long objects;

    /// Member `i` of `names` goes to column `columns[i]`, or nowhere if that is negative, in the form of the column.
    MemberSplitter(List<String> names, int[] columns, List<ValueForm> forms) {
        this.keys = new KeyIndex(names);
        this.columns = columns.clone();
        this.forms = List.copyOf(forms);
        this.seenIn = new long[names.size()];
    }

    /// Passes the object that the cursor stands at, and sets the fields of the row that comes next.
    void split(Chunk chunk, JsonCursor cursor, Fields fields) {
        objects++;
        keys.restart();
        setNulls(fields, cursor.at());
        cursor.expect('{');
        for (boolean first = true; cursor.step(first, '}'); first = false) {
            cursor.key();
            int member = keys.find(cursor);
            int column = member < 0 ? UNUSED : columns[member];
            if (column < 0) {
                cursor.value();
            } else {
                checkOnce(cursor, member);
                forms.get(column).set(chunk, cursor, fields, column);
            }
        }
    }

    private void checkOnce(JsonCursor cursor, int member) {
        if (seenIn[member] == objects) {
            throw cursor.fault("an object has the name \""
                    + JsonStrings.text(cursor.bytes(), cursor.keyStart(), cursor.keyEnd(), cursor.escaped())
                    + "\" twice");
        }
        seenIn[member] = objects;
    }

    /// Makes all fields of the row that comes next null.
    static void setNulls(Fields fields, int position) {
        for (int column = 0; column < fields.columns(); column++) {
            fields.set(column, position, position, false, false);
        }
    }
}
