package dev.sheaf.sql.change;

import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;

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

    /// Whether a statement changes something rather than giving rows.
    public static boolean isChange(Statement statement) {
        return switch (statement) {
            case Statement.Rows _, Statement.Explain _, Statement.Set _ -> false;
            case Statement.CreateTable _, Statement.CreateView _, Statement.CreateMacro _ -> true;
            case Statement.Insert _, Statement.Delete _, Statement.Update _ -> true;
            case Statement.Drop _, Statement.DropMacro _, Statement.Copy _ -> true;
        };
    }

    /// Runs a statement. Tables that it makes lie in the memory of `context`.
    ///
    /// @return how many rows it stored or wrote
    /// @throws QueryError if a name is not there or is taken, types do not fit, or it gives rows
    /// @throws RuntimeException as queries; then nothing has changed
    public long run(Statement statement, QueryContext context) {
        TableStatements tables = new TableStatements(binder, catalogue);
        return switch (statement) {
            case Statement.CreateTable create -> tables.create(create, context);
            case Statement.Insert insert -> tables.insert(insert, context);
            case Statement.Delete delete -> new RowStatements(binder, tables).delete(delete, context);
            case Statement.Update update -> new RowStatements(binder, tables).update(update, context);
            case Statement.Drop drop -> new DropStatements(binder, catalogue).drop(drop);
            case Statement.CreateMacro create -> new MacroStatements(binder, catalogue).create(create);
            case Statement.DropMacro drop -> new MacroStatements(binder, catalogue).drop(drop);
            case Statement.CreateView create -> new ViewStatements(binder, source, catalogue).create(create);
            case Statement.Copy copy when copy.from() -> new CopyStatements(binder).from(copy, tables, context);
            case Statement.Copy copy -> new CopyStatements(binder).to(copy, context);
            case Statement.Rows _, Statement.Explain _, Statement.Set _ ->
                throw binder.error(statement, "this gives rows and changes nothing; run it by SqlSession.query(...)");
        };
    }
}
