package dev.sheaf.expr.fold;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.bind.Binder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Drops the branches of a CASE that constants decide, and computes functions of its constants once a branch.
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
        Expr last = otherwise;
        boolean isDecided = last instanceof Expr.Literal
                && open.stream().allMatch(when -> when.result().equals(last));
        if (open.size() == before.branches().size() && !isDecided) {
            return before;
        }
        Expr after = open.isEmpty() || isDecided ? otherwise : new Expr.Case(open, otherwise);
        return withType(after, binder.bind(before).type(), binder);
    }

    /// Fewer branches may have a narrower common type.
    private static Expr withType(Expr after, DataType type, Binder binder) {
        return binder.bind(after).type().equals(type) ? after : after.cast(type);
    }

    /// A function of one CASE of constants, and of nothing else but constants, as a CASE of what the function gives for
    /// each; the same expression if it is none, or if the function fails for a constant, which no row need have.
    ///
    /// @param compute the constant that an expression of constants is, or the expression if it fails
    static Expr intoBranches(Expr function, Binder binder, UnaryOperator<Expr> compute) {
        List<Expr> open = function.children().stream()
                .filter(child -> !(child instanceof Expr.Literal))
                .toList();
        if (open.size() != 1 || !(open.getFirst() instanceof Expr.Case choice) || !isOfConstants(choice)) {
            return function;
        }
        DataType type = binder.bind(choice).type();
        UnaryOperator<Expr> result = constant -> {
            Expr typed = binder.bind(constant).type().equals(type) ? constant : compute.apply(constant.cast(type));
            return compute.apply(
                    ExprRewrite.mapChildren(function, child -> child instanceof Expr.Case ? typed : child));
        };
        List<Expr.When> branches = choice.branches().stream()
                .map(when -> new Expr.When(when.condition(), result.apply(when.result())))
                .toList();
        Expr.Case after = new Expr.Case(branches, result.apply(choice.otherwise()));
        return isOfConstants(after)
                        && binder.bind(after)
                                .type()
                                .equals(binder.bind(function).type())
                ? after
                : function;
    }

    private static boolean isOfConstants(Expr.Case choice) {
        return choice.otherwise() instanceof Expr.Literal
                && choice.branches().stream().allMatch(when -> when.result() instanceof Expr.Literal);
    }
}
