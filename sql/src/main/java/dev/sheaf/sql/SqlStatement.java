package dev.sheaf.sql;

import dev.sheaf.frame.LazyFrame;
import dev.sheaf.groupby.Sums;
import dev.sheaf.memory.DeepStack;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.PlanRewrite;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.bind.scope.Parameters;
import dev.sheaf.sql.change.Changes;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.parse.Parser;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A statement that is parsed once and run as often as one likes, with other values of its parameters.
///
/// ```java
/// SqlStatement insert = session.prepare("INSERT INTO sales VALUES (?, ?)");
/// insert.execute(session.context().build(), "north", 12);
/// ```
/// Names are looked up when it runs. `values` are those of `?` or `$1`, `$2`, ... as `Expressions.lit` takes them:
/// numbers, texts, bools, moments, bytes, null; a map has those of `$name`. Holds no memory. Thread-safe.
public final class SqlStatement {
    private final Catalogue catalogue;
    private final MemoryPool pool;
    private final Sums sums;
    private final Source source;
    private final Statement statement;
    private final List<String> parameters;

    private SqlStatement(
            Catalogue catalogue,
            MemoryPool pool,
            Sums sums,
            Source source,
            Statement statement,
            List<String> parameters) {
        this.catalogue = catalogue;
        this.pool = pool;
        this.sums = sums;
        this.source = source;
        this.statement = statement;
        this.parameters = parameters;
    }

    /// @throws SqlException if the text is no statement
    static SqlStatement parse(Source source, Catalogue catalogue, MemoryPool pool, Sums sums) {
        return told(source, () -> {
            Statement statement = Parser.statement(source);
            List<String> parameters = statement instanceof Statement.Prepare ? List.of() : Parser.parameters(source);
            return new SqlStatement(catalogue, pool, sums, source, statement, parameters);
        });
    }

    /// Its text; of a statement of a script, without what stands around it there.
    public String text() {
        return source.text();
    }

    /// Whether it gives rows; else it changes something, and [#execute] runs it. EXECUTE does as the statement that has
    /// the name by now.
    public boolean isQuery() {
        return Changes.givesRows(statement, catalogue);
    }

    /// Whether it changes something. With RETURNING it also gives rows, and does so whenever they are asked for.
    public boolean isChange() {
        return Changes.isChange(statement, catalogue);
    }

    /// The numbers, from 1 without a gap, and then the names of its parameters.
    public List<String> parameters() {
        return parameters;
    }

    /// What the query asks for, names and types checked; nothing is read but the schemas of files.
    ///
    /// @throws SqlException if it gives no rows, names what is not there, or asks for what is not supported
    public LogicalPlan plan(@Nullable Object... values) {
        return plan(Parameters.of(Arrays.asList(values)));
    }

    /// As [#plan(Object...)] with the values of `$name` by name.
    ///
    /// @throws SqlException as [#plan(Object...)]
    public LogicalPlan plan(Map<String, ?> values) {
        return plan(Parameters.of(values));
    }

    private LogicalPlan plan(Parameters values) {
        return told(source, () -> changes(values).plan(statement));
    }

    /// The query as a frame, which runs when its rows are asked for.
    ///
    /// @throws SqlException as [#plan(Object...)]
    public LazyFrame query(@Nullable Object... values) {
        return LazyFrame.of(plan(values));
    }

    /// Runs a statement that changes something. If it fails, nothing has changed.
    ///
    /// @param context one of the session, see [SqlSession#context()]
    /// @return how many rows it stored or wrote: 0 of DROP, CREATE VIEW and CREATE TABLE without AS
    /// @throws SqlException if it gives rows, a name is not there or is taken, or types do not fit
    /// @throws RuntimeException as queries
    public long execute(QueryContext context, @Nullable Object... values) {
        return execute(context, Parameters.of(Arrays.asList(values)));
    }

    /// As [#execute(QueryContext, Object...)] with the values of `$name` by name.
    ///
    /// @throws RuntimeException as [#execute(QueryContext, Object...)]
    public long execute(QueryContext context, Map<String, ?> values) {
        return execute(context, Parameters.of(values));
    }

    private long execute(QueryContext context, Parameters values) {
        if (context.pool() != pool) {
            throw new IllegalArgumentException(
                    "this context has memory of another pool; make it by context() of the session");
        }
        return told(source, () -> changes(values).run(statement, context));
    }

    private Changes changes(Parameters values) {
        StatementBinder binder = new StatementBinder(
                source,
                catalogue.relations(),
                catalogue.with(values),
                pool,
                plan -> sums == Sums.FAST ? plan : PlanRewrite.adding(plan, sums));
        return new Changes(binder, source, catalogue);
    }

    /// What some work gives.
    ///
    /// @throws SqlException if it finds what cannot be understood
    static <T> T told(Source source, Supplier<T> work) {
        try {
            return DeepStack.call(work);
        } catch (QueryError refused) {
            throw new SqlException(refused);
        } catch (DeepStack.OverflowException deep) {
            throw new SqlException(source.error(0, source.text().length(), "this query is nested too deeply"));
        }
    }
}
