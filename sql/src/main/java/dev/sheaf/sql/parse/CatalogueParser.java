package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Statement.Existing;
import java.util.List;
import java.util.Optional;

/// Reads CREATE and DROP of indexes and schemas, behind CREATE or DROP, and USE and COMMENT.
final class CatalogueParser {
    private final Grammar grammar;
    private final Cursor cursor;

    CatalogueParser(Grammar grammar) {
        this.grammar = grammar;
        this.cursor = grammar.cursor;
    }

    /// Whether the name of what is read here stands behind CREATE or DROP.
    static boolean begins(Cursor cursor) {
        return cursor.at("INDEX") || cursor.at("UNIQUE", "INDEX") || cursor.at("SCHEMA");
    }

    Statement create(boolean replace, int start) {
        boolean unique = cursor.accept("UNIQUE");
        boolean schema = cursor.next().is("SCHEMA");
        if (replace) {
            throw cursor.error(cursor.from(start), "OR REPLACE is for tables, views, macros, sequences and types");
        }
        Existing existing = cursor.existing(false);
        return schema
                ? new Statement.CreateSchema(existing, path(), cursor.from(start))
                : index(existing, unique, start);
    }

    /// `INDEX i ON t (a, lower(b))`.
    private Statement index(Existing existing, boolean unique, int start) {
        Name name = cursor.name();
        cursor.expect("ON");
        List<Name> table = path();
        if (cursor.accept("USING")) {
            cursor.expect("ART");
        }
        List<Expression> elements = cursor.parenthesised(() -> cursor.list(grammar.expressions::expression));
        return new Statement.CreateIndex(existing, unique, name, table, elements, cursor.from(start));
    }

    Statement drop(int start) {
        boolean schema = cursor.next().is("SCHEMA");
        boolean ifExists = cursor.accept("IF", "EXISTS");
        List<Name> path = path();
        boolean cascade = cursor.acceptDependence();
        return schema
                ? new Statement.DropSchema(ifExists, path, cascade, cursor.from(start))
                : new Statement.DropIndex(ifExists, path, cursor.from(start));
    }

    Statement use(int start) {
        cursor.next();
        return new Statement.Use(path(), cursor.from(start));
    }

    /// `COMMENT ON COLUMN t.a IS 'text'`.
    Statement comment(int start) {
        cursor.next();
        cursor.expect("ON");
        boolean column = cursor.accept("COLUMN");
        if (!column && !cursor.accept("TABLE")) {
            cursor.expect("VIEW");
        }
        List<Name> path = path();
        cursor.expect("IS");
        Optional<String> text = cursor.accept("NULL") ? Optional.empty() : Optional.of(cursor.string());
        if (column && path.size() < 2) {
            throw cursor.error(path.getFirst().at(), "write the table in front of its column: t.a");
        }
        return new Statement.Comment(column, path, text, cursor.from(start));
    }

    private List<Name> path() {
        return cursor.path(cursor.name());
    }
}
