package dev.sheaf.expr;

import dev.sheaf.memory.Checkpoint;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Which columns an expression reads.
public final class ExprColumns {
    private ExprColumns() {}

    /// The names of the columns in `expr`, aggregations and their filters included, in the order in which they
    /// first appear.
    public static Set<String> of(Expr expr) {
        return of(List.of(expr));
    }

    /// The names of the columns in any of some expressions. Parts that these share are looked at once.
    public static Set<String> of(Collection<Expr> exprs) {
        Set<String> names = new LinkedHashSet<>();
        Set<Expr> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        exprs.forEach(expr -> collect(expr, names, seen));
        return names;
    }

    /// A part that stands in several places is looked at once.
    private static void collect(Expr expr, Set<String> names, Set<Expr> seen) {
        Checkpoint.pass();
        if (expr instanceof Expr.ColumnRef(String name)) {
            names.add(name);
            return;
        }
        if (expr instanceof Expr.Lambda(List<String> parameters, Expr body)) {
            of(body).stream().filter(name -> !parameters.contains(name)).forEach(names::add);
            return;
        }
        List<Expr> children = expr.children();
        if (!children.isEmpty() && seen.add(expr)) {
            children.forEach(child -> collect(child, names, seen));
        }
    }
}
