package dev.sheaf.sql.parse;

import dev.sheaf.column.Names;
import dev.sheaf.sql.parse.Token.Kind;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Source;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Says what is wrong at a token: what was found, what a query might go on with, and which word was meant. Of the
/// many things that may follow it names the few that matter.
final class Expectations {
    static final String EXPRESSION = "an expression";
    static final String NAME = "a name";

    private static final Map<String, String> WORDS =
            Map.of(",", "a comma", ")", "a closing parenthesis", "GROUP", "GROUP BY", "ORDER", "ORDER BY");

    private static final List<String> CHOICES = List.of(
            EXPRESSION,
            NAME,
            ",",
            ")",
            "SELECT",
            "FROM",
            "WHERE",
            "GROUP",
            "GROUP BY",
            "HAVING",
            "ORDER",
            "ORDER BY",
            "LIMIT");

    /// As many tokens as may be listed as they are.
    private static final int FEW = 3;

    private static final int SHORTEST_TYPO = 3;

    private Expectations() {}

    static QueryError error(Source source, List<Token> tokens, int index, Set<String> expected) {
        Token found = tokens.get(index);
        String meant = Stream.of(index, index - 1, index - 2)
                .filter(i -> i >= 0 && !Words.RESERVED.contains(tokens.get(i).word()))
                .flatMap(i -> typo(tokens.get(i)).stream())
                .findFirst()
                .orElse("");
        int start =
                found.kind() == Kind.END && index > 0 ? tokens.get(index - 1).end() : found.start();
        String after = index == 0 ? "" : " after " + tokens.get(index - 1).quoted();
        return source.error(
                start,
                Math.max(found.end(), start + 1),
                "did not expect " + found.quoted() + after + text(expected) + "." + meant);
    }

    /// The word of a clause that somebody meant, as a sentence.
    static Optional<String> typo(Token token) {
        return token.kind() == Kind.WORD && token.text().length() >= SHORTEST_TYPO
                ? Names.nearest(token.text(), Words.CLAUSES).map(word -> " Did you mean " + word + "?")
                : Optional.empty();
    }

    /// `; expected a name` or the like, or nothing if there is nothing short to say.
    private static String text(Collection<String> tokens) {
        List<String> choices = CHOICES.stream()
                .filter(tokens::contains)
                .map(Expectations::word)
                .toList();
        if (choices.isEmpty() && tokens.size() <= FEW) {
            choices = tokens.stream().map(Expectations::word).toList();
        }
        return choices.isEmpty() ? "" : "; expected " + joined(choices);
    }

    private static String word(String token) {
        return WORDS.getOrDefault(token, token);
    }

    private static String joined(List<String> choices) {
        return choices.size() == 1
                ? choices.getFirst()
                : String.join(", ", choices.subList(0, choices.size() - 1)) + " or " + choices.getLast();
    }
}
