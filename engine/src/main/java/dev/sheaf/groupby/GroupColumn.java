package dev.sheaf.groupby;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The column of group numbers that a pass adds to rows whose groups are known, to group them by it.
///
/// @param name of the column
public record GroupColumn(String name) {

    /// A column whose name neither a column of the rows nor an aggregate has.
    public static GroupColumn beside(Collection<String> columns, List<Expr> aggregates) {
        Set<String> taken = new HashSet<>(columns);
        aggregates.forEach(aggregate -> taken.add(aggregate.outputName()));
        String name = "#group";
        while (taken.contains(name)) {
            name = "#" + name;
        }
        return new GroupColumn(name);
    }

    /// The same failure with the keys of the group that the pass knows by its number.
    ///
    /// @param keys a row a group
    public ArithmeticException named(ArithmeticException overflow, Table keys) {
        Matcher number =
                Pattern.compile(Pattern.quote(name) + " = (\\d+)").matcher(String.valueOf(overflow.getMessage()));
        String message =
                number.replaceAll(found -> Matcher.quoteReplacement(key(keys, Integer.parseInt(found.group(1)))));
        ArithmeticException named = new ArithmeticException(message);
        named.initCause(overflow);
        return named;
    }

    private static String key(Table keys, int group) {
        return keys.schema().names().stream()
                .map(name -> name + " = " + keys.column(name).get(group))
                .collect(Collectors.joining(", "));
    }
}
