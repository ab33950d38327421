package dev.sheaf.sql.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Explain;
import dev.sheaf.plan.exec.Sharing;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;
import java.util.List;
import java.util.function.UnaryOperator;

/// Turns a statement into a plan: names found, types checked. EXPLAIN is answered by rows like any query; what would
/// change something is refused.
public final class StatementBinder {
    private final Origins origins;
    private final QueryBinder queries;
    private final Relations tables;
    private final UnaryOperator<LogicalPlan> settings;

    private StatementBinder(
            Source source, Relations tables, Parameters parameters, UnaryOperator<LogicalPlan> settings) {
        this.origins = new Origins(source);
        this.queries = new QueryBinder(origins, parameters);
        this.tables = tables;
        this.settings = settings;
    }

    /// The plan of a statement over some tables. `settings` changes plans as the session says.
    ///
    /// @throws QueryError if a name is not there, types do not fit, or it is not supported
    public static LogicalPlan plan(
            Statement statement,
            Source source,
            Relations tables,
            Parameters parameters,
            UnaryOperator<LogicalPlan> settings) {
        return new StatementBinder(source, tables, parameters, settings).bind(statement);
    }

    private LogicalPlan bind(Statement statement) {
        return switch (statement) {
            case Statement.Rows rows -> settings.apply(Sharing.settle(queries.bind(rows.query(), tables)));
            case Statement.Explain explain -> explain(explain);
            case Statement.CreateTable _ -> throw changes(statement, "CREATE TABLE");
            case Statement.CreateView _ -> throw changes(statement, "CREATE VIEW");
            case Statement.Insert _ -> throw changes(statement, "INSERT");
            case Statement.Drop _ -> throw changes(statement, "DROP");
            case Statement.Copy _ -> throw changes(statement, "COPY");
            case Statement.Set _ ->
                throw origins.error(statement, "SET is not supported; settings go with the QueryContext of a query");
        };
    }

    private QueryError changes(Statement statement, String what) {
        return origins.error(statement, what + " is not supported; data is read, not changed");
    }

    private LogicalPlan explain(Statement.Explain explain) {
        if (explain.analyze()) {
            throw origins.error(explain, "EXPLAIN ANALYZE is not supported; EXPLAIN shows the plan of a query");
        }
        String text = Explain.text(bind(explain.statement()), QueryContext.create());
        return Descriptions.rows(
                text.lines().map(List::<Object>of).toList(), Schema.of(new Field("plan", DataType.STRING, false)));
    }
}
