package dev.sheaf.plan;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import java.util.List;
import java.util.ServiceLoader;

/// Reads expressions that are written as text; found by [ServiceLoader], and `sheaf-sql` brings the one there is.
public interface ExpressionLanguage {
    /// The expression of single rows that a text is, over some columns, with the values of its parameters in order.
    ///
    /// @throws IllegalArgumentException if the text is none, or names and types do not fit
    Expr expression(String text, Schema columns, List<?> values);

    /// The language of this process.
    ///
    /// @throws IllegalStateException if there is none; the message says which jar brings it
    static ExpressionLanguage get() {
        return ServiceLoader.load(ExpressionLanguage.class, ExpressionLanguage.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "expressions as text need dev.sheaf:sheaf-sql on the class path or module path"));
    }
}
