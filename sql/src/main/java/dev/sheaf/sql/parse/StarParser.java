package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import java.util.List;
import java.util.function.Supplier;

/// Reads `*`, `t.*` with EXCLUDE, REPLACE and RENAME, and COLUMNS.
final class StarParser {
    private final Cursor cursor;
    private final PartParser parts;

    StarParser(Cursor cursor, PartParser parts) {
        this.cursor = cursor;
        this.parts = parts;
    }

    Expression star(List<Name> relation, int start) {
        cursor.next();
        List<List<Name>> exclude = List.of();
        List<Expression.Replacement> replace = List.of();
        List<Expression.Renaming> rename = List.of();
        boolean excludes = cursor.at("EXCLUDE") || (cursor.at("EXCEPT") && isExceptOfStar());
        if (excludes && startsList()) {
            cursor.next();
            exclude = oneOrMore(() -> cursor.path(cursor.nameOrText()));
        }
        if (cursor.at("REPLACE") && startsList()) {
            cursor.next();
            replace = oneOrMore(this::replacement);
        }
        if (cursor.at("RENAME") && startsList()) {
            cursor.next();
            rename = oneOrMore(this::renaming);
        }
        return new Expression.Star(relation, exclude, replace, rename, cursor.from(start));
    }

    /// `* EXCEPT (a)`, and not `SELECT * EXCEPT (SELECT ...)`.
    private boolean isExceptOfStar() {
        return cursor.ahead(1).isSymbol("(")
                && cursor.ahead(2).isName()
                && (cursor.ahead(3).isSymbol(",") || cursor.ahead(3).isSymbol(")"));
    }

    /// Whether the word here is no alias: a name or a list follows.
    private boolean startsList() {
        Token after = cursor.ahead(1);
        return after.isSymbol("(") || after.isName() || after.isString() || after.kind() == Token.Kind.NUMBER;
    }

    private <T> List<T> oneOrMore(Supplier<T> element) {
        return cursor.atSymbol("(") ? cursor.parenthesised(() -> cursor.list(element)) : List.of(element.get());
    }

    private Expression.Replacement replacement() {
        Expression value = parts.expression();
        cursor.expect("AS");
        return new Expression.Replacement(value, cursor.path(cursor.label()).getLast());
    }

    private Expression.Renaming renaming() {
        List<Name> column = cursor.path(cursor.nameOrText());
        cursor.expect("AS");
        return new Expression.Renaming(column, cursor.label());
    }

    /// `* LIKE 'a%'`, `t.* LIKE 'a%'` and their like: the columns whose names fit. As in COLUMNS, a regular expression
    /// fits a part of a name.
    static Expression filtered(Expression item) {
        if (item instanceof Expression.Like like
                && like.operand() instanceof Expression.Star star
                && star.isPlain()
                && !(like.matching() == Expression.Matching.SIMILAR_TO && like.negated())) {
            if (like.matching() == Expression.Matching.SIMILAR_TO) {
                return new Expression.Columns(star.relation(), like.pattern(), false, like.at());
            }
            Name name = new Name("column", star.at());
            Expression fits = new Expression.Like(
                    like.matching(),
                    new Expression.Column(List.of(name), star.at()),
                    like.pattern(),
                    like.escape(),
                    like.negated(),
                    like.at());
            Expression chosen = new Expression.Lambda(List.of(name), fits, like.at());
            return new Expression.Columns(star.relation(), chosen, false, like.at());
        }
        return item;
    }

    /// `COLUMNS(...)` or `*COLUMNS(...)`.
    Expression columns() {
        int start = cursor.start();
        boolean unpacked = cursor.acceptSymbol("*");
        cursor.next();
        Expression pattern = cursor.parenthesised(parts::expression);
        return new Expression.Columns(List.of(), pattern, unpacked, cursor.from(start));
    }
}
