package dev.sheaf.plan.rules;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.ExprWalker;
import java.util.ArrayList;
import java.util.List;

/// The order in which AND-ed conditions are tested: those that read texts come last, so that texts are looked at only
/// in rows that are left by the others.
final class TextsLast {
    private TextsLast() {}

    /// The same conditions; as they are if one may fail, since those before it may guard it.
    static List<Expr> of(List<Expr> parts, Schema schema) {
        if (parts.size() == 1 || parts.stream().anyMatch(part -> ExprWalker.mayFail(part, schema))) {
            return parts;
        }
        List<Expr> ordered = new ArrayList<>();
        List<Expr> ofTexts = new ArrayList<>();
        for (Expr part : parts) {
            (readsText(part, schema) ? ofTexts : ordered).add(part);
        }
        ordered.addAll(ofTexts);
        return ordered;
    }

    private static boolean readsText(Expr part, Schema schema) {
        boolean isNullTest = part instanceof Expr.Call(Function function, List<Expr> arguments)
                && (function == Function.IS_NULL || function == Function.IS_NOT_NULL)
                && arguments.getFirst() instanceof Expr.ColumnRef;
        return !isNullTest
                && ExprColumns.of(part).stream()
                        .map(name -> schema.field(schema.indexOf(name)).type().decoded())
                        .anyMatch(type -> type.equals(DataType.STRING) || type.equals(DataType.BINARY));
    }
}
