package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Statement;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Reads PREPARE, EXECUTE and DEALLOCATE.
final class PreparedParser {
    private final Grammar grammar;
    private final Cursor cursor;

    PreparedParser(Grammar grammar) {
        this.grammar = grammar;
        this.cursor = grammar.cursor;
    }

    /// `PREPARE name AS statement`.
    Statement prepare(int start, Supplier<Statement> statement) {
        cursor.next();
        Name name = cursor.name();
        cursor.expect("AS");
        Token first = cursor.token();
        Statement prepared = statement.get();
        boolean takesValues = switch (prepared) {
            case Statement.Rows _, Statement.With _, Statement.Insert _, Statement.Update _ -> true;
            case Statement.Delete _, Statement.Merge _ -> true;
            default -> false;
        };
        if (!takesValues) {
            throw cursor.error(first.at(), "PREPARE takes queries, INSERT, UPDATE, DELETE and MERGE");
        }
        List<String> parameters = ParameterNames.of(cursor.tokens());
        return new Statement.Prepare(name, prepared, parameters, cursor.from(start));
    }

    /// `EXECUTE name(1, 'a')`, `EXECUTE name(a := 1)`.
    Statement execute(int start) {
        cursor.next();
        Name name = cursor.name();
        if (!cursor.atSymbol("(")) {
            return new Statement.Execute(name, List.of(), cursor.from(start));
        }
        Expression.Call call = grammar.calls.arguments(name);
        return new Statement.Execute(name, call.arguments(), cursor.from(start));
    }

    /// `DEALLOCATE [PREPARE] name`, `DEALLOCATE ALL`.
    Statement deallocate(int start) {
        cursor.next();
        cursor.accept("PREPARE");
        Optional<Name> name = cursor.accept("ALL") ? Optional.empty() : Optional.of(cursor.name());
        return new Statement.Deallocate(name, cursor.from(start));
    }
}
