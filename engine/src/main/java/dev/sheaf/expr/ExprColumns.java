package dev.sheaf.expr;

import java.util.LinkedHashSet;
import java.util.Set;

/// Which columns an expression reads.
public final class ExprColumns {
    private ExprColumns() {}

    /// The names of the columns in `expr`, aggregations and their filters included, in the order in which they
    /// first appear.
    public static Set<String> of(Expr expr) {
        Set<String> names = new LinkedHashSet<>();
        collect(expr, names);
        return names;
    }

    private static void collect(Expr expr, Set<String> names) {
        if (expr instanceof Expr.ColumnRef(String name)) {
            names.add(name);
        }
        expr.children().forEach(child -> collect(child, names));
    }
}
