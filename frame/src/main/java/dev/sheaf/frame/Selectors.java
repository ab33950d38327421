package dev.sheaf.frame;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Columns by what they are, for [LazyFrame#select(Predicate)] and [LazyGroupBy#each]; combined by the
/// methods of [Predicate]: `ofType(DataType::isNumeric).and(matching("v*"))`.
public final class Selectors {
    private Selectors() {}

    /// Columns of certain types; a dictionary has the type of its values.
    public static Predicate<Field> ofType(Predicate<DataType> types) {
        return field -> types.test(field.type().decoded());
    }

    /// Columns whose name fits a pattern in which `*` is any text and `?` any character.
    public static Predicate<Field> matching(String pattern) {
        StringBuilder regex = new StringBuilder();
        pattern.codePoints().forEach(each -> {
            String part = Character.toString(each);
            regex.append(part.equals("*") ? ".*" : part.equals("?") ? "." : Pattern.quote(part));
        });
        Pattern compiled = Pattern.compile(regex.toString(), Pattern.DOTALL);
        return field -> compiled.matcher(field.name()).matches();
    }

    /// Columns of these names.
    public static Predicate<Field> named(String... names) {
        Set<String> wanted = Set.of(names);
        return field -> wanted.contains(field.name());
    }
}
