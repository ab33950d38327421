package dev.sheaf.io.csv;

import dev.sheaf.io.rows.Chunk;
import dev.sheaf.io.rows.ChunkReader;
import dev.sheaf.io.rows.Fields;
import dev.sheaf.io.rows.RowSource;
import dev.sheaf.query.FileSummary;
import dev.sheaf.query.StoredColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Counts the rows of a file. Cost: one look at each byte, on this thread.
final class CsvSummary {
    private CsvSummary() {}

    static FileSummary of(Path path) {
        CsvFile file = CsvFile.sniff(path, CsvOptions.INFER);
        List<StoredColumn> columns = file.names().stream()
                .map(name -> new StoredColumn(name, 0, List.of(), List.of("text")))
                .toList();
        return new FileSummary(size(path), rows(file), 1, "", columns);
    }

    private static long rows(CsvFile file) {
        FieldSplitter splitter = new FieldSplitter(file.dialect());
        Fields fields = new Fields(file.names().size());
        Chunk chunk = new Chunk(RowSource.CHUNK_BYTES);
        long rows = 0;
        try (ChunkReader reader = file.open()) {
            while (reader.next(chunk)) {
                fields.clear();
                splitter.split(chunk, 0, fields, (_, _) -> {});
                rows += fields.rowCount();
            }
        }
        return file.dialect().header() && rows > 0 ? rows - 1 : rows;
    }

    private static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + path, failure);
        }
    }
}
