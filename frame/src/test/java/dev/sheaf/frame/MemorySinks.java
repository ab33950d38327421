package dev.sheaf.frame;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormat;
import dev.sheaf.query.FileOptions;
import dev.sheaf.query.FileSummary;
import dev.sheaf.query.QueryContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A file format that only notes what is asked of it.
final class MemorySinks {
    private MemorySinks() {}

    record Format(List<String> events, List<Schema> schemas) implements FileFormat {
        Format() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        @Override
        public String name() {
            return "memory";
        }

        @Override
        public List<String> extensions() {
            return List.of("mem");
        }

        @Override
        public Dataset open(List<Path> files, FileOptions options) {
            throw new IllegalArgumentException("nothing was kept of " + files);
        }

        @Override
        public FileSummary summary(Path file) {
            throw new IllegalArgumentException("nothing was kept of " + file);
        }

        @Override
        public BatchSink create(Path file, Schema schema, FileOptions options, QueryContext context) {
            events.add("create " + file);
            schemas.add(schema);
            return new Sink(events);
        }
    }

    private record Sink(List<String> events) implements BatchSink {
        @Override
        public void write(Table table) {
            events.add("write " + table.rowCount());
        }

        @Override
        public void commit() {
            events.add("commit");
        }

        @Override
        public void close() {
            events.add("close");
        }
    }
}
