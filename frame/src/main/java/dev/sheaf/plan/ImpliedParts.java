package dev.sheaf.plan;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Function;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// What an OR of conditions on several relations says of one of them: `(a.x = 1 AND b.y = 2) OR (a.x = 3 AND b.y = 4)`
/// is true of no row whose `a.x` is neither 1 nor 3, so such rows are dropped before they are joined.
public final class ImpliedParts {
    private ImpliedParts() {}

    /// Says which relation has all of some columns, if one has.
    @FunctionalInterface
    public interface Owner {
        Optional<Integer> of(Set<String> columns);
    }

    /// Conditions that hold wherever a condition does, by the relations that they read; none if it is no OR.
    public static Map<Integer, Expr> of(Expr condition, Owner owner) {
        List<Expr> branches = Conjuncts.parts(condition, Function.OR);
        Map<Integer, Set<Expr>> implied = new LinkedHashMap<>();
        for (int branch = 0; branch < branches.size() && (branch == 0 || !implied.isEmpty()); branch++) {
            Map<Integer, Expr> asked = conjunctions(branches.get(branch), owner);
            if (branch == 0) {
                asked.keySet().forEach(relation -> implied.put(relation, new LinkedHashSet<>()));
            }
            implied.keySet().retainAll(asked.keySet());
            implied.forEach((relation, parts) -> parts.add(Objects.requireNonNull(asked.get(relation))));
        }
        Map<Integer, Expr> joined = new LinkedHashMap<>();
        if (branches.size() > 1) {
            implied.forEach((relation, parts) -> joined.put(relation, either(List.copyOf(parts))));
        }
        return joined;
    }

    /// What all of a branch asks of single relations.
    private static Map<Integer, Expr> conjunctions(Expr branch, Owner owner) {
        Map<Integer, List<Expr>> parts = new LinkedHashMap<>();
        for (Expr part : Conjuncts.split(branch)) {
            owner.of(ExprColumns.of(part))
                    .ifPresent(relation -> parts.computeIfAbsent(relation, _ -> new ArrayList<>())
                            .add(part));
        }
        Map<Integer, Expr> joined = new LinkedHashMap<>();
        parts.forEach(
                (relation, all) -> joined.put(relation, Conjuncts.join(all).orElseThrow()));
        return joined;
    }

    private static Expr either(List<Expr> parts) {
        return parts.size() == 1 ? parts.getFirst() : new Expr.Call(Function.OR, parts);
    }
}
