package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import java.util.List;

/// Makes the expression of a call from its arguments and their types.
@FunctionalInterface
public interface Typed {
    /// @throws IllegalArgumentException if the arguments do not fit
    Expr of(List<Expr> arguments, List<DataType> types);

    /// @throws IllegalArgumentException if a function is called with another number of arguments
    static void checkCount(String name, List<Expr> arguments, int count) {
        if (arguments.size() != count) {
            throw new IllegalArgumentException(
                    name + " takes " + count + (count == 1 ? " argument" : " arguments") + ", not " + arguments.size());
        }
    }
}
