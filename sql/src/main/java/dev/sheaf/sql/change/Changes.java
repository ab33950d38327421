package dev.sheaf.sql.change;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.change.catalogue.SessionValues.Prepared;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Statement.Step;
import java.util.List;

/// Runs statements that change something.
public final class Changes {
    private final StatementBinder binder;
    private final Source source;
    private final Catalogue catalogue;

    /// Changes to a catalogue by a statement of `source`, whose queries `binder` binds.
    public Changes(StatementBinder binder, Source source, Catalogue catalogue) {
        this.binder = binder;
        this.source = source;
        this.catalogue = catalogue;
    }

    /// Whether a statement changes something. EXECUTE does what the statement does that it runs.
    public static boolean isChange(Statement statement, Catalogue catalogue) {
        return switch (run(statement, catalogue)) {
            case Statement.Rows _, Statement.Explain _, Statement.Execute _ -> false;
            case Statement.Prepare _, Statement.Deallocate _, Statement.SetVariable _, Statement.Set _ -> true;
            case Statement.CreateTable _, Statement.CreateView _, Statement.CreateMacro _ -> true;
            case Statement.With _, Statement.Insert _, Statement.Delete _, Statement.Update _ -> true;
            case Statement.Merge _ -> true;
            case Statement.Alter _, Statement.Drop _, Statement.DropMacro _ -> true;
            case Statement.CreateSequence _, Statement.DropSequence _ -> true;
            case Statement.CreateType _, Statement.DropType _ -> true;
            case Statement.CreateIndex _, Statement.DropIndex _, Statement.Comment _ -> true;
            case Statement.CreateSchema _, Statement.DropSchema _, Statement.Use _ -> true;
            case Statement.Copy _, Statement.Transaction _ -> true;
        };
    }

    /// Whether a statement gives rows, which those that change something do by RETURNING.
    public static boolean givesRows(Statement statement, Catalogue catalogue) {
        return !isChange(statement, catalogue)
                || !returning(run(statement, catalogue)).isEmpty();
    }

    /// The statement that runs: EXECUTE itself if there is none of its name.
    private static Statement run(Statement statement, Catalogue catalogue) {
        return statement instanceof Statement.Execute(Name name, var _, var _)
                ? catalogue
                        .values()
                        .prepared(name.text())
                        .map(Prepared::statement)
                        .orElse(statement)
                : statement;
    }

    private static List<Item> returning(Statement statement) {
        return switch (statement) {
            case Statement.With with -> returning(with.body());
            case Statement.Insert insert -> insert.returning();
            case Statement.Delete delete -> delete.returning();
            case Statement.Update update -> update.returning();
            case Statement.Merge merge -> merge.returning();
            default -> List.of();
        };
    }

    /// The plan of a statement that gives rows. If it changes something, it does so whenever the plan runs.
    ///
    /// @throws QueryError if a name is not there, types do not fit, or it gives no rows
    public LogicalPlan plan(Statement statement) {
        checkUsable(statement);
        return catalogue.attempt(() -> planned(statement));
    }

    private LogicalPlan planned(Statement statement) {
        return switch (statement) {
            case Statement.Execute execute -> executed(execute).planned(run(execute, catalogue));
            case Statement.With with
            when givesRows(with, catalogue) -> within(with).plan(with.body());
            case Statement.Insert _, Statement.Delete _, Statement.Update _, Statement.Merge _
            when givesRows(statement, catalogue) ->
                new Returning(binder).plan(statement, returning(statement), new Attempt(change(statement), catalogue));
            case Statement.Rows _ when catalogue.inTransaction() -> AttemptedRows.of(binder.plan(statement), catalogue);
            default -> binder.plan(statement);
        };
    }

    /// What runs a prepared statement with its values.
    private Changes executed(Statement.Execute execute) {
        PreparedStatements statements = statements();
        Prepared prepared = statements.find(execute);
        StatementBinder values = binder.of(prepared.source(), statements.values(execute, prepared));
        return new Changes(values, prepared.source(), catalogue);
    }

    /// @throws QueryError if a query of WITH hides the table whose rows are changed
    private Changes within(Statement.With with) {
        List<Name> table = switch (with.body()) {
            case Statement.Delete delete -> delete.table();
            case Statement.Update update -> update.table();
            case Statement.Merge merge -> merge.table();
            default -> List.of();
        };
        with.tables().stream()
                .filter(query -> query.name().text().equalsIgnoreCase(Name.ofTable(table)))
                .forEach(query -> {
                    throw binder.error(query.name(), "WITH names a query like the table that is changed");
                });
        return new Changes(binder.within(with), source, catalogue);
    }

