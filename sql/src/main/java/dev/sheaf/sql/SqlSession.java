package dev.sheaf.sql;

import dev.sheaf.column.Table;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.groupby.Sums;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.expression.FunctionNames;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.tree.Source;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// SQL over named tables, and over files that are named by their paths.
///
/// ```java
/// try (SqlSession sql = new SqlSession().register("orders", orders)) {
///     LazyFrame totals = sql.query("SELECT status, sum(price) AS total FROM orders GROUP BY status");
///     LazyFrame first = sql.query("SELECT * FROM 'sales/2024-*.parquet' LIMIT 10");
///     LazyFrame dear = sql.query("SELECT * FROM orders WHERE price > ? AND status = ?", 100, "open");
///     sql.execute("CREATE TABLE dear AS SELECT * FROM orders WHERE price > ?", 100);
/// }
/// ```
/// SQL means what DuckDB means by it; what there is and where it differs is in docs/reference/sql.md and its pages.
/// Names are found in any case and keep their spelling. A session owns the tables that CREATE TABLE makes, in
/// memory of its pool, until it is closed; one in which none were made need not be closed. Tables that are
/// registered stay the caller's, and have to be open while a query over them runs. Thread-safe. Each statement
/// stands for itself unless BEGIN starts a transaction, which is one of the session: all its threads work in it.
public final class SqlSession implements AutoCloseable {
    private final Catalogue catalogue = new Catalogue(BuiltInMacros.ALL);
    private final MemoryPool pool;
    private volatile Sums sums = Sums.FAST;

    /// A session without tables, in the shared pool.
    public SqlSession() {
        this(MemoryPool.shared());
    }

    /// A session without tables, in a pool that the caller keeps open.
    public SqlSession(MemoryPool pool) {
        this.pool = pool;
    }

    /// Starts the context of a query or statement in the session's memory, with the threads that SET said.
    public QueryContext.Builder context() {
        QueryContext.Builder context = QueryContext.builder().pool(pool);
        catalogue.values().settings().threads().ifPresent(context::threads);
        return context;
    }

    /// Gives a dataset a name, in place of what had it.
    ///
    /// @throws IllegalArgumentException if the name is empty
    public SqlSession register(String name, Dataset dataset) {
        return register(name, LazyFrame.scan(dataset));
    }

    /// Gives a table a name, in place of what had it. The caller keeps the table open while queries run.
    ///
    /// @throws IllegalArgumentException if the name is empty
    public SqlSession register(String name, Table table) {
        return register(name, LazyFrame.of(table));
    }

    /// Gives a query a name, in place of what had it; it runs anew in each query that names it.
    ///
    /// @throws IllegalArgumentException if the name is empty
    public SqlSession register(String name, LazyFrame frame) {
        LogicalPlan plan = frame.plan();
        return register(name, () -> plan);
    }

    /// Gives files a name, in place of what had it. They are opened anew whenever a query names them, and need not
    /// be there before.
    ///
    /// @param pathOrPattern a file, a pattern or a folder, as [FileFormats#open] takes it
    /// @throws IllegalArgumentException if the name is empty
    public SqlSession registerFiles(String name, String pathOrPattern) {
        return register(
                name, () -> LazyFrame.scan(FileFormats.open(pathOrPattern)).plan());
    }

    /// Lets queries call a function that is written in Java, by its name in any case, in place of one that was
    /// registered under it.
    ///
    /// ```java
    /// session.register(ScalarFunction.of("vat", DataType.FLOAT64, DataType.FLOAT64, (Double price) -> price *
    /// 0.19));
    /// ```
    ///
    /// @throws IllegalArgumentException if the name is that of a function of SQL
    public SqlSession register(ScalarFunction function) {
        if (FunctionNames.isTaken(function.name())) {
            throw new IllegalArgumentException("SQL has a function " + function.name() + "; take another name");
        }
        catalogue.register(function);
        return this;
    }

