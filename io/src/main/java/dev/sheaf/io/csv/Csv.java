package dev.sheaf.io.csv;

import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormats;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// Delimited text that is written in a way that has to be told.
///
/// ```java
/// Dataset prices = Csv.open(CsvOptions.INFER.delimiter(';').type("price", DataType.decimal(10, 2)), "prices/*.csv");
/// LazyFrame.scan(prices)...
/// ```
/// `LazyFrame.scan("prices.csv")` and SQL's `FROM 'prices.csv'` infer all of it.
public final class Csv {
    private Csv() {}

    /// Opens files, patterns or folders as one dataset. Files whose names end in `.gz` are decompressed.
    ///
    /// Reads the beginning of each file. Rows that do not fit, by number of fields or by type, are what
    /// [CsvOptions#badRows] says.
    ///
    /// @throws IllegalArgumentException if there is no such file, or a type is given for a column that is not there
    /// @throws dev.sheaf.query.CorruptFileException if a file is no text
    public static Dataset open(CsvOptions options, String... pathsOrPatterns) {
        List<Path> files = Arrays.stream(pathsOrPatterns)
                .flatMap(path -> FileFormats.files(path).stream())
                .toList();
        return CsvDataset.open(files, options);
    }
}