    private RowChange change(Statement statement) {
        TableStatements tables = new TableStatements(binder, catalogue);
        return switch (statement) {
            case Statement.Insert insert -> insertion(insert, tables);
            case Statement.Delete delete -> new RowStatements(binder, tables).delete(delete);
            case Statement.Update update -> new RowStatements(binder, tables).update(update);
            case Statement.Merge merge -> new MergeQuery(merge, tables, binder).change();
            default -> throw new IllegalArgumentException("this changes no rows: " + statement);
        };
    }

    private RowChange insertion(Statement.Insert insert, TableStatements tables) {
        Insertion all = tables.insert(insert);
        return insert.conflict()
                .<RowChange>map(conflict -> new ConflictStatements(binder, tables).change(all, insert, conflict))
                .orElseGet(() -> tables.checked(all));
    }

    /// Runs a statement. Tables that it makes lie in the memory of `context`.
    ///
    /// @return how many rows it stored or wrote
    /// @throws QueryError if a name is not there or is taken, types do not fit, or it changes nothing
    /// @throws RuntimeException as queries; then nothing has changed, and a transaction is aborted
    public long run(Statement statement, QueryContext context) {
        checkUsable(statement);
        return statement instanceof Statement.Transaction transaction
                ? catalogue.attempt(() -> run(transaction))
                : catalogue.attempt(() -> changed(statement, context));
    }

    /// After a statement of a transaction has failed, only its end is run.
    private void checkUsable(Statement statement) {
        boolean ends = statement instanceof Statement.Transaction(Step step, var _) && step != Step.BEGIN;
        if (!ends) {
            catalogue.failure().ifPresent(failure -> {
                throw binder.error(
                        statement,
                        "a statement of this transaction has failed (" + failure.getMessage() + "); ROLLBACK ends it");
            });
        }
    }

    private long changed(Statement statement, QueryContext context) {
        TableStatements tables = new TableStatements(binder, catalogue);
        return switch (statement) {
            case Statement.With with -> within(with).changed(with.body(), context);
            case Statement.Insert _, Statement.Delete _, Statement.Update _, Statement.Merge _ ->
                change(statement).count(context);
            case Statement.CreateIndex create -> new IndexStatements(binder, catalogue).create(create, context);
            case Statement.DropIndex drop -> new IndexStatements(binder, catalogue).drop(drop, context);
            case Statement.CreateSchema create -> new SchemaStatements(binder, catalogue).create(create);
            case Statement.DropSchema drop -> new SchemaStatements(binder, catalogue).drop(drop);
            case Statement.Use use -> new SchemaStatements(binder, catalogue).use(use);
            case Statement.Comment comment -> new SchemaStatements(binder, catalogue).comment(comment);
            case Statement.Execute execute -> executed(execute).changed(run(execute, catalogue), context);
            case Statement.Prepare prepare -> statements().prepare(prepare);
            case Statement.Deallocate deallocate -> statements().deallocate(deallocate);
            case Statement.Set set -> new SettingStatements(binder, catalogue).set(set);
            case Statement.SetVariable set -> statements().set(set, context);
            case Statement.CreateTable create -> tables.create(create, context);
            case Statement.Alter alter -> new AlterStatements(binder, catalogue).alter(alter, context);
            case Statement.Drop drop -> new DropStatements(binder, catalogue).drop(drop);
            case Statement.CreateMacro create -> new MacroStatements(binder, catalogue).create(create);
            case Statement.DropMacro drop -> new MacroStatements(binder, catalogue).drop(drop);
            case Statement.CreateSequence create -> new SequenceStatements(binder, catalogue).create(create);
            case Statement.DropSequence drop -> new SequenceStatements(binder, catalogue).drop(drop);
            case Statement.CreateType create -> new TypeStatements(binder, catalogue).create(create, context);
            case Statement.DropType drop -> new TypeStatements(binder, catalogue).drop(drop);
            case Statement.CreateView create -> new ViewStatements(binder, source, catalogue).create(create);
            case Statement.Copy copy when copy.from() -> new CopyStatements(binder).from(copy, tables, context);
            case Statement.Copy copy -> new CopyStatements(binder).to(copy, context);
            case Statement.Rows _, Statement.Explain _, Statement.Transaction _ ->
                throw binder.error(statement, "this gives rows and changes nothing; run it by SqlSession.query(...)");
        };
    }

    private PreparedStatements statements() {
        return new PreparedStatements(binder, source, catalogue);
    }

    private long run(Statement.Transaction transaction) {
        boolean done = switch (transaction.step()) {
            case BEGIN -> catalogue.begin();
            case COMMIT -> catalogue.commit();
            case ROLLBACK -> catalogue.rollback();
        };
        if (!done) {
            throw binder.error(
                    transaction,
                    transaction.step() == Step.BEGIN
                            ? "a transaction is under way; COMMIT or ROLLBACK ends it"
                            : "no transaction is under way; BEGIN starts one");
        }
        return 0;
    }
}
