package dev.sheaf.sql.bind.scope;

import dev.sheaf.expr.Expr;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The names that a SELECT list gives to its expressions, by which other clauses may refer to them.
public final class Aliases {
    private final Map<String, Expr> exprs = new HashMap<>();

    /// Adds a name; the last of equal ones counts, as in DuckDB.
    public void add(String name, Expr expr) {
        exprs.put(name.toLowerCase(Locale.ROOT), expr);
    }

    /// The expression of a name in any case.
    public Optional<Expr> find(String name) {
        return Optional.ofNullable(exprs.get(name.toLowerCase(Locale.ROOT)));
    }
}
