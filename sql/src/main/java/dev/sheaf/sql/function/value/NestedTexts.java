package dev.sheaf.sql.function.value;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.ScalarFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Lists and structs as text: `[1, NULL]`, `{'a': 1, 'b': 'x, y'}`.
public final class NestedTexts {
    private static final Pattern PLAIN = Pattern.compile("(?![ ])[^\\[\\]{}(),:='\"\\\\]*(?<![ ])");
    private static final ScalarFunction QUOTE =
            ScalarFunction.of("quote", DataType.STRING, DataType.STRING, NestedTexts::quoted);

    private NestedTexts() {}

    /// Whether values of a type are lists or structs.
    public static boolean takes(DataType type) {
        return type.decoded() instanceof DataType.ListType || type.decoded() instanceof DataType.StructType;
    }

    /// The text of a list or struct, null of null.
    public static Expr of(Expr value, DataType type) {
        return text(value, type, 0);
    }

    private static Expr text(Expr value, DataType type, int depth) {
        return switch (type.decoded()) {
            case DataType.ListType(DataType element) -> {
                String name = "lambda.text." + depth;
                Expr each = inner(col(name), element, depth + 1);
                Expr texts = call(Function.LIST_TRANSFORM, value, new Expr.Lambda(List.of(name), each));
                yield call(Function.CONCAT, lit("["), call(Function.LIST_JOIN, texts, lit(", ")), lit("]"));
            }
            case DataType.StructType(List<Field> fields) -> struct(value, fields, depth);
            case DataType plain when plain.isNumeric() || plain.equals(DataType.BOOL) -> value.cast(DataType.STRING);
            default -> Expressions.call(QUOTE, value.cast(DataType.STRING));
        };
    }

    private static Expr inner(Expr value, DataType type, int depth) {
        return Expressions.coalesce(text(value, type, depth), "NULL");
    }

    private static Expr struct(Expr value, List<Field> fields, int depth) {
        List<Expr> parts = new ArrayList<>();
        for (Field field : fields) {
            parts.add(lit((parts.isEmpty() ? "{" : ", ") + "'" + field.name().replace("'", "\\'") + "': "));
            parts.add(inner(call(Function.STRUCT_EXTRACT, value, lit(field.name())), field.type(), depth));
        }
        parts.add(lit("}"));
        return Expressions.when(value.isNotNull())
                .then(new Expr.Call(Function.CONCAT, parts))
                .otherwise(lit(null));
    }

    private static Expr call(Function function, Expr... arguments) {
        return new Expr.Call(function, List.of(arguments));
    }

    /// A text that could be taken for something else stands in quotes.
    private static String quoted(String text) {
        boolean isPlain = !text.isEmpty()
                && !text.equalsIgnoreCase("null")
                && PLAIN.matcher(text).matches();
        return isPlain ? text : "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
