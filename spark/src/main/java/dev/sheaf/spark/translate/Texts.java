package dev.sheaf.spark.translate;

import static dev.sheaf.expr.Expressions.call;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Concat;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Like;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.OctetLength;
import org.apache.spark.sql.catalyst.expressions.StringTrim;
import org.apache.spark.sql.catalyst.expressions.StringTrimLeft;
import org.apache.spark.sql.catalyst.expressions.StringTrimRight;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;

/// Functions of strings that are about their bytes. A string of Spark may hold bytes that are no UTF-8, which it and
/// Sheaf count differently as characters, so what counts characters is left to Spark; so are capitals, for which
/// the two have different tables.
final class Texts {
    private final java.util.function.Function<Expression, Expr> formulas;

    /// @param formulas translates what the functions take
    Texts(java.util.function.Function<Expression, Expr> formulas) {
        this.formulas = formulas;
    }

    /// The function in Sheaf, or nothing if it is none of strings.
    Optional<Expr> of(Expression expression) {
        return Optional.ofNullable(
                switch (expression) {
                    case Concat concat
                    when concat.dataType() instanceof StringType -> concat(ScalaLists.list(concat.children()));
                    case OctetLength bytes ->
                        call(Function.OCTET_LENGTH, formulas.apply(bytes.child()))
                                .cast(DataType.INT32);
                    case StringTrim trim
                    when trim.trimStr().isEmpty() -> call(Function.TRIM, formulas.apply(trim.srcStr()));
                    case StringTrimLeft trim
                    when trim.trimStr().isEmpty() -> call(Function.LTRIM, formulas.apply(trim.srcStr()));
                    case StringTrimRight trim
                    when trim.trimStr().isEmpty() -> call(Function.RTRIM, formulas.apply(trim.srcStr()));
                    case Like like
                    when isPlain(like.right(), like.escapeChar()) ->
                        call(Function.LIKE, formulas.apply(like.left()), formulas.apply(like.right()));
                    default -> null;
                });
    }

    private Expr concat(List<Expression> parts) {
        return parts.size() == 1
                ? formulas.apply(parts.getFirst())
                : call(Function.CONCAT, parts.stream().map(formulas).toArray());
    }

    /// Whether a pattern is a constant without escapes and without `_`, which stands for a character.
    private static boolean isPlain(Expression pattern, char escape) {
        return pattern instanceof Literal literal
                && literal.value() instanceof UTF8String text
                && text.toString().indexOf(escape) < 0
                && text.toString().indexOf('_') < 0;
    }
}
