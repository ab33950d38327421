package dev.sheaf.expr.fold;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Binder;
import java.util.ArrayList;
import java.util.List;

/// Drops the branches of a CASE that constants decide.
final class CaseRules {
    private CaseRules() {}

    static Expr simplify(Expr.Case before, Binder binder) {
        List<Expr.When> open = new ArrayList<>();
        Expr otherwise = before.otherwise();
        for (Expr.When when : before.branches()) {
            if (ConditionRules.isTrue(when.condition())) {
                otherwise = when.result();
                break;
            }
            if (!(when.condition() instanceof Expr.Literal)) {
                open.add(when);
            }
        }
        if (open.size() == before.branches().size()) {
            return before;
        }
        Expr after = open.isEmpty() ? otherwise : new Expr.Case(open, otherwise);
        return withType(after, binder.bind(before).type(), binder);
    }

    /// Fewer branches may have a narrower common type.
    private static Expr withType(Expr after, DataType type, Binder binder) {
        return binder.bind(after).type().equals(type) ? after : after.cast(type);
    }
}
