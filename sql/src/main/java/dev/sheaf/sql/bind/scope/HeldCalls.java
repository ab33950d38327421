package dev.sheaf.sql.bind.scope;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.memory.Checkpoint;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/// Which kinds of calls stand in expressions, as the columns that stand for them. Each part of the expressions is
/// looked at once, in however many of them it stands.
final class HeldCalls {
    /// What a column stands for.
    enum Kind {
        /// Itself: it is one of FROM, or of the query around.
        COLUMN,
        /// An aggregate, or what only groups have.
        OF_GROUPS,
        WINDOW,
        QUESTION,
        RANDOM,
        UNNEST
    }

    private final Map<String, Set<Kind>> kinds = new HashMap<>();
    private final Set<Kind> present = EnumSet.of(Kind.COLUMN);
    private final Map<Expr, Set<Kind>> known = new IdentityHashMap<>();

    /// Adds a column that no expression reads yet.
    void add(String column, Kind kind) {
        kinds.put(column, EnumSet.of(kind));
        present.add(kind);
    }

    /// Adds the elements of a list, in which stands what stands in the list.
    void addElements(String column, Expr list) {
        Set<Kind> all = EnumSet.of(Kind.UNNEST);
        all.addAll(of(list));
        kinds.put(column, all);
        present.add(Kind.UNNEST);
    }

    boolean holds(Expr expr, Kind kind) {
        return present.contains(kind) && of(expr).contains(kind);
    }

    boolean holdsAny(Expr expr) {
        return !of(expr).isEmpty();
    }

    private Set<Kind> of(Expr expr) {
        Set<Kind> held = known.get(expr);
        if (held == null) {
            Checkpoint.pass();
            held = found(expr);
            known.put(expr, held);
        }
        return held;
    }

    private Set<Kind> found(Expr expr) {
        Set<Kind> held = EnumSet.noneOf(Kind.class);
        if (expr instanceof Expr.ColumnRef || expr instanceof Expr.Lambda) {
            ExprColumns.of(expr).forEach(name -> held.addAll(kinds.getOrDefault(name, Set.of(Kind.COLUMN))));
        }
        expr.children().forEach(child -> held.addAll(of(child)));
        return held;
    }
}
