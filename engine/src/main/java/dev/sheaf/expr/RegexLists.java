package dev.sheaf.expr;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.regex.Regex;
import dev.sheaf.expr.regex.RegexMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Functions of regular expressions that give lists of texts, as in DuckDB. A pattern that is constant is compiled
/// once. Null where an argument is.
public final class RegexLists {
    private static final DataType TEXTS = new DataType.ListType(DataType.STRING);

    private RegexLists() {}

    /// All matches of a regular expression of RE2's dialect in a text, from left to right.
    ///
    /// @param arguments a text, an expression, perhaps the number of the group that is wanted in place of the whole
    ///     match, which is null where the match went past the group, and perhaps options as of `regexp_extract`
    /// @throws IllegalArgumentException if there are more or fewer, or a constant expression is none
    public static Expr extractAll(List<Expr> arguments) {
        return call("regexp_extract_all", arguments, 4, RegexLists::matches);
    }

    /// The parts of a text between the matches of an expression; a match of nothing splits behind a character.
    ///
    /// @param arguments a text, an expression, and perhaps options
    /// @throws IllegalArgumentException if there are more or fewer, or a constant expression is none
    public static Expr split(List<Expr> arguments) {
        return call("string_split_regex", arguments, 3, (regex, values) -> parts(regex, (String) values[0]));
    }

    private static Expr call(
            String name, List<Expr> arguments, int most, BiFunction<Regex, Object[], List<@Nullable String>> body) {
        if (arguments.size() < 2 || arguments.size() > most) {
            throw new IllegalArgumentException(name + " takes 2 to " + most + " arguments, not " + arguments.size());
        }
        List<DataType> parameters = new ArrayList<>(List.of(DataType.STRING, DataType.STRING));
        if (arguments.size() > 2) {
            parameters.add(most == 4 ? DataType.INT64 : DataType.STRING);
        }
        if (arguments.size() > 3) {
            parameters.add(DataType.STRING);
        }
        int options = most - 1;
        Regex constant = constant(arguments, options);
        ScalarFunction function = ScalarFunction.of(name, parameters, TEXTS, values -> {
            Regex regex =
                    constant != null ? constant : regex(values[1], values.length > options ? values[options] : "");
            return body.apply(regex, values);
        });
        return new Expr.Applied(function, arguments);
    }

    private static @Nullable Regex constant(List<Expr> arguments, int options) {
        boolean isConstant = arguments.get(1) instanceof Expr.Literal(Object source, var _)
                && source instanceof String
                && (arguments.size() <= options || arguments.get(options) instanceof Expr.Literal);
        if (!isConstant) {
            return null;
        }
        Object source = ((Expr.Literal) arguments.get(1)).value();
        return regex(source, arguments.size() > options ? ((Expr.Literal) arguments.get(options)).value() : "");
    }

    private static Regex regex(@Nullable Object source, @Nullable Object options) {
        return Regex.compile(String.valueOf(source), options instanceof String text ? text : "");
    }

    private static List<@Nullable String> matches(Regex regex, Object[] values) {
        String text = (String) values[0];
        long group = values.length > 2 ? (Long) values[2] : 0;
        if (group < 0 || group > regex.groups()) {
            throw new IllegalArgumentException(
                    "the expression has " + regex.groups() + " groups, and no group " + group);
        }
        RegexMatcher matcher = regex.matcher(text);
        List<@Nullable String> found = new ArrayList<>();
        int at = 0;
        while (at <= text.length() && matcher.find(at)) {
            found.add(matcher.group((int) group));
            at = matcher.end() > matcher.start() ? matcher.end() : behind(text, matcher.end());
        }
        return found;
    }

    /// The place behind the character at a place.
    private static int behind(String text, int at) {
        return at < text.length() ? text.offsetByCodePoints(at, 1) : at + 1;
    }

    private static List<@Nullable String> parts(Regex regex, String text) {
        List<@Nullable String> parts = new ArrayList<>();
        RegexMatcher matcher = regex.matcher(text);
        int at = 0;
        while (at < text.length() && matcher.find(at)) {
            boolean isNothing = matcher.end() == at;
            int end = isNothing ? behind(text, at) : matcher.start();
            if (isNothing && end == text.length()) {
                break;
            }
            parts.add(text.substring(at, end));
            at = Math.max(end, matcher.end());
        }
        parts.add(text.substring(at));
        return parts;
    }
}
