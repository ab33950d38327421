package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.sql.function.value.Uuids;
import java.util.Arrays;
import java.util.Optional;

/// Types of SQL whose values are texts of a form: a cast to one takes no others, and neither does a column.
public enum TextKind {
    /// Texts that are JSON, as they are written.
    JSON,
    /// Numbers of 128 bits in the one spelling that compares as they do: small letters and four hyphens.
    UUID;

    private static final ScalarFunction READ = ScalarFunction.of("uuid", DataType.STRING, DataType.STRING, Uuids::read);
    private static final ScalarFunction READ_OR_NULL =
            ScalarFunction.of("uuid", DataType.STRING, DataType.STRING, Uuids::readOrNull);

    /// The kind of a name, in any case.
    public static Optional<TextKind> of(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /// A text as one of this kind; another is an error where it is computed, or null if `lenient`.
    public Expr of(Expr text, boolean lenient) {
        return switch (this) {
            case JSON -> JsonFunctions.checked(text, lenient);
            case UUID -> Expressions.call(lenient ? READ_OR_NULL : READ, text);
        };
    }
}
