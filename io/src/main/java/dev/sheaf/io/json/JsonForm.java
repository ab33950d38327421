package dev.sheaf.io.json;

import dev.sheaf.io.rows.Ascii;
import dev.sheaf.io.rows.Chunk;
import dev.sheaf.io.rows.RowEnds;
import java.nio.file.Path;
import java.util.Locale;

/// How the objects of a file follow each other.
enum JsonForm {
    /// Each on a line of its own.
    LINES,
    /// As the elements of one array.
    ARRAY,
    /// One after the other, over lines as they like.
    VALUES;

    /// The form of a file that begins with a sample.
    static JsonForm of(Path file, Chunk sample) {
        JsonCursor cursor = new JsonCursor();
        cursor.start(sample.bytes(), 0, sample.size());
        if (isLinesByName(file)) {
            return LINES;
        }
        return cursor.peek() == '[' ? ARRAY : isOneLine(cursor, sample) ? LINES : VALUES;
    }

    private static boolean isLinesByName(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return name.contains(".ndjson") || name.contains(".jsonl");
    }

    /// Whether the first value, or what of it is no JSON, ends on the line that it begins on, and is alone there.
    private static boolean isOneLine(JsonCursor cursor, Chunk sample) {
        int start = cursor.at();
        int lineEnd = Ascii.indexOf(sample.bytes(), start, sample.size(), Ascii.repeated('\n'));
        int end;
        try {
            cursor.value();
            end = cursor.at();
            cursor.peek();
        } catch (JsonFault damaged) {
            end = damaged.position();
            return end <= lineEnd;
        }
        return end <= lineEnd && (cursor.at() > lineEnd || cursor.at() == sample.size());
    }

    /// Where rows end.
    RowEnds ends() {
        return this == LINES ? JsonForm::lastLineEnd : JsonForm::lastObjectEnd;
    }

    private static int lastLineEnd(Chunk chunk, int size) {
        return Ascii.lastIndexOf(chunk.bytes(), 0, size, (byte) '\n') + 1;
    }

    /// Text follows the end of the object for sure, so that the end of the file comes with the last of it. Where
    /// other values stand instead of objects, a comma will do: a parser then says what is wrong. Nothing after the
    /// end of an array is cut.
    private static int lastObjectEnd(Chunk chunk, int size) {
        byte[] bytes = chunk.bytes();
        int depth = 0;
        int last = 0;
        int comma = 0;
        boolean noObject = false;
        boolean inString = false;
        for (int at = 0; at < size; at++) {
            byte value = bytes[at];
            if (value == '"') {
                inString = !inString;
                noObject |= depth == 0;
            } else if (inString) {
                at += value == '\\' ? 1 : 0;
            } else if (value == '{' || (value == '[' && depth > 0)) {
                depth++;
            } else if (value == '}' || value == ']') {
                if (depth == 0) {
                    break;
                }
                depth--;
                last = depth == 0 && at + 1 < size ? at + 1 : last;
            } else if (depth == 0 && value == ',') {
                comma = noObject ? at + 1 : comma;
            } else if (depth == 0 && value > ' ' && value != '[') {
                noObject = true;
            }
        }
        return last > 0 ? last : comma;
    }
}
