package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Source;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/// Checks that parentheses, brackets and braces are closed, before anything else is: one that is not would be
/// noticed far behind it.
final class Parentheses {
    private static final Map<String, String> OPENING = Map.of(")", "(", "]", "[", "}", "{");

    private Parentheses() {}

    static void check(Source source, List<Token> tokens) {
        Deque<Token> open = new ArrayDeque<>();
        for (Token token : tokens) {
            if (token.kind() != Token.Kind.SYMBOL) {
                continue;
            }
            if (OPENING.containsValue(token.text())) {
                open.push(token);
            } else if (OPENING.containsKey(token.text())) {
                Token opening = open.poll();
                if (opening == null || !opening.isSymbol(OPENING.get(token.text()))) {
                    throw source.error(token.at(), "this " + token.text() + " closes nothing");
                }
            }
        }
        if (!open.isEmpty()) {
            throw source.error(open.peek().at(), "this " + open.peek().text() + " is never closed");
        }
    }
}
