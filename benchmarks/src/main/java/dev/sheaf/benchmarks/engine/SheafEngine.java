package dev.sheaf.benchmarks.engine;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Workload;
import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.sql.SqlSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Sheaf in this process: SQL text to a [Table], planning included. Tables in memory hold plain strings, not
/// dictionaries.
public final class SheafEngine implements Engine {
    private final String name;
    private final int threads;
    private final Settings settings;
    private final MemoryPool pool;
    private final SqlSession session = new SqlSession();
    private final List<Table> beside = new ArrayList<>();
    private @Nullable Table table;

    public SheafEngine(String name, int threads, Settings settings) {
        this(name, threads, settings, MemoryPool.create());
    }

    /// @param pool is closed with the engine
    private SheafEngine(String name, int threads, Settings settings, MemoryPool pool) {
        this.name = name;
        this.threads = threads;
        this.settings = settings;
        this.pool = pool;
    }

    /// An engine with the defaults and so much memory, called `sheaf`.
    public static SheafEngine withMemory(int threads, long bytes) {
        return new SheafEngine("sheaf", threads, Settings.DEFAULT, MemoryPool.withLimit(bytes));
    }

    /// An engine with the defaults, called `sheaf`.
    public SheafEngine(int threads) {
        this("sheaf", threads, Settings.DEFAULT);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String version() {
        String version = SqlSession.class.getPackage().getImplementationVersion();
        return version == null ? "(unpackaged)" : version;
    }

    @Override
    public boolean isInProcess() {
        return true;
    }

    @Override
    public void load(Workload workload) {
        LazyFrame rows = LazyFrame.scanParquet(workload.file().toString());
        if (workload.inMemory()) {
            load(workload.table(), plain(rows));
        } else {
            register(workload.table(), rows);
        }
    }

    /// Makes rows known that are read anew by each query.
    public void register(String tableName, LazyFrame rows) {
        session.register(tableName, rows);
    }

    /// Makes a table known, and closes it with this engine or when the next is loaded.
    public void load(String tableName, Table loaded) {
        release();
        table = loaded;
        session.register(tableName, loaded);
        pool.trim();
    }

    /// Makes another table known beside those that are, and closes it with them.
    public void loadBeside(String tableName, Table loaded) {
        beside.add(loaded);
        session.register(tableName, loaded);
    }

    /// Makes the rows of a Parquet file known as a table in memory beside those that are.
    public void loadFile(String tableName, Path file) {
        loadBeside(tableName, plain(LazyFrame.scanParquet(file.toString())));
        pool.trim();
    }

    /// Makes a table of DuckDB's known beside those that are, by a file that is deleted afterwards.
    public void loadFrom(DuckDb duckdb, String tableName) {
        try {
            Path folder = Files.createTempDirectory("sheaf-bench");
            Path file = folder.resolve(tableName + ".parquet");
            try {
                duckdb.execute("COPY " + tableName + " TO '" + file + "' (FORMAT parquet)");
                loadFile(tableName, file);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Closes all tables that are loaded.
    public void unload() {
        release();
        pool.trim();
    }

    private Table plain(LazyFrame rows) {
        try (Table read = rows.collect(context())) {
            return new Table(
                    read.schema(),
                    read.columns().stream()
                            .map(column -> Dictionaries.decode(column, pool))
                            .toList(),
                    read.rowCount());
        }
    }

    /// The pool of tables and answers.
    public MemoryPool pool() {
        return pool;
    }

    /// The answer to a question, to be closed by the caller.
    public Table answer(Question question) {
        return answer(question, context());
    }

    /// The answer to a question that is asked with a pool, threads and settings of its own.
    public Table answer(Question question, QueryContext context) {
        return query(question.sql()).collect(context);
    }

    /// A query of the table, which runs when it is collected.
    public LazyFrame query(String sql) {
        return session.query(sql);
    }

    @Override
    public double millis(Question question) {
        long start = System.nanoTime();
        Table answer = answer(question);
        double millis = (System.nanoTime() - start) / 1e6;
        answer.close();
        return millis;
    }

    /// Writes an answer to a Parquet file.
    public void write(Table answer, Path file) {
        LazyFrame.of(answer).sinkParquet(file.toString());
    }

    /// Bytes of the columns that a question reads from the table in memory; 0 if it reads a file.
    public long bytesRead(Question question) {
        Table read = table;
        return read == null
                ? 0
                : question.columns(read.schema().names()).stream()
                        .mapToLong(column -> bytes(read.column(column)))
                        .sum();
    }

    /// The columns that a question reads from the table in memory, to be closed by the caller.
    public Table columns(Question question) {
        Table read = Objects.requireNonNull(table, "no table is in memory");
        return read.select(question.columns(read.schema().names()));
    }

    private static long bytes(Column column) {
        return column instanceof VarColumn texts
                ? texts.offsets().start(texts.length()) + texts.length() * Integer.BYTES
                : column.length() * column.type().layout().byteWidth();
    }

    private QueryContext context() {
        return QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .settings(settings)
                .build();
    }

    private void release() {
        if (table != null) {
            table.close();
            table = null;
        }
        beside.forEach(Table::close);
        beside.clear();
    }

    @Override
    public void close() {
        release();
        pool.close();
    }
}
