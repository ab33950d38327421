package dev.sheaf.sql.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Analysis;
import dev.sheaf.plan.exec.Explain;
import dev.sheaf.plan.exec.Sharing;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.expression.FunctionNames;
import dev.sheaf.sql.bind.from.Descriptions;
import dev.sheaf.sql.bind.from.FromContext;
import dev.sheaf.sql.bind.scope.Collation;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Parameters;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.function.TextForm;
import dev.sheaf.sql.function.TypeNames;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.TypeName;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Turns a statement into a plan: names found, types checked. EXPLAIN is answered by rows like any query; of what
/// changes something, `dev.sheaf.sql.change` has the queries bound here.
public final class StatementBinder {
    private final Origins origins;
    private final Parameters parameters;
    private final QueryBinder queries;
    private final Relations tables;
    private final MemoryPool pool;
    private final UnaryOperator<LogicalPlan> settings;

    /// Binds statements of one text over some tables; what binding has to run takes memory of `pool`. `settings`
    /// changes plans as the session says.
    public StatementBinder(
            Source source,
            Relations tables,
            Parameters parameters,
            MemoryPool pool,
            UnaryOperator<LogicalPlan> settings) {
        this.origins = new Origins(source, parameters.types(), tables.collations());
        this.parameters = parameters;
        this.queries = new QueryBinder(origins, parameters, pool);
        this.tables = tables;
        this.pool = pool;
        this.settings = settings;
    }

    private StatementBinder(StatementBinder other, Relations tables) {
        this.origins = other.origins;
        this.parameters = other.parameters;
        this.queries = other.queries;
        this.tables = tables;
        this.pool = other.pool;
        this.settings = other.settings;
    }

    /// What binds a statement of another text, with values of its own, over the same tables.
    public StatementBinder of(Source source, Parameters values) {
        return new StatementBinder(source, tables, values, pool, settings);
    }

    /// What binds the queries of a statement behind WITH.
    ///
    /// @throws QueryError as [#plan(Statement)] of a query of WITH
    public StatementBinder within(Statement.With with) {
        return new StatementBinder(this, queries.with(with.recursive(), with.tables(), tables));
    }

    /// The plan of a statement that gives rows.
    ///
    /// @throws QueryError if a name is not there, types do not fit, it is not supported, or it changes something
    public LogicalPlan plan(Statement statement) {
        return switch (statement) {
            case Statement.Rows rows -> plan(rows.query());
            case Statement.Explain explain -> explain(explain);
            case Statement.CreateTable _ -> throw changes(statement, "CREATE TABLE");
            case Statement.CreateView _ -> throw changes(statement, "CREATE VIEW");
            case Statement.CreateMacro _ -> throw changes(statement, "CREATE MACRO");
            case Statement.DropMacro _ -> throw changes(statement, "DROP MACRO");
            case Statement.With with -> plan(with.body());
            case Statement.Insert _ -> throw changes(statement, "INSERT");
            case Statement.Delete _ -> throw changes(statement, "DELETE");
            case Statement.Update _ -> throw changes(statement, "UPDATE");
            case Statement.Merge _ -> throw changes(statement, "MERGE");
            case Statement.CreateSequence _ -> throw changes(statement, "CREATE SEQUENCE");
            case Statement.DropSequence _ -> throw changes(statement, "DROP SEQUENCE");
            case Statement.CreateType _ -> throw changes(statement, "CREATE TYPE");
            case Statement.DropType _ -> throw changes(statement, "DROP TYPE");
            case Statement.Alter _ -> throw changes(statement, "ALTER");
            case Statement.Drop _ -> throw changes(statement, "DROP");
            case Statement.Copy _ -> throw changes(statement, "COPY");
            case Statement.Transaction transaction ->
                throw changes(statement, transaction.step().toString());
            case Statement.CreateIndex _ -> throw changes(statement, "CREATE INDEX");
            case Statement.DropIndex _ -> throw changes(statement, "DROP INDEX");
            case Statement.CreateSchema _ -> throw changes(statement, "CREATE SCHEMA");
            case Statement.DropSchema _ -> throw changes(statement, "DROP SCHEMA");
            case Statement.Use _ -> throw changes(statement, "USE");
            case Statement.Comment _ -> throw changes(statement, "COMMENT");
            case Statement.Prepare _ -> throw changes(statement, "PREPARE");
            case Statement.Deallocate _ -> throw changes(statement, "DEALLOCATE");
            case Statement.SetVariable _ -> throw changes(statement, "SET VARIABLE");
            case Statement.Execute _ -> throw error(statement, "EXPLAIN takes the statement itself");
            case Statement.Set _ -> throw changes(statement, "SET");
        };
    }

