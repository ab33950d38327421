package dev.sheaf.sql.parse;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The parameters of a text.
final class ParameterNames {
    private ParameterNames() {}

    /// In order: all numbers up to the greatest one, then names.
    static List<String> of(List<Token> tokens) {
        Set<String> keys = new LinkedHashSet<>();
        tokens.stream().filter(token -> token.kind() == Token.Kind.PARAMETER).forEach(token -> keys.add(token.text()));
        int greatest = keys.stream()
                .filter(ParameterNames::isNumber)
                .mapToInt(Integer::parseInt)
                .max()
                .orElse(0);
        return Stream.concat(
                        IntStream.rangeClosed(1, greatest).mapToObj(String::valueOf),
                        keys.stream().filter(key -> !isNumber(key)))
                .toList();
    }

    /// Numbers of parameters are small; a longer one has no value anyway.
    private static boolean isNumber(String key) {
        return key.length() <= 4 && key.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
