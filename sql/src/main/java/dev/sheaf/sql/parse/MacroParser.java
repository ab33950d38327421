package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Macro;
import dev.sheaf.sql.tree.Macro.Parameter;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Statement.Existing;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Reads CREATE and DROP of macros, behind CREATE or DROP.
final class MacroParser {
    private final Grammar grammar;
    private final Cursor cursor;

    MacroParser(Grammar grammar) {
        this.grammar = grammar;
        this.cursor = grammar.cursor;
    }

    /// `MACRO f(a, b := 1) AS a + b`, `MACRO f(a) AS TABLE SELECT ...`, with further parameters and bodies behind
    /// commas.
    Statement create(boolean replace, int start) {
        cursor.next();
        Existing existing = cursor.existing(replace);
        Name name = cursor.name();
        List<Macro> bodies = cursor.list(this::macro);
        if (bodies.stream().map(Macro::isTable).distinct().count() > 1) {
            throw cursor.error(name.at(), "a macro stands in FROM by all its bodies, or by none");
        }
        return new Statement.CreateMacro(existing, name, bodies, cursor.from(start));
    }

    private Macro macro() {
        cursor.expectSymbol("(");
        List<Parameter> parameters = cursor.atSymbol(")") ? List.of() : cursor.list(this::parameter);
        cursor.expectSymbol(")");
        check(parameters);
        cursor.expect("AS");
        Node body = cursor.accept("TABLE") ? grammar.queries.query() : grammar.expressions.expression();
        return new Macro(parameters, body);
    }

    private Parameter parameter() {
        Name name = cursor.name();
        boolean hasDefault = cursor.acceptSymbol(":=") || cursor.acceptSymbol("=>");
        Optional<Expression> otherwise = hasDefault ? Optional.of(grammar.expressions.expression()) : Optional.empty();
        return new Parameter(name, otherwise);
    }

    private void check(List<Parameter> parameters) {
        Set<String> names = new HashSet<>();
        boolean optional = false;
        for (Parameter parameter : parameters) {
            Name name = parameter.name();
            if (!names.add(name.text().toLowerCase(Locale.ROOT))) {
                throw cursor.error(name.at(), "two parameters are called \"" + name.text() + "\"");
            }
            if (optional && parameter.otherwise().isEmpty()) {
                throw cursor.error(name.at(), "parameters with a default come last");
            }
            optional |= parameter.otherwise().isPresent();
        }
    }

    /// `MACRO [TABLE] [IF EXISTS] f`.
    Statement drop(int start) {
        cursor.next();
        cursor.accept("TABLE");
        boolean ifExists = cursor.accept("IF", "EXISTS");
        return new Statement.DropMacro(ifExists, cursor.name(), cursor.from(start));
    }
}
