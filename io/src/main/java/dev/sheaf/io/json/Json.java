package dev.sheaf.io.json;

import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormats;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// JSON that needs more said than its rows say.
///
/// ```java
/// Dataset events = Json.open(JsonOptions.INFER.badRows(BadRows.SKIP), "events/*.ndjson.gz");
/// LazyFrame.scan(events)...
/// ```
/// `LazyFrame.scan("events.json")` and SQL's `FROM 'events.json'` infer all of it.
public final class Json {
    private Json() {}

    /// Opens files, patterns or folders as one dataset. Files whose names end in `.gz` are decompressed.
    ///
    /// Reads the beginning of each file. Rows that do not fit are what [JsonOptions#badRows] says.
    ///
    /// @throws IllegalArgumentException if there is no such file, or no object in it
    /// @throws dev.sheaf.query.CorruptFileException if a file is no text
    public static Dataset open(JsonOptions options, String... pathsOrPatterns) {
        List<Path> files = Arrays.stream(pathsOrPatterns)
                .flatMap(path -> FileFormats.files(path).stream())
                .toList();
        return JsonDataset.open(files, options);
    }
}
