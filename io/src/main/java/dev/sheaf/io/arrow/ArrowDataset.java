package dev.sheaf.io.arrow;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.file.PendingFile;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.FileDataset;
import dev.sheaf.query.FileDatasets;
import dev.sheaf.query.FileSummary;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.StoredColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Arrow files of the same columns, in the order of the files; only their order of columns may differ.
final class ArrowDataset implements FileDataset {
    private final List<Path> files;
    private final Schema schema;

    private ArrowDataset(List<Path> files, Schema schema) {
        this.files = List.copyOf(files);
        this.schema = schema;
    }

    static FileDataset open(List<Path> files) {
        if (files.isEmpty()) {
            throw new IllegalArgumentException("no file to read; name at least one Arrow file");
        }
        List<ArrowDataset> alike = new ArrayList<>();
        for (Path file : files) {
            Schema schema = schemaOf(file);
            if (alike.isEmpty() || !isSame(alike.getLast().schema, schema)) {
                alike.add(new ArrowDataset(List.of(file), schema));
            } else {
                alike.set(alike.size() - 1, alike.getLast().and(file));
            }
        }
        return FileDatasets.byName(List.copyOf(alike));
    }

    private ArrowDataset and(Path file) {
        List<Path> more = new ArrayList<>(files);
        more.add(file);
        return new ArrowDataset(more, schema);
    }

    private static boolean isSame(Schema first, Schema other) {
        return Set.copyOf(other.fields()).equals(Set.copyOf(first.fields()));
    }

    @Override
    public List<Path> files() {
        return files;
    }

    @Override
    public ArrowDataset only(List<Path> some) {
        Set<Path> wanted = Set.copyOf(some);
        return new ArrowDataset(files.stream().filter(wanted::contains).toList(), schema);
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
    public BatchSource scan(Scan scan, QueryContext context) {
        return new ArrowSource(files, schema.select(scan.columns()), context.pool());
    }

    /// How a file is laid out.
    static FileSummary summary(Path file) {
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
            List<StoredColumn> columns = reader.schema().names().stream()
                    .map(name -> new StoredColumn(name, 0, List.of(), List.of("arrow")))
                    .toList();
            return new FileSummary(Files.size(file), rows, batches, "", columns);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file + ": " + PendingFile.reason(failure), failure);
        }
    }
}