    private QueryError changes(Statement statement, String what) {
        return error(statement, what + " gives no rows; run it by SqlSession.execute(...) or by sheaf sql");
    }

    /// The plan of a query.
    ///
    /// @throws QueryError as [#plan(Statement)]
    public LogicalPlan plan(Query query) {
        LogicalPlan bound = queries.bind(query, tables);
        LogicalPlan settled = settings.apply(Sharing.settle(bound));
        origins.collations().note(settled, collations(bound));
        return settled;
    }

    /// The plan of all columns of a relation.
    ///
    /// @throws QueryError as [#plan(Statement)]
    public LogicalPlan plan(Relation relation) {
        Expression all = Expression.Star.all(relation.at());
        Item item = new Item(all, Optional.empty(), relation.at());
        return plan(Query.Select.of(List.of(item), Optional.of(relation), relation.at()));
    }

    /// The plan of a query with its first columns renamed.
    ///
    /// @throws QueryError as [#plan(Statement)], or if there are more names than columns
    public LogicalPlan plan(Query query, List<Name> columns) {
        return new FromContext(queries, tables).renamed(plan(query), columns, query);
    }

    /// The plan of items over some rows of a table.
    ///
    /// @param relation names the table, as `table`
    /// @throws QueryError as [#plan(Statement)]
    public LogicalPlan plan(List<Item> items, Relation relation, String table, LogicalPlan rows) {
        return queries.bind(Query.Select.of(items, Optional.of(relation), relation.at()), with(table, rows).tables);
    }

    /// What binds queries that may name some rows, too.
    public StatementBinder with(String table, LogicalPlan rows) {
        Relations known = tables.inner();
        known.add(table, rows);
        return new StatementBinder(this, known);
    }

    /// The plan of VALUES whose constants are those of columns with these types.
    ///
    /// @throws QueryError as [#plan(Statement)], or if a constant cannot be read as the type of its column
    public LogicalPlan plan(Query.Values values, List<DataType> types) {
        return new ValuesBinder(origins, parameters)
                .bind(values, types)
                .orElseGet(() -> plan(ValuesBinder.selects(values)));
    }

    /// Whether a name, in any case, is that of a function of SQL.
    public static boolean isFunction(String name) {
        return FunctionNames.isTaken(name);
    }

    /// Where what binding runs has its memory.
    public MemoryPool pool() {
        return pool;
    }

    /// Rows for queries of this binder, whose columns are compared in these ways, by name.
    public LogicalPlan collated(LogicalPlan rows, Map<String, Collation> collations) {
        origins.collations().note(rows, collations);
        return rows;
    }

    /// How columns of a plan of this binder are compared, by name.
    public Map<String, Collation> collations(LogicalPlan plan) {
        return origins.collations().of(plan);
    }

    /// How a column of a type is compared.
    ///
    /// @throws QueryError if there is no such collation, or values of the type are no texts
    public Collation collation(List<Name> names, DataType type, Node column) {
        if (!type.decoded().equals(DataType.STRING)) {
            throw error(column, "COLLATE says how texts are compared; this column is " + type);
        }
        return origins.collation(names, column);
    }

    /// Which texts of the type of a name are read as those of a kind, if any are.
    public Optional<TextForm> form(TypeName name) {
        return origins.form(name);
    }

    /// The type of a name.
    ///
    /// @throws QueryError if there is none
    public DataType type(TypeName name) {
        return origins.type(name);
    }

    /// The names of types of the session that occur in the name of a type, in small letters.
    public Set<String> namesIn(TypeName name) {
        Set<String> words =
                new HashSet<>(Arrays.asList(name.text().toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}_]+")));
        words.retainAll(parameters.types().keySet());
        return words;
    }

    /// The name of a type, if it has one.
    public Optional<TypeName> name(DataType type, Span at) {
        try {
            String name = TypeNames.nameOf(type);
            return Optional.of(new TypeName(name, at))
                    .filter(_ -> TypeNames.parse(name).equals(type));
        } catch (IllegalArgumentException nameless) {
            return Optional.empty();
        }
    }

    /// An error about the words of a node.
    public QueryError error(Node node, String problem) {
        return origins.error(node, problem);
    }

    private LogicalPlan explain(Statement.Explain explain) {
        if (explain.analyze()) {
            Analysis analysis = new Analysis(plan(explain.statement()));
            return new LogicalPlan.Scan(analysis, analysis.schema().names(), Optional.empty());
        }
        String text = Explain.text(plan(explain.statement()), QueryContext.create());
        return Descriptions.rows(
                text.lines().map(List::<Object>of).toList(), Schema.of(new Field("plan", DataType.STRING, false)));
    }
}
