package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads items as those of SELECT: expressions with their aliases.
final class ItemParser {
    private final Cursor cursor;
    private final PartParser parts;

    ItemParser(Cursor cursor, PartParser parts) {
        this.cursor = cursor;
        this.parts = parts;
    }

    /// Items; a comma behind the last one is forgiven.
    List<Item> items() {
        List<Item> items = new ArrayList<>();
        do {
            items.add(item());
        } while (cursor.acceptSymbol(",") && !isEndOfList());
        return List.copyOf(items);
    }

    private boolean isEndOfList() {
        return cursor.at("FROM") || cursor.token().kind() == Token.Kind.END;
    }

    private Item item() {
        int start = cursor.start();
        if (cursor.token().isName() && cursor.ahead(1).isSymbol(":")) {
            Name alias = cursor.name();
            cursor.next();
            return new Item(parts.expression(), Optional.of(alias), cursor.from(start));
        }
        Expression value = StarParser.filtered(parts.expression());
        Optional<Name> alias = Optional.empty();
        if (cursor.accept("AS")) {
            alias = Optional.of(cursor.labelOrText());
        } else if (cursor.token().isName()
                && !Words.BEHIND_EXPRESSIONS.contains(cursor.token().word())) {
            alias = Optional.of(cursor.name());
        }
        return new Item(value, alias, cursor.from(start));
    }
}
