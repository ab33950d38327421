package dev.sheaf.sql.rows;

import dev.sheaf.query.FileFormat;
import dev.sheaf.query.FileFormats;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The functions of FROM that read files: `read_` and the name of a format, and what DuckDB calls them
/// besides.
public final class FileFunctions {
    private static final Map<String, String> ALIASES = Map.of(
            "read_csv_auto", "csv",
            "read_json_auto", "json",
            "read_ndjson", "json",
            "read_ndjson_auto", "json",
            "parquet_scan", "parquet");

    private FileFunctions() {}

    /// The format that a function reads, if it is one of these.
    public static Optional<FileFormat> format(String function) {
        String format = ALIASES.getOrDefault(function, function.replaceFirst("^read_", ""));
        return format.equals(function)
                ? Optional.empty()
                : FileFormats.all().stream()
                        .filter(known -> known.name().equals(format))
                        .findFirst();
    }

    /// One name for each format.
    public static List<String> names() {
        return FileFormats.all().stream()
                .map(format -> "read_" + format.name())
                .sorted()
                .toList();
    }

    /// The file's name without folder and ending, by which DuckDB knows its columns.
    public static String stem(String path) {
        String file = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        return file.indexOf('.') > 0 ? file.substring(0, file.indexOf('.')) : file;
    }

    /// The files that a pattern matches; none if there are none.
    public static List<Path> matches(String pattern) {
        try {
            return FileFormats.files(pattern);
        } catch (IllegalArgumentException none) {
            return List.of();
        }
    }
}
