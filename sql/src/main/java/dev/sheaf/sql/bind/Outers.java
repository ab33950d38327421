package dev.sheaf.sql.bind;

import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.tree.Expression;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The columns of the query around it that a SELECT reads. In its expressions each is a column of a name that no
/// column of FROM has.
final class Outers {
    private final Optional<SelectContext> around;
    private final Map<String, Expr> references = new LinkedHashMap<>();
    private final Map<String, Field> fields = new HashMap<>();
    private final Map<Expr, String> names = new HashMap<>();
    private final UniqueNames unique = new UniqueNames();

    Outers(Optional<SelectContext> around) {
        this.around = around;
    }

    /// Nothing is around.
    static Outers none() {
        return new Outers(Optional.empty());
    }

    /// The column of a name in the nearest query around that has it.
    Optional<Expr> find(Expression.Column column) {
        return around.flatMap(context -> context.column(column)
                .or(() -> context.outers().find(column))
                .map(expr -> {
                    String name = names.computeIfAbsent(
                            expr, _ -> unique.unique("outer." + column.last().text()));
                    references.put(name, expr);
                    fields.put(
                            name,
                            new Field(name, Typing.typeOf(expr, context.calls().schema(expr))));
                    return Expressions.col(name);
                }));
    }

    /// Expressions over the query around by the names of the columns that stand for them.
    Map<String, Expr> references() {
        return references;
    }

    /// The types of these columns by name.
    Map<String, Field> fields() {
        return fields;
    }
}
