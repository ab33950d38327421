package dev.sheaf.sql;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.groupby.Sums;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// SQL over named tables, and over files that are named by their paths.
///
/// ```java
/// SqlSession sql = new SqlSession().register("orders", orders);
/// LazyFrame totals = sql.query("SELECT status, sum(price) AS total FROM orders GROUP BY status");
/// LazyFrame first = sql.query("SELECT * FROM 'sales/2024-*.parquet' LIMIT 10");
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

    /// What a query asks for, names and types checked; nothing is read but the schemas of files. EXPLAIN, DESCRIBE
    /// and SHOW TABLES are queries, too.
    ///
    /// @throws SqlException if the text is no query, names what is not there, or asks for what is not supported
    public LogicalPlan plan(String sql) {
        Relations tables = new Relations(relations);
        try {
            return LargeStack.call(() ->
                    Commands.plan(sql, tables, query -> plan(query, tables)).orElseGet(() -> plan(sql, tables)));
        } catch (StackOverflowError deep) {
            throw new Source(sql).error(0, sql.length(), "this query is nested too deeply");
        }
    }

    private LogicalPlan plan(String sql, Relations tables) {
        Parser.Parsed parsed = Parser.parse(sql);
        LogicalPlan plan = new QueryBinder(new Statement(parsed.rewritten())).bind(parsed.query(), tables);
        return sums == Sums.FAST ? plan : plan.with(sums);
    }

    /// A query as a frame, which runs when its rows are asked for.
    ///
    /// @throws SqlException as [#plan(String)]
    public LazyFrame query(String sql) {
        return LazyFrame.of(plan(sql));
    }

    /// How a query would run, see [LazyFrame#explain()].
    ///
    /// @throws SqlException as [#plan(String)]
    public String explain(String sql) {
        return query(sql).explain();
    }

    /// How a query would run with this context.
    ///
    /// @throws SqlException as [#plan(String)]
    public String explain(String sql, QueryContext context) {
        return query(sql).explain(context);
    }
}
