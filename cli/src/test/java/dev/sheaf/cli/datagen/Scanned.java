package dev.sheaf.cli.datagen;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All values of a dataset by column, read batch by batch.
record Scanned(Map<String, List<@Nullable Object>> columns) {

    static Scanned of(Dataset dataset) {
        return of(dataset, dataset.schema().names());
    }

    static Scanned of(Dataset dataset, List<String> names) {
        Scanned scanned = empty(names);
        try (MemoryPool pool = MemoryPool.create();
                BatchSource source = open(dataset, names, pool)) {
            QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
            while (true) {
                try (Batch batch = source.next(context)) {
                    if (batch == null) {
                        break;
                    }
                    scanned.add(batch.table());
                }
            }
            checkEmpty(pool);
        }
        return scanned;
    }

    /// The same on several threads, in row order.
    static Scanned copied(Dataset dataset, int threads) {
        Scanned scanned = empty(dataset.schema().names());
        try (MemoryPool pool = MemoryPool.create()) {
            QueryContext context =
                    QueryContext.builder().pool(pool).threads(threads).build();
            LazyFrame.scan(dataset).forEach(context, scanned::add);
            checkEmpty(pool);
        }
        return scanned;
    }

    List<@Nullable Object> column(String name) {
        return java.util.Objects.requireNonNull(columns.get(name));
    }

    long distinct(String name) {
        return column(name).stream().distinct().count();
    }

    long nulls(String name) {
        return column(name).stream().filter(java.util.Objects::isNull).count();
    }

    double mean(String name) {
        return column(name).stream()
                .filter(java.util.Objects::nonNull)
                .mapToDouble(value -> ((Number) value).doubleValue())
                .average()
                .orElse(Double.NaN);
    }

    private static BatchSource open(Dataset dataset, List<String> names, MemoryPool pool) {
        return dataset.scan(Scan.of(names), QueryContext.builder().pool(pool).build());
    }

    private static void checkEmpty(MemoryPool pool) {
        if (pool.usedBytes() != 0) {
            throw new AssertionError(pool.usedBytes() + " bytes are still in use");
        }
    }

    private static Scanned empty(List<String> names) {
        Map<String, List<@Nullable Object>> columns = new LinkedHashMap<>();
        names.forEach(name -> columns.put(name, new ArrayList<>()));
        return new Scanned(columns);
    }

    private void add(Table table) {
        columns.forEach((name, values) -> values.addAll(table.values(name)));
    }
}