    private SqlSession register(String name, Supplier<LogicalPlan> plan) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a table needs a name to be found by");
        }
        catalogue.register(name, plan);
        return this;
    }

    /// How group-bys of the queries to come add floating numbers: fast (as long as nothing is said), or so that
    /// every run gives the same bits.
    public SqlSession sums(Sums value) {
        sums = value;
        return this;
    }

    /// Whether a transaction is under way: BEGIN has been run, and neither COMMIT nor ROLLBACK.
    public boolean inTransaction() {
        return catalogue.inTransaction();
    }

    /// The names of the tables and views, sorted.
    public List<String> tables() {
        return catalogue.names();
    }

    /// The names of the views, sorted.
    public List<String> views() {
        return catalogue.kinds().entrySet().stream()
                .filter(entry -> entry.getValue() == Catalogue.Kind.VIEW)
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Parses a statement, to be run as often as one likes.
    ///
    /// @throws SqlException if the text is no statement
    public SqlStatement prepare(String sql) {
        return SqlStatement.parse(new Source(sql), catalogue, pool, sums);
    }

    /// Parses a script: statements with `;` between them, or a single one. Each is to be run in its turn; names are
    /// looked up only then. Errors name their places in the script.
    ///
    /// @throws SqlException if a part of it is no statement
    public List<SqlStatement> prepareAll(String script) {
        return ScriptSources.of(script).stream()
                .map(source -> SqlStatement.parse(source, catalogue, pool, sums))
                .toList();
    }

    /// Runs a statement that changes something: CREATE TABLE and VIEW, INSERT, UPDATE, DELETE, DROP, COPY. If it
    /// fails, nothing has changed.
    ///
    /// @return how many rows it stored or wrote
    /// @throws SqlException if it gives rows, a name is not there or is taken, or types do not fit
    /// @throws RuntimeException as queries
    public long execute(String sql, @Nullable Object... values) {
        return prepare(sql).execute(context().build(), values);
    }

    /// What a query asks for, names and types checked; nothing is read but the schemas of files. EXPLAIN, DESCRIBE,
    /// SUMMARIZE and SHOW TABLES are queries, too.
    ///
    /// `values` are those of `?` or `$1`, `$2`, ... in the text, as `Expressions.lit` takes them: numbers, texts,
    /// bools, moments, null. They never become a part of the text, so nothing in them has to be quoted.
    ///
    /// @throws SqlException if the text is no query, names what is not there, or asks for what is not supported
    public LogicalPlan plan(String sql, @Nullable Object... values) {
        return prepare(sql).plan(values);
    }

    /// As [#plan(String, Object...)] with the values of `$name` by name.
    ///
    /// @throws SqlException as [#plan(String, Object...)]
    public LogicalPlan plan(String sql, Map<String, ?> values) {
        return prepare(sql).plan(values);
    }

    /// A query as a frame, which runs when its rows are asked for.
    ///
    /// @throws SqlException as [#plan(String, Object...)]
    public LazyFrame query(String sql, @Nullable Object... values) {
        return LazyFrame.of(plan(sql, values));
    }

    /// As [#query(String, Object...)] with the values of `$name` by name.
    ///
    /// @throws SqlException as [#plan(String, Object...)]
    public LazyFrame query(String sql, Map<String, ?> values) {
        return LazyFrame.of(plan(sql, values));
    }

    /// How a query would run, see [LazyFrame#explain()].
    ///
    /// @throws SqlException as [#plan(String, Object...)]
    public String explain(String sql) {
        return query(sql).explain();
    }

    /// How a query would run with this context.
    ///
    /// @throws SqlException as [#plan(String, Object...)]
    public String explain(String sql, QueryContext context) {
        return query(sql).explain(context);
    }

    /// Drops the tables that statements made. Queries under way keep what they read until they end.
    @Override
    public void close() {
        catalogue.close();
    }
}
