package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.PivotColumn;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads PIVOT and UNPIVOT, as statements and behind a relation.
final class PivotParser {
    private final Cursor cursor;
    private final ExpressionParser expressions;
    private final ItemParser items;
    private final PartParser parts;

    PivotParser(Cursor cursor, ExpressionParser expressions, ItemParser items, PartParser parts) {
        this.cursor = cursor;
        this.expressions = expressions;
        this.items = items;
        this.parts = parts;
    }

    /// `PIVOT t ON c IN ('a', 'b') USING sum(x) GROUP BY g`.
    Query pivot() {
        int start = cursor.start();
        cursor.next();
        Relation relation = parts.joined();
        List<PivotColumn> on = cursor.accept("ON") ? cursor.list(this::column) : List.of();
        List<Item> using = cursor.accept("USING") ? items.items() : List.of();
        List<Expression> groupBy = List.of();
        if (cursor.accept("GROUP")) {
            cursor.expect("BY");
            groupBy = expressions.list();
        }
        return new Query.Pivot(relation, on, using, groupBy, cursor.from(start));
    }

    /// A column, and the values of it that get columns of their own.
    private PivotColumn column() {
        int start = cursor.start();
        Expression column = expressions.expression();
        if (column instanceof Expression.InList(Expression of, List<Expression> options, boolean negated, var _)
                && !negated) {
            List<Item> values = options.stream()
                    .map(option -> new Item(option, Optional.empty(), option.at()))
                    .toList();
            return new PivotColumn(of, values, cursor.from(start));
        }
        return new PivotColumn(column, List.of(), cursor.from(start));
    }

    /// `c IN ('a' AS x, 'b')`.
    private PivotColumn listed() {
        int start = cursor.start();
        Expression column = expressions.beforeIn();
        cursor.expect("IN");
        return new PivotColumn(column, cursor.parenthesised(items::items), cursor.from(start));
    }

    /// `UNPIVOT t ON a, b INTO NAME n VALUE v`.
    Query unpivot() {
        int start = cursor.start();
        cursor.next();
        Relation relation = parts.joined();
        boolean includeNulls = includesNulls();
        cursor.expect("ON");
        List<Item> on = items.items();
        Optional<Name> name = Optional.empty();
        List<Name> values = List.of();
        if (cursor.accept("INTO")) {
            cursor.expect("NAME");
            name = Optional.of(cursor.name());
            if (!cursor.accept("VALUE")) {
                cursor.expect("VALUES");
            }
            values = cursor.list(cursor::name);
        }
        return new Query.Unpivot(relation, includeNulls, on, name, values, cursor.from(start));
    }

    private boolean includesNulls() {
        if (cursor.accept("INCLUDE", "NULLS")) {
            return true;
        }
        cursor.accept("EXCLUDE", "NULLS");
        return false;
    }

    /// PIVOT or UNPIVOT behind a relation.
    Relation behind(Relation relation, int start) {
        return cursor.next().is("PIVOT") ? pivoted(relation, start) : unpivoted(relation, start);
    }

    private Relation pivoted(Relation relation, int start) {
        cursor.expectSymbol("(");
        List<Item> using = items.items();
        cursor.expect("FOR");
        List<PivotColumn> on = new ArrayList<>();
        while (!cursor.atSymbol(")") && !cursor.at("GROUP")) {
            on.add(listed());
        }
        List<Name> groupBy = List.of();
        if (cursor.accept("GROUP")) {
            cursor.expect("BY");
            groupBy = cursor.list(cursor::name);
        }
        cursor.expectSymbol(")");
        return new Relation.Pivoted(relation, using, List.copyOf(on), groupBy, cursor.from(start));
    }

    private Relation unpivoted(Relation relation, int start) {
        boolean includeNulls = includesNulls();
        cursor.expectSymbol("(");
        List<Name> values = cursor.atSymbol("(") ? cursor.names() : List.of(cursor.name());
        cursor.expect("FOR");
        Name name = cursor.name();
        cursor.expect("IN");
        List<Item> columns = cursor.parenthesised(items::items);
        cursor.expectSymbol(")");
        return new Relation.Unpivoted(relation, includeNulls, values, name, columns, cursor.from(start));
    }
}
