package dev.sheaf.cli;

import dev.sheaf.frame.LazyFrame;
import dev.sheaf.sql.SqlSession;

/// How a file is read that does not say so itself: a format and options, as SQL's functions for files
/// take them.
final class ReadOption {
    private final Choice<String> read = Choice.of(
            String.class,
            "FORMAT",
            "How to read the file, if its name and its rows do not say: csv, json, parquet or arrow, and options as in"
                    + " SQL, such as \"csv, delim=';', nullstr='NA', types={'id': 'VARCHAR'}\".",
            "--read");

    Choice<String> choice() {
        return read;
    }

    /// The rows of a file, a folder or the files of a pattern.
    ///
    /// @throws IllegalArgumentException if there is no such file, or the options do not fit
    LazyFrame scan(String path) {
        String given = read.value();
        return given == null ? LazyFrame.scan(path) : LazyFrame.of(new SqlSession().plan(query(path, given.strip())));
    }

    private static String query(String path, String given) {
        int comma = given.indexOf(',');
        String format = (comma < 0 ? given : given.substring(0, comma)).strip();
        String options = comma < 0 ? "" : given.substring(comma);
        if (!format.matches("[a-z]+")) {
            throw new IllegalArgumentException(
                    "--read begins with a format: --read \"csv, delim=';'\", not \"" + given + "\"");
        }
        return "FROM read_" + format + "('" + path.replace("'", "''") + "'" + options + ")";
    }
}
