package dev.sheaf.sql;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.groupby.Sums;
import dev.sheaf.memory.DeepStack;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.PlanRewrite;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.Parameters;
import dev.sheaf.sql.bind.Relations;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.parse.Parser;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Source;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// SQL over named tables, and over files that are named by their paths.
///
/// ```java
/// SqlSession sql = new SqlSession().register("orders", orders);
/// LazyFrame totals = sql.query("SELECT status, sum(price) AS total FROM orders GROUP BY status");
/// LazyFrame first = sql.query("SELECT * FROM 'sales/2024-*.parquet' LIMIT 10");
/// LazyFrame dear = sql.query("SELECT * FROM orders WHERE price > ? AND status = ?", 100, "open");
/// ```
/// SQL means what DuckDB means by it; what there is and where it differs is in docs/reference/sql.md. Names are
/// found in any case and keep their spelling. A session holds no memory and is not closed; tables stay the
/// caller's, and have to be open while a query over them runs. Thread-safe.
public final class SqlSession {
    private final Map<String, Relations.Relation> relations = new ConcurrentHashMap<>();
    private volatile Sums sums = Sums.FAST;

    /// A session without tables.
    public SqlSession() {}

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
        if (name.isBlank()) {
            throw new IllegalArgumentException("a table needs a name to be found by");
        }
        relations.put(Relations.key(name), new Relations.Relation(name, frame.plan()));
        return this;
    }

    /// How group-bys of the queries to come add floating numbers: fast (as long as nothing is said), or so that
    /// every run gives the same bits.
    public SqlSession sums(Sums value) {
        sums = value;
        return this;
    }

    /// The names of the tables, sorted.
    public List<String> tables() {
        return new Relations(relations).names();
    }

    /// What a query asks for, names and types checked; nothing is read but the schemas of files. EXPLAIN, DESCRIBE,
    /// SUMMARIZE and SHOW TABLES are queries, too.
    ///
    /// `values` are those of `?` or `$1`, `$2`, ... in the text, as `Expressions.lit` takes them: numbers, texts,
    /// bools, moments, null. They never become a part of the text, so nothing in them has to be quoted.
    ///
    /// @throws SqlException if the text is no query, names what is not there, or asks for what is not supported
    public LogicalPlan plan(String sql, @Nullable Object... values) {
        return plan(sql, Parameters.of(Arrays.asList(values)));
    }

    /// As [#plan(String, Object...)] with the values of `$name` by name.
    ///
    /// @throws SqlException as [#plan(String, Object...)]
    public LogicalPlan plan(String sql, Map<String, ?> values) {
        return plan(sql, Parameters.of(values));
    }

    private LogicalPlan plan(String sql, Parameters parameters) {
        Source source = new Source(sql);
        Sums adding = sums;
        try {
            return DeepStack.call(() -> StatementBinder.plan(
                    Parser.statement(source),
                    source,
                    new Relations(relations),
                    parameters,
                    plan -> adding == Sums.FAST ? plan : PlanRewrite.adding(plan, adding)));
        } catch (QueryError refused) {
            throw new SqlException(refused);
        } catch (DeepStack.OverflowException deep) {
            throw new SqlException(source.error(0, sql.length(), "this query is nested too deeply"));
        }
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
}
