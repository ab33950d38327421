package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.CommonTable;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.Setting;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Statement.Existing;
import dev.sheaf.sql.tree.Statement.Step;
import java.util.List;
import java.util.Optional;

/// Reads statements: queries, EXPLAIN, and those that make or change something.
final class StatementParser {
    private final Grammar grammar;
    private final Cursor cursor;
    private final Source source;

    StatementParser(Grammar grammar) {
        this.grammar = grammar;
        this.cursor = grammar.cursor;
        this.source = cursor.source();
    }

    /// The one statement of the text.
    Statement whole() {
        Token first = cursor.token();
        if (first.kind() == Token.Kind.END || first.isSymbol(";")) {
            throw source.error(0, 1, "there is no query; write SELECT ... FROM ...");
        }
        Statement statement = statement();
        boolean more = false;
        while (cursor.atSymbol(";")) {
            cursor.next();
            more = true;
        }
        if (cursor.token().kind() == Token.Kind.END) {
            return statement;
        }
        throw more
                ? cursor.error(cursor.token().at(), "one query at a time; this begins a second one")
                : cursor.unexpected();
    }

    private Statement statement() {
        int start = cursor.start();
        return switch (cursor.token().word()) {
            case "EXPLAIN" -> explain(start);
            case "CREATE" -> create(start);
            case "INSERT", "DELETE", "TRUNCATE", "UPDATE", "MERGE" -> new ChangeParser(grammar).change();
            case "WITH" -> with(start);
            case "ALTER" -> new AlterParser(grammar).alter(start);
            case "DROP" -> drop(start);
            case "COPY" -> copy(start);
            case "SET" -> set(start);
            case "RESET" -> reset(start);
            case "USE" -> new CatalogueParser(grammar).use(start);
            case "COMMENT" -> new CatalogueParser(grammar).comment(start);
            case "PREPARE" -> new PreparedParser(grammar).prepare(start, this::statement);
            case "EXECUTE" -> new PreparedParser(grammar).execute(start);
            case "DEALLOCATE" -> new PreparedParser(grammar).deallocate(start);
            case "PRAGMA" -> new PragmaParser(cursor).pragma(start, this::value);
            case "CALL" ->
                new Statement.Rows(
                        new PragmaParser(cursor).call(start, grammar.expressions::expression), cursor.from(start));
            case "INSTALL", "LOAD", "FORCE" ->
                new Statement.Rows(new PragmaParser(cursor).extension(start), cursor.from(start));
            case "CHECKPOINT", "ANALYZE", "VACUUM" ->
                new Statement.Rows(new PragmaParser(cursor).upkeep(start), cursor.from(start));
            case "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT" -> transaction(start);
            default -> rows(start);
        };
    }

    private Statement rows(int start) {
        if (!cursor.atSymbol("(") && !cursor.isQuery(0) && !cursor.at("SHOW")) {
            Token first = cursor.token();
            throw cursor.error(
                    first.at(),
                    "a query begins with SELECT, FROM, WITH or VALUES, not with " + first.quoted()
                            + "; only CREATE, ALTER, INSERT, UPDATE, DELETE, MERGE, DROP and COPY change something."
                            + Expectations.typo(first).orElse(""));
        }
        Query query = grammar.queries.query();
        return new Statement.Rows(query, cursor.from(start));
    }

    /// A query, or a change whose queries may name those of WITH.
    private Statement with(int start) {
        cursor.next();
        boolean recursive = cursor.accept("RECURSIVE");
        List<CommonTable> tables = grammar.queries.tables();
        if (ChangeParser.begins(cursor.token())) {
            Statement change = new ChangeParser(grammar).change();
            return new Statement.With(recursive, tables, change, cursor.from(start));
        }
        Query body = grammar.queries.query();
        return new Statement.Rows(new Query.With(recursive, tables, body, cursor.from(start)), cursor.from(start));
    }

    private Statement explain(int start) {
        cursor.next();
        boolean analyze = cursor.accept("ANALYZE");
        Statement statement = cursor.nested(this::statement);
        return new Statement.Explain(statement, analyze, cursor.from(start));
    }

    private Statement create(int start) {
        cursor.next();
        boolean replace = cursor.accept("OR", "REPLACE");
        boolean temporary = cursor.accept("TEMP") || cursor.accept("TEMPORARY");
        if (cursor.at("MACRO") || cursor.at("FUNCTION")) {
            return new MacroParser(grammar).create(replace, start);
        }
        if (cursor.at("SEQUENCE")) {
            return new SequenceParser(cursor).create(replace, start);
        }
        if (cursor.at("TYPE")) {
            return new TypeStatementParser(grammar).create(replace, start);
        }
        if (CatalogueParser.begins(cursor)) {
            return new CatalogueParser(grammar).create(replace, start);
        }
        boolean view = cursor.accept("VIEW");
        if (!view) {
            cursor.expect("TABLE");
        }
        Existing existing = cursor.existing(replace);
        List<Name> name = cursor.path(cursor.name());
        if (view) {
            List<Name> columns = cursor.names();
            cursor.expect("AS");
            Query query = grammar.queries.query();
            return new Statement.CreateView(existing, temporary, name, columns, query, cursor.from(start));
        }
        ColumnParser table = new ColumnParser(grammar);
        List<Name> names = isNamesAlone() ? cursor.names() : List.of();
        if (cursor.atSymbol("(")) {
            table.read();
        }
        Optional<Query> query = Optional.empty();
        if (table.columns().isEmpty() || cursor.at("AS")) {
            cursor.expect("AS");
            query = Optional.of(stored(names, grammar.queries.query()));
        }
        return new Statement.CreateTable(
                existing,
                temporary,
                name,
                table.columns(),
                table.keys(),
                table.checks(),
                table.foreignKeys(),
                query,
                cursor.from(start));
    }

