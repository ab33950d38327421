package dev.sheaf.io.parquet;

import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.Workers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Writes tables into files and reads them back whole.
final class ParquetFiles {
    private static final ParquetFormat FORMAT = new ParquetFormat();

    private ParquetFiles() {}

    static QueryContext context(MemoryPool pool, int threads, Map<String, String> settings) {
        return QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .settings(new Settings(settings))
                .build();
    }

    static QueryContext context(MemoryPool pool) {
        return context(pool, 1, Map.of());
    }

    static Dataset open(Path... files) {
        return FORMAT.open(List.of(files));
    }

    /// Writes tables, which stay open, into one file.
    static void write(Path file, Schema schema, QueryContext context, Table... tables) {
        try (BatchSink sink = FORMAT.create(file, schema, context)) {
            for (Table table : tables) {
                sink.write(table);
            }
            sink.commit();
        }
    }

    /// All rows of a file in order.
    static Table read(Path file, QueryContext context) {
        Dataset dataset = open(file);
        return read(dataset, dataset.schema().names(), context);
    }

    /// All rows of some columns in order.
    static Table read(Dataset dataset, List<String> columns, QueryContext context) {
        return read(dataset, new Scan(columns, Optional.empty()), context);
    }

    /// What a scan with a filter gives, in order.
    static Table read(Dataset dataset, List<String> columns, Expr filter, QueryContext context) {
        return read(dataset, new Scan(columns, Optional.of(filter)), context);
    }

    private static Table read(Dataset dataset, Scan scan, QueryContext context) {
        ConcurrentLinkedQueue<Batch> batches = new ConcurrentLinkedQueue<>();
        try (BatchSource source = dataset.scan(scan, context)) {
            Workers.runOnAll(context, _ -> {
                Batch batch;
                while ((batch = source.next(context)) != null) {
                    batches.add(batch);
                }
            });
            List<Batch> sorted = new ArrayList<>(batches);
            sorted.sort(Comparator.comparingLong(Batch::firstRow));
            List<Table> tables = sorted.stream().map(Batch::table).toList();
            return Concat.tables(source.schema(), tables, context.pool());
        } finally {
            batches.forEach(Batch::close);
        }
    }
}
