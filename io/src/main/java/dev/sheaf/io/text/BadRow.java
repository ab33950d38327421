package dev.sheaf.io.text;

import java.nio.file.Path;

/// A row that does not fit its file: `orders.csv, line 17, column "price": "abc" is not a float64`.
///
/// `line` counts from 1, line breaks inside quotes included. `column` is the name of the column, or empty
/// if the row as a whole is wrong. `problem` says what was found.
public record BadRow(Path file, long line, String column, String problem) {

    /// Where it is and what is wrong, in one line.
    public String message() {
        return file + ", " + place() + ": " + problem;
    }

    String place() {
        return "line " + line + (column.isEmpty() ? "" : ", column \"" + column + "\"");
    }
}
