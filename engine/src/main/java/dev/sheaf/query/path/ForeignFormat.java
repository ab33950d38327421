package dev.sheaf.query.path;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Kinds of files that people have and that nothing here reads, with what to do instead.
public enum ForeignFormat {
    ORC("ORC", "ORC", "copy it to Parquet with what wrote it, or with pyarrow", "orc"),
    AVRO("Avro", "Obj\u0001", "copy it to Parquet with what wrote it, or to JSON with avro-tools tojson", "avro"),
    SPREADSHEET(
            "spreadsheets", "\u00D0\u00CF\u0011\u00E0", "save the sheet as CSV", "xlsx", "xls", "xlsm", "xlsb", "ods"),
    DELTA(
            "Delta tables, whose data files hold rows that were deleted, too",
            "",
            "copy it to Parquet with what wrote it, or with DuckDB: COPY (FROM delta_scan('...')) TO 'copy.parquet'"),
    ICEBERG(
            "Iceberg tables, whose data files hold rows that were deleted, too",
            "",
            "copy it to Parquet with what wrote it, or with DuckDB: COPY (FROM iceberg_scan('...')) TO 'copy.parquet'");

    private static final int MOST_MAGIC = 4;

    private final String words;
    private final String magic;
    private final String advice;
    private final List<String> extensions;

    /// A file of the format begins with `magic`, a character a byte, unless that is empty.
    ForeignFormat(String words, String magic, String advice, String... extensions) {
        this.words = words;
        this.magic = magic;
        this.advice = advice;
        this.extensions = List.of(extensions);
    }

    /// The format of a file whose ending is that of no format here: by its ending, or else by its first bytes.
    public static Optional<ForeignFormat> ofFile(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        String beginning = beginning(file);
        return Arrays.stream(values())
                .filter(format -> format.extensions.stream().anyMatch(extension -> name.endsWith("." + extension))
                        || (!format.magic.isEmpty() && beginning.startsWith(format.magic)))
                .findFirst();
    }

    /// The first bytes of a file, a character each; none if it cannot be read.
    private static String beginning(Path file) {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        try (InputStream bytes = Files.newInputStream(file)) {
            return new String(bytes.readNBytes(MOST_MAGIC), StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            return "";
        }
    }

    /// The format of a table that is a folder with a log that says which of its files count.
    static Optional<ForeignFormat> ofFolder(Path folder) {
        if (Files.isDirectory(folder.resolve("_delta_log"))) {
            return Optional.of(DELTA);
        }
        Path metadata = folder.resolve("metadata");
        if (!Files.isDirectory(metadata)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(metadata)) {
            boolean iceberg =
                    files.anyMatch(file -> file.getFileName().toString().endsWith(".metadata.json"));
            return iceberg ? Optional.of(ICEBERG) : Optional.empty();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot list " + metadata, failure);
        }
    }

    /// Says that a path is of this format, and what to do.
    public IllegalArgumentException refusal(Path path) {
        return new IllegalArgumentException("cannot read " + path + ": Sheaf reads no " + words + "; " + advice);
    }
}
