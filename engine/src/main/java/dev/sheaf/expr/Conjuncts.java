package dev.sheaf.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Takes conditions apart at their ANDs, and puts them together again.
public final class Conjuncts {
    private Conjuncts() {}

    /// The conditions that all have to be true for `condition` to be true, in order: `a and (b and c)` gives a,
    /// b, c, and a condition without AND itself.
    public static List<Expr> split(Expr condition) {
        List<Expr> parts = new ArrayList<>();
        collect(condition.unaliased(), parts);
        return parts;
    }

    private static void collect(Expr condition, List<Expr> parts) {
        if (condition instanceof Expr.Call(Function function, List<Expr> arguments) && function == Function.AND) {
            arguments.forEach(argument -> collect(argument, parts));
        } else {
            parts.add(condition);
        }
    }

    /// One condition that is true where all of them are; empty if there are none.
    public static Optional<Expr> join(List<Expr> conditions) {
        return switch (conditions.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(conditions.getFirst());
            default -> Optional.of(new Expr.Call(Function.AND, conditions));
        };
    }
}
