package dev.sheaf.io.arrow;

import dev.sheaf.column.Schema;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormat;
import dev.sheaf.query.FileOptions;
import dev.sheaf.query.FileSummary;
import dev.sheaf.query.QueryContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// Files of Arrow IPC, of the kind with a footer and of the kind that is a stream. Files with a footer
/// are written.
public final class ArrowFormat implements FileFormat {

    /// Creates the format; it holds nothing.
    public ArrowFormat() {}

    @Override
    public String name() {
        return "arrow";
    }

    @Override
    public List<String> extensions() {
        return List.of("arrow", "arrows", "ipc", "feather");
    }

    @Override
    public Dataset open(List<Path> files, FileOptions options) {
        return ArrowDataset.open(files);
    }

    /// Reads all of the file, batch by batch.
    @Override
    public FileSummary summary(Path file) {
        return ArrowDataset.summary(file);
    }

    @Override
    public BatchSink create(Path file, Schema schema, FileOptions options, QueryContext context) {
        options.checkKnown("an Arrow file that is written", Set.of());
        return new ArrowSink(file, schema, context.pool());
    }
}
