package dev.sheaf.benchmarks.shapes.run;

import dev.sheaf.benchmarks.data.Workload;
import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.shapes.table.ColumnClass;
import dev.sheaf.benchmarks.shapes.table.WideColumn;
import dev.sheaf.benchmarks.shapes.table.WideTable;
import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Both engines with the same threads, the same memory and one wide table at a time: the same Parquet file, or its rows
/// in memory.
///
/// In memory texts are plain on both sides but for columns of [ColumnClass#DICTIONARY], which are dictionaries in Sheaf
/// and an ENUM in the order of its texts in DuckDB.
final class Sides implements AutoCloseable {
    final SheafEngine sheaf;
    final DuckDb duckdb;
    private final int threads;
    private final WideFiles files;
    private String loaded = "";

    Sides(int threads, WideFiles files) {
        this.threads = threads;
        this.files = files;
        // Both hold the table, so each gets half of what a pool takes by default.
        long bytes = MemoryPool.shared().limitBytes() / 2;
        sheaf = SheafEngine.withMemory(threads, bytes);
        duckdb = new DuckDb(threads);
        duckdb.limitMemory(bytes);
    }

    /// What a query of Sheaf's carries.
    QueryContext context() {
        return context(Settings.DEFAULT);
    }

    QueryContext context(Settings settings) {
        return QueryContext.builder()
                .pool(sheaf.pool())
                .threads(threads)
                .settings(settings)
                .build();
    }

    /// Makes a table known to both, and no other.
    void load(WideTable table, boolean inMemory) {
        if (loaded.equals(table.name())) {
            return;
        }
        Path file = files.of(table);
        sheaf.unload();
        if (inMemory) {
            if (!loaded.isEmpty()) {
                duckdb.execute("DROP TABLE " + loaded);
            }
            loadIntoSheaf(table, file);
            loadIntoDuckDb(table, file);
        } else {
            Workload workload = new Workload(table.name(), file, table.rows(), List.of(), false);
            sheaf.load(workload);
            duckdb.load(workload);
        }
        loaded = table.name();
    }

    private void loadIntoSheaf(WideTable table, Path file) {
        try (Table read = LazyFrame.scanParquet(file.toString()).collect(context())) {
            List<Column> columns = new ArrayList<>();
            for (WideColumn column : table.columns()) {
                Column values = read.column(column.name());
                boolean isDictionary = column.columnClass() == ColumnClass.DICTIONARY;
                columns.add(isDictionary ? values.retain() : Dictionaries.decode(values, sheaf.pool()));
            }
            sheaf.load(table.name(), new Table(read.schema(), columns, read.rowCount()));
        }
    }

    private void loadIntoDuckDb(WideTable table, Path file) {
        String enums = table.of(ColumnClass.DICTIONARY).stream()
                .map(column -> enumOf(table, column, file))
                .collect(Collectors.joining(", "));
        duckdb.execute("CREATE TABLE " + table.name() + " AS SELECT * REPLACE (" + enums + ") FROM read_parquet('"
                + file + "')");
    }

    private String enumOf(WideTable table, WideColumn column, Path file) {
        String type = table.name() + "_" + column.name();
        duckdb.execute("CREATE TYPE " + type + " AS ENUM (SELECT DISTINCT " + column.name() + " FROM read_parquet('"
                + file + "') WHERE " + column.name() + " IS NOT NULL ORDER BY 1)");
        return "CAST(" + column.name() + " AS " + type + ") AS " + column.name();
    }

    @Override
    public void close() {
        sheaf.close();
        duckdb.close();
    }
}
