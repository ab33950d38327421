package dev.sheaf.plan.physical;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.plan.JoinKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Lets filters and joins gather only the columns that are read above them.
///
/// A chain of joins, as sub-queries make it, passes all its columns from join to join; each join of it gathers what
/// the joins above read and what is read above all of them.
final class LateMaterialization {
    private LateMaterialization() {}

    /// The same rows with at least the columns `wanted`.
    static PhysicalPlan of(PhysicalPlan plan, Set<String> wanted) {
        return switch (plan) {
            case PhysicalPlan.Filter(PhysicalPlan input, Expr condition, List<String> columns)
            when !wanted.isEmpty() -> new PhysicalPlan.Filter(input, condition, picked(columns, wanted));
            case PhysicalPlan.Join join -> join(join, wanted);
            default -> plan;
        };
    }

    private static PhysicalPlan join(PhysicalPlan.Join join, Set<String> wanted) {
        Set<String> read = new HashSet<>(wanted);
        join.condition().ifPresent(condition -> read.addAll(ExprColumns.of(condition)));
        for (JoinKey key : join.keys()) {
            read.addAll(ExprColumns.of(key.left()));
            read.addAll(ExprColumns.of(key.right()));
        }
        return new PhysicalPlan.Join(
                of(join.left(), read),
                of(join.right(), read),
                join.kind(),
                join.keys(),
                join.condition(),
                picked(join.columns(), wanted));
    }

    private static List<String> picked(List<String> columns, Set<String> wanted) {
        return columns.stream().filter(wanted::contains).toList();
    }
}
