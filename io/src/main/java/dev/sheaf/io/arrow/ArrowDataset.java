package dev.sheaf.io.arrow;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.file.PendingFile;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileSummary;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.StoredColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Arrow files of one schema, in the order of the files; only their order of columns may differ.
final class ArrowDataset implements Dataset {
    private final List<Path> files;
    private final Schema schema;

    private ArrowDataset(List<Path> files, Schema schema) {
        this.files = List.copyOf(files);
        this.schema = schema;
    }

    static ArrowDataset open(List<Path> files) {
        if (files.isEmpty()) {
            throw new IllegalArgumentException("no file to read; name at least one Arrow file");
        }
        Schema schema = schemaOf(files.getFirst());
        for (Path file : files) {
            check(file, schemaOf(file), schema, files.getFirst());
        }
        return new ArrowDataset(files, schema);
    }

    private static void check(Path file, Schema schema, Schema expected, Path first) {
        boolean same = schema.size() == expected.size()
                && expected.fields().stream()
                        .allMatch(field -> schema.contains(field.name())
                                && schema.type(field.name()).equals(field.type()));
        if (!same) {
            throw new IllegalArgumentException("the columns of " + file + " are " + schema + " where those of " + first
                    + " are " + expected + "; read them one by one");
        }
    }

    private static Schema schemaOf(Path file) {
        try (MemoryPool pool = MemoryPool.create();
                FileChannel channel = ArrowSource.open(file);
                ArrowReader reader = ArrowReader.of(channel, file, pool)) {
            return reader.schema();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file + ": " + PendingFile.reason(failure), failure);
        }
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public SourceStats stats() {
        return SourceStats.UNKNOWN;
    }

    @Override
    public String describe() {
        return files.size() == 1
                ? files.getFirst().toString()
                : files.getFirst() + " and " + (files.size() - 1) + " more";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        return new ArrowSource(files, schema.select(scan.columns()), context.pool());
    }

    /// How the first file is laid out.
    FileSummary summary() {
        Path file = files.getFirst();
        long rows = 0;
        int batches = 0;
        try (MemoryPool pool = MemoryPool.create();
                FileChannel channel = ArrowSource.open(file);
                ArrowReader reader = ArrowReader.of(channel, file, pool)) {
            for (Table table = reader.next(); table != null; table = reader.next()) {
                rows += table.rowCount();
                batches++;
                table.close();
            }
            List<StoredColumn> columns = schema.names().stream()
                    .map(name -> new StoredColumn(name, 0, List.of(), List.of("arrow")))
                    .toList();
            return new FileSummary(Files.size(file), rows, batches, "", columns);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file + ": " + PendingFile.reason(failure), failure);
        }
    }
}
