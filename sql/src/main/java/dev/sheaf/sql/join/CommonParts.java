package dev.sheaf.sql.join;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Takes out of `(a AND b) OR (a AND c)` what all branches ask for: `a AND (b OR c)`. An equality between two relations
/// that stands in every branch joins them this way.
final class CommonParts {
    private CommonParts() {}

    /// The same conditions, with more of them that stand alone.
    static List<Expr> of(List<Expr> conditions) {
        List<Expr> parts = new ArrayList<>();
        for (Expr condition : conditions) {
            for (Expr part : Conjuncts.split(condition)) {
                parts.addAll(takenOut(part));
            }
        }
        return parts;
    }

    private static List<Expr> takenOut(Expr part) {
        List<List<Expr>> branches = Conjuncts.parts(part, Function.OR).stream()
                .map(Conjuncts::split)
                .toList();
        Set<Expr> common = new LinkedHashSet<>(branches.getFirst());
        branches.forEach(common::retainAll);
        if (branches.size() < 2 || common.isEmpty()) {
            return List.of(part);
        }
        List<Expr> result = new ArrayList<>(common);
        List<Expr> rest = new ArrayList<>();
        for (List<Expr> branch : branches) {
            List<Expr> own =
                    branch.stream().filter(one -> !common.contains(one)).toList();
            if (own.isEmpty()) {
                return result;
            }
            rest.add(Conjuncts.join(own).orElseThrow());
        }
        result.add(new Expr.Call(Function.OR, rest));
        return result;
    }
}
