package dev.sheaf.sql;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Says what a query might go on with: the few things that matter among the hundreds of tokens that Calcite's
/// grammar would take.
final class Expectations {
    private static final Map<String, String> WORDS = Map.of(
            "\",\"", "a comma",
            "\")\"", "a closing parenthesis",
            "\"GROUP\"", "GROUP BY",
            "\"ORDER\"", "ORDER BY",
            "<UNSIGNED_INTEGER_LITERAL>", "a number",
            "<EOF>", "the end of the query");

    private static final List<String> CHOICES =
            List.of("\",\"", "\")\"", "\"FROM\"", "\"WHERE\"", "\"GROUP\"", "\"HAVING\"", "\"ORDER\"", "\"LIMIT\"");

    /// As many tokens as may be listed as they are.
    private static final int FEW = 3;

    private Expectations() {}

    /// `; expected a name` or the like, or nothing if there is nothing short to say.
    static String text(Collection<String> tokens) {
        Stream<String> operand = tokens.contains("\"CASE\"")
                ? Stream.of("an expression")
                : tokens.contains("<QUOTED_IDENTIFIER>") ? Stream.of("a name") : Stream.empty();
        List<String> choices = Stream.concat(
                        operand, CHOICES.stream().filter(tokens::contains).map(Expectations::word))
                .toList();
        if (choices.isEmpty() && tokens.size() <= FEW) {
            choices = tokens.stream().map(Expectations::word).toList();
        }
        return choices.isEmpty() ? "" : "; expected " + joined(choices);
    }

    private static String word(String token) {
        return WORDS.getOrDefault(token, token.replace("\"", ""));
    }

    private static String joined(List<String> choices) {
        return choices.size() == 1
                ? choices.getFirst()
                : String.join(", ", choices.subList(0, choices.size() - 1)) + " or " + choices.getLast();
    }
}
