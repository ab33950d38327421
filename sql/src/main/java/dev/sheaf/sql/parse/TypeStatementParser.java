package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Statement.Existing;
import dev.sheaf.sql.tree.TypeName;
import java.util.Optional;

/// Reads CREATE and DROP of types, behind CREATE or DROP.
final class TypeStatementParser {
    private final Grammar grammar;
    private final Cursor cursor;

    TypeStatementParser(Grammar grammar) {
        this.grammar = grammar;
        this.cursor = grammar.cursor;
    }

    /// `TYPE t AS ENUM ('a', 'b')`, `AS ENUM (SELECT ...)`, or another name of a type.
    Statement create(boolean replace, int from) {
        cursor.next();
        Existing existing = cursor.existing(replace);
        Name name = cursor.name();
        cursor.expect("AS");
        if (cursor.at("ENUM")
                && cursor.ahead(1).isSymbol("(")
                && !cursor.ahead(2).isString()) {
            cursor.next();
            cursor.expectSymbol("(");
            Query values = grammar.queries.query();
            cursor.expectSymbol(")");
            return new Statement.CreateType(existing, name, Optional.empty(), Optional.of(values), cursor.from(from));
        }
        TypeName type = grammar.types.type();
        return new Statement.CreateType(existing, name, Optional.of(type), Optional.empty(), cursor.from(from));
    }

    /// `TYPE [IF EXISTS] t`.
    Statement drop(int from) {
        cursor.next();
        boolean ifExists = cursor.accept("IF", "EXISTS");
        Name name = cursor.name();
        cursor.acceptDependence();
        return new Statement.DropType(ifExists, name, cursor.from(from));
    }
}
