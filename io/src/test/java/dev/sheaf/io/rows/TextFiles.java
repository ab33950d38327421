package dev.sheaf.io.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.io.text.RowForm;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Writes rows to files of text, and reads all rows of them.
public final class TextFiles {
    /// Types that a file of text gives back as they were written.
    public static final List<DataType> TYPES = List.of(
            DataType.INT64,
            DataType.INT32,
            DataType.FLOAT64,
            DataType.BOOL,
            DataType.DATE,
            DataType.TIMESTAMP,
            DataType.STRING,
            DataType.decimal(12, 3));

    private TextFiles() {}

    /// Writes rows in the format that the name of the file ends in.
    public static void write(Path file, Schema schema, List<List<@Nullable Object>> rows, MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (BatchSink sink = FileFormats.of(file).create(file, schema, context);
                TableBuilder builder = new TableBuilder(schema, pool)) {
            rows.forEach(row -> builder.row(row.toArray()));
            try (Table table = builder.build()) {
                sink.write(table);
            }
            sink.commit();
        }
    }

    /// All rows, read by some threads in chunks of so many bytes.
    public static List<List<@Nullable Object>> rows(Dataset dataset, MemoryPool pool, int chunkBytes, int threads) {
        return rows(dataset, dataset.schema().names(), pool, chunkBytes, threads);
    }

    public static List<List<@Nullable Object>> rows(
            Dataset dataset, List<String> columns, MemoryPool pool, int chunkBytes, int threads) {
        Map<Long, List<@Nullable Object>> rows = new ConcurrentSkipListMap<>();
        read(dataset, columns, pool, chunkBytes, threads, (batch, row) -> {
            List<@Nullable Object> values = new ArrayList<>();
            for (Column column : batch.table().columns()) {
                values.add(column.get(row));
            }
            assertThat(rows.put(batch.firstRow() + row, values)).isNull();
        });
        return List.copyOf(rows.values());
    }

    /// Each row as JSON.
    public static List<String> texts(Dataset dataset, MemoryPool pool) {
        return texts(dataset, pool, 1 << 20, 1);
    }

    public static List<String> texts(Dataset dataset, MemoryPool pool, int chunkBytes, int threads) {
        Map<Long, String> rows = new ConcurrentSkipListMap<>();
        read(dataset, dataset.schema().names(), pool, chunkBytes, threads, (batch, row) -> {
            StringBuilder text = new StringBuilder();
            new RowForm.JsonLines().row(text, batch.table(), row, row);
            rows.put(batch.firstRow() + row, text.toString().strip());
        });
        return List.copyOf(rows.values());
    }

    private static void read(
            Dataset dataset,
            List<String> columns,
            MemoryPool pool,
            int chunkBytes,
            int threads,
            BiConsumer<Batch, Long> row) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .settings(new Settings(Map.of(
                        "json.chunk.bytes",
                        Integer.toString(chunkBytes),
                        "csv.chunk.bytes",
                        Integer.toString(chunkBytes))))
                .build();
        try (BatchSource source = dataset.scan(Scan.of(columns), context)) {
            IntStream.range(0, threads).parallel().forEach(_ -> {
                for (Batch batch = source.next(context); batch != null; batch = source.next(context)) {
                    try (Batch open = batch) {
                        for (long i = 0; i < open.rowCount(); i++) {
                            row.accept(open, i);
                        }
                    }
                }
            });
        }
    }
}
