package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Alteration;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.TypeName;
import java.util.List;
import java.util.Optional;

/// Reads ALTER TABLE and ALTER VIEW.
final class AlterParser {
    private final Grammar grammar;
    private final Cursor cursor;

    AlterParser(Grammar grammar) {
        this.grammar = grammar;
        this.cursor = grammar.cursor;
    }

    Statement alter(int start) {
        cursor.next();
        boolean view = cursor.accept("VIEW");
        if (!view) {
            cursor.expect("TABLE");
        }
        boolean ifExists = cursor.accept("IF", "EXISTS");
        List<Name> name = cursor.path(cursor.name());
        Alteration alteration = view ? viewAlteration() : alteration();
        return new Statement.Alter(view, ifExists, name, alteration, cursor.from(start));
    }

    private Alteration viewAlteration() {
        cursor.expect("RENAME");
        cursor.expect("TO");
        return new Alteration.RenameTable(cursor.name());
    }

    private Alteration alteration() {
        if (cursor.accept("RENAME")) {
            return rename();
        }
        if (cursor.accept("ADD")) {
            return add();
        }
        if (cursor.accept("DROP")) {
            return drop();
        }
        cursor.expect("ALTER");
        cursor.accept("COLUMN");
        return column(cursor.name());
    }

    private Alteration rename() {
        if (cursor.accept("TO")) {
            return new Alteration.RenameTable(cursor.name());
        }
        cursor.accept("COLUMN");
        Name column = cursor.name();
        cursor.expect("TO");
        return new Alteration.RenameColumn(column, cursor.name());
    }

    private Alteration add() {
        cursor.accept("COLUMN");
        boolean ifNotExists = cursor.accept("IF", "NOT");
        if (ifNotExists) {
            cursor.expect("EXISTS");
        }
        ColumnParser element = new ColumnParser(grammar);
        int start = cursor.start();
        element.element();
        if (!element.checks().isEmpty()) {
            throw cursor.error(cursor.from(start), "ALTER adds no CHECK; CREATE TABLE takes it");
        }
        if (!element.foreignKeys().isEmpty()) {
            throw cursor.error(cursor.from(start), "ALTER adds no keys of other tables; CREATE TABLE takes them");
        }
        return element.columns().isEmpty()
                ? new Alteration.AddKey(element.keys().getFirst())
                : new Alteration.AddColumn(ifNotExists, element.columns().getFirst(), element.keys());
    }

    private Alteration drop() {
        cursor.accept("COLUMN");
        boolean ifExists = cursor.accept("IF", "EXISTS");
        Name column = cursor.name();
        cursor.acceptDependence();
        return new Alteration.DropColumn(ifExists, column);
    }

    private Alteration column(Name column) {
        if (cursor.accept("DROP")) {
            return cursor.accept("DEFAULT")
                    ? new Alteration.SetDefault(column, Optional.empty())
                    : notNull(column, false);
        }
        boolean set = cursor.accept("SET");
        if (set && cursor.accept("DEFAULT")) {
            return new Alteration.SetDefault(column, Optional.of(new ColumnParser(grammar).value()));
        }
        if (set && cursor.at("NOT")) {
            return notNull(column, true);
        }
        if (set) {
            cursor.accept("DATA");
        }
        cursor.expect("TYPE");
        TypeName type = grammar.types.type();
        List<Name> collation = cursor.accept("COLLATE") ? cursor.path(cursor.name()) : List.of();
        Optional<Expression> using =
                cursor.accept("USING") ? Optional.of(grammar.expressions.expression()) : Optional.empty();
        return new Alteration.SetType(column, type, collation, using);
    }

    private Alteration notNull(Name column, boolean notNull) {
        cursor.expect("NOT");
        cursor.expect("NULL");
        return new Alteration.SetNotNull(column, notNull);
    }
}
