package dev.sheaf.io.json;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.io.rows.ChunkReader;
import dev.sheaf.io.rows.RowSource;
import dev.sheaf.io.text.BadRows;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.FileSummary;
import dev.sheaf.query.StoredColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Counts the rows of a file. Cost: one look at each byte, on this thread.
final class JsonSummary {
    private JsonSummary() {}

    static FileSummary of(Path path) {
        JsonFile file = JsonFile.sniff(path, JsonOptions.INFER.sampleBytes());
        List<StoredColumn> columns = file.rows().members().keySet().stream()
                .map(name -> new StoredColumn(name, 0, List.of(), List.of("json")))
                .toList();
        return new FileSummary(size(path), rows(file), 1, "", columns);
    }

    private static long rows(JsonFile file) {
        JsonType.Struct nothing = new JsonType.Struct(List.of(), List.of());
        JsonParser parser = new JsonParser(file, nothing, BadRows.SKIP, new Schema(List.of()), RowSource.CHUNK_BYTES);
        long rows = 0;
        try (MemoryPool pool = MemoryPool.create();
                ChunkReader reader = file.open()) {
            while (reader.next(parser.chunk())) {
                try (Table table = parser.parse(pool)) {
                    rows += table.rowCount();
                }
            }
        }
        return rows;
    }

    private static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + path, failure);
        }
    }
}
