package dev.sheaf.sql;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormat;
import dev.sheaf.query.FileOptions;
import dev.sheaf.query.FileSummary;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A file format for tests: files ending in `.numbers` with a whole number on each line, in the column `n`.
public final class NumberFiles implements FileFormat {

    /// Found by the service loader.
    public NumberFiles() {}

    @Override
    public String name() {
        return "numbers";
    }

    @Override
    public List<String> extensions() {
        return List.of("numbers");
    }

    @Override
    public Dataset open(List<Path> files, FileOptions options) {
        return new Numbers(files);
    }

    @Override
    public FileSummary summary(Path file) {
        return new FileSummary(0, Numbers.lines(file).size(), 1, "", List.of());
    }

    @Override
    public BatchSink create(Path file, Schema schema, FileOptions options, QueryContext context) {
        throw new IllegalArgumentException("numbers are not written");
    }

    private record Numbers(List<Path> files) implements Dataset {
        @Override
        public Schema schema() {
            return NamedSchema.of("numbers", "n:int64").schema();
        }

        @Override
        public String describe() {
            return files.size() + " files of numbers";
        }

        @Override
        public BatchSource scan(Scan scan, QueryContext context) {
            long[] numbers = files.stream()
                    .flatMap(file -> lines(file).stream())
                    .mapToLong(Long::parseLong)
                    .toArray();
            try (Table table = Table.of("n", numbers)) {
                return new TableDataset(table).scan(scan, context);
            }
        }

        private static List<String> lines(Path file) {
            try {
                return Files.readAllLines(file);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
