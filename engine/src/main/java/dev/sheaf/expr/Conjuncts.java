package dev.sheaf.expr;

import dev.sheaf.memory.Checkpoint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Takes conditions apart at their ANDs, and puts them together again.
public final class Conjuncts {
    private Conjuncts() {}

    /// The conditions that all have to be true for `condition` to be true, in order: `a and (b and c)` gives a,
    /// b, c, and a condition without AND itself.
    public static List<Expr> split(Expr condition) {
        return parts(condition.unaliased(), Function.AND);
    }

    /// What a chain of one connective, [Function#AND] or [Function#OR], connects, in order: `a or (b or c)` gives a, b
    /// and c, and another expression itself. Chains may be of any length.
    public static List<Expr> parts(Expr condition, Function connective) {
        List<Expr> parts = new ArrayList<>();
        Deque<Expr> left = new ArrayDeque<>(List.of(condition));
        while (!left.isEmpty()) {
            Checkpoint.pass();
            Expr next = left.removeFirst();
            if (next instanceof Expr.Call(Function function, List<Expr> arguments) && function == connective) {
                arguments.reversed().forEach(left::addFirst);
            } else {
                parts.add(next);
            }
        }
        return parts;
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