    /// Whether `(a, b)` stands here: the names of the columns of a query.
    private boolean isNamesAlone() {
        return cursor.atSymbol("(")
                && (cursor.ahead(2).isSymbol(",") || cursor.ahead(2).isSymbol(")"));
    }

    /// The query of CREATE TABLE with other names for its columns; without its rows by WITH NO DATA.
    private Query stored(List<Name> names, Query query) {
        Query named = query;
        if (!names.isEmpty()) {
            Relation rows = new Relation.Subquery(query, false, query.at());
            Name table = new Name("rows", query.at());
            named = Query.Select.of(
                    List.of(new Item(Expression.Star.all(query.at()), Optional.empty(), query.at())),
                    Optional.of(new Relation.Aliased(rows, table, names, query.at())),
                    query.at());
        }
        boolean isEmpty = cursor.at("WITH", "NO");
        if (cursor.accept("WITH")) {
            cursor.accept("NO");
            cursor.expect("DATA");
        }
        return isEmpty ? Query.Ordered.withoutRows(named) : named;
    }

    private Statement drop(int start) {
        cursor.next();
        if (cursor.at("MACRO") || cursor.at("FUNCTION")) {
            return new MacroParser(grammar).drop(start);
        }
        if (cursor.at("SEQUENCE")) {
            return new SequenceParser(cursor).drop(start);
        }
        if (cursor.at("TYPE")) {
            return new TypeStatementParser(grammar).drop(start);
        }
        if (CatalogueParser.begins(cursor)) {
            return new CatalogueParser(grammar).drop(start);
        }
        boolean view = cursor.accept("VIEW");
        if (!view) {
            cursor.expect("TABLE");
        }
        boolean ifExists = cursor.accept("IF", "EXISTS");
        List<Name> name = cursor.path(cursor.name());
        cursor.acceptDependence();
        return new Statement.Drop(view, ifExists, name, cursor.from(start));
    }

    private Statement copy(int start) {
        cursor.next();
        int at = cursor.start();
        Relation relation;
        List<Name> columns = List.of();
        if (cursor.atSymbol("(")) {
            Query query = cursor.parenthesised(grammar.queries::query);
            relation = new Relation.Subquery(query, false, cursor.from(at));
        } else {
            relation = grammar.relations.named();
            columns = cursor.names();
        }
        boolean from = cursor.accept("FROM");
        if (!from) {
            cursor.expect("TO");
        }
        String path = cursor.string();
        List<Setting> settings = List.of();
        if (cursor.atSymbol("(")) {
            settings = cursor.parenthesised(() -> cursor.list(this::setting));
        }
        return new Statement.Copy(relation, columns, from, path, settings, cursor.from(start));
    }

    private Setting setting() {
        int start = cursor.start();
        Name name = cursor.label();
        boolean bare = cursor.atSymbol(",") || cursor.atSymbol(")");
        List<Expression> values = bare ? List.of() : List.of(value());
        return new Setting(name, values, cursor.from(start));
    }

    /// A value of a setting: an expression, ON, or a word, which is a name.
    private Expression value() {
        if (cursor.at("ON")) {
            Token on = cursor.next();
            return new Expression.Column(List.of(new Name(on.text(), on.at())), on.at());
        }
        return grammar.expressions.expression();
    }

    private Statement set(int start) {
        cursor.next();
        if (!cursor.accept("SESSION") && !cursor.accept("GLOBAL")) {
            cursor.accept("LOCAL");
        }
        if (isVariable()) {
            cursor.next();
            Name name = cursor.name();
            if (!cursor.acceptSymbol("=")) {
                cursor.expect("TO");
            }
            Expression value = value();
            return new Statement.SetVariable(name, Optional.of(value), cursor.from(start));
        }
        Name name = cursor.name();
        if (!cursor.acceptSymbol("=")) {
            cursor.expect("TO");
        }
        List<Expression> values = cursor.list(this::value);
        return new Statement.Set(name, values, cursor.from(start));
    }

    private Statement transaction(int start) {
        Token first = cursor.next();
        Step step = switch (first.word()) {
            case "BEGIN", "START" -> Step.BEGIN;
            case "COMMIT", "END" -> Step.COMMIT;
            default -> Step.ROLLBACK;
        };
        if (first.is("START")) {
            cursor.expect("TRANSACTION");
        } else if (!cursor.accept("TRANSACTION")) {
            cursor.accept("WORK");
        }
        return new Statement.Transaction(step, cursor.from(start));
    }

    /// Whether VARIABLE and a name stand here, and no setting of that name.
    private boolean isVariable() {
        return cursor.at("VARIABLE") && cursor.ahead(1).isName();
    }

    private Statement reset(int start) {
        cursor.next();
        if (isVariable()) {
            cursor.next();
            return new Statement.SetVariable(cursor.name(), Optional.empty(), cursor.from(start));
        }
        Name name = cursor.name();
        Span at = cursor.from(start);
        return new Statement.Set(name, List.of(), at);
    }
}
