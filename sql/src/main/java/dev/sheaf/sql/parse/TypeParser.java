package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.TypeName;
import java.util.Set;

/// Reads the names of types: `int`, `decimal(9, 2)`, `varchar[]`, `timestamp with time zone`, `struct(a int)`.
final class TypeParser {
    private final Cursor cursor;

    TypeParser(Cursor cursor) {
        this.cursor = cursor;
    }

    TypeName type() {
        int start = cursor.start();
        StringBuilder text = new StringBuilder(first());
        int words = wordsOfOneType(0);
        for (int i = 0; i < words; i++) {
            text.append(' ').append(cursor.next().text());
        }
        if (cursor.atSymbol("(")) {
            parameters(text);
        }
        while (cursor.atSymbol("[")) {
            cursor.next();
            text.append('[');
            if (cursor.token().kind() == Token.Kind.NUMBER) {
                text.append(cursor.next().text());
            }
            cursor.expectSymbol("]");
            text.append(']');
        }
        return new TypeName(text.toString(), cursor.from(start));
    }

    private String first() {
        Token first = cursor.token();
        if (!first.isName()) {
            throw cursor.error(
                    new dev.sheaf.sql.tree.Span(first.start(), Math.max(first.end(), first.start() + 1)),
                    "here the name of a type is missing");
        }
        return cursor.next().text();
    }

    /// How many more words belong to a type, after `before` words of it.
    private int wordsOfOneType(int before) {
        String next = cursor.ahead(before).word();
        return switch (next) {
            case "PRECISION", "VARYING" -> 1;
            case "WITH", "WITHOUT" ->
                cursor.ahead(before + 1).is("TIME") && cursor.ahead(before + 2).is("ZONE") ? 3 : 0;
            default -> 0;
        };
    }

    /// What stands in parentheses, in one spelling; parentheses inside are those of types inside.
    private void parameters(StringBuilder text) {
        int depth = 0;
        Token before = cursor.token();
        do {
            Token token = cursor.next();
            if (token.kind() == Token.Kind.END) {
                throw cursor.unexpected();
            }
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
            boolean tight = token.isSymbol("(") || token.isSymbol(")") || token.isSymbol(",") || before.isSymbol("(");
            boolean bracket = Set.of("[", "]").contains(token.text());
            text.append(tight || bracket ? "" : " ").append(written(token));
            before = token;
        } while (depth > 0);
    }

    private static String written(Token token) {
        if (token.isString()) {
            return "'" + token.text().replace("'", "''") + "'";
        }
        return token.kind() == Token.Kind.QUOTED_NAME ? '"' + token.text().replace("\"", "\"\"") + '"' : token.text();
    }

    /// Whether a type and then a text stand here: `DATE '2024-01-31'`, `DECIMAL(9, 2) '1.5'`.
    boolean isTypedText() {
        if (!cursor.token().isName()) {
            return false;
        }
        int index = 1 + wordsOfOneType(1);
        if (cursor.ahead(index).isSymbol("(")) {
            index++;
            while (cursor.ahead(index).kind() == Token.Kind.NUMBER
                    || cursor.ahead(index).isSymbol(",")) {
                index++;
            }
            if (!cursor.ahead(index++).isSymbol(")")) {
                return false;
            }
        }
        return cursor.ahead(index).isString();
    }
}
