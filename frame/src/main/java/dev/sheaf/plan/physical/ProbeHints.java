package dev.sheaf.plan.physical;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.physical.join.KeyBounds;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Conditions that joins give to the scans of their left sides once their right sides are known: a left row whose
/// key is not between the least and the greatest right one has no partner. A source skips what it can by them, as
/// by conditions of the query; the join still decides.
final class ProbeHints {
    private final Map<PhysicalPlan, Expr> conditions = new IdentityHashMap<>();

    /// Where a key of a join comes from: a column of a scan.
    private record Origin(PhysicalPlan.Read read, String column) {}

    /// Takes the bounds of the keys of a join that gives only rows with partners.
    void add(PhysicalPlan.Join join, KeyBounds bounds) {
        if (join.kind() != JoinKind.INNER && join.kind() != JoinKind.SEMI) {
            return;
        }
        for (int key = 0; key < join.keys().size(); key++) {
            JoinKey each = join.keys().get(key);
            if (!each.nullSafe() && each.left().unaliased() instanceof Expr.ColumnRef(String name)) {
                int number = key;
                origin(join.left(), name).ifPresent(origin -> bounds.of(number).ifPresent(range -> add(origin, range)));
            }
        }
    }

    private void add(Origin origin, KeyBounds.Range range) {
        Expr column = col(origin.column());
        Expr condition = column.ge(range.least()).and(column.le(range.greatest()));
        conditions.merge(origin.read(), condition, Expr::and);
    }

    /// The scan of a node with all that is known by now.
    Scan scan(PhysicalPlan.Read read) {
        List<Expr> all = new ArrayList<>();
        read.scan().filter().ifPresent(all::add);
        Optional.ofNullable(conditions.get(read)).ifPresent(all::add);
        return new Scan(read.scan().columns(), Conjuncts.join(all));
    }

    /// Rows that have no partner above may be left out below whatever looks at one row after the other and cannot
    /// fail.
    private static Optional<Origin> origin(PhysicalPlan plan, String name) {
        return switch (plan) {
            case PhysicalPlan.Read read
            when !(read.dataset() instanceof TableDataset) -> Optional.of(new Origin(read, name));
            case PhysicalPlan.Filter(PhysicalPlan input, Expr condition, List<String> _)
            when !ExprWalker.mayFail(condition, input.schema()) -> origin(input, name);
            case PhysicalPlan.Project project when !mayFail(project) -> origin(project, name);
            case PhysicalPlan.Join join
            when passes(join) && join.left().schema().contains(name) -> origin(join.left(), name);
            default -> Optional.empty();
        };
    }

    private static boolean mayFail(PhysicalPlan.Project project) {
        return project.expressions().stream()
                .anyMatch(Failing.over(project.input().schema())::mayFail);
    }

    private static Optional<Origin> origin(PhysicalPlan.Project project, String name) {
        return project.expressions().stream()
                .filter(expr -> expr.outputName().equals(name))
                .findFirst()
                .filter(expr -> expr.unaliased() instanceof Expr.ColumnRef)
                .flatMap(expr -> origin(project.input(), ((Expr.ColumnRef) expr.unaliased()).name()));
    }

    private static boolean passes(PhysicalPlan.Join join) {
        boolean fails = join.condition()
                .filter(condition -> ExprWalker.mayFail(condition, pairs(join)))
                .isPresent();
        return !fails && join.kind() != JoinKind.FULL && join.kind() != JoinKind.SINGLE;
    }

    private static Schema pairs(PhysicalPlan.Join join) {
        List<Field> fields = new ArrayList<>(join.left().schema().fields());
        fields.addAll(join.right().schema().fields());
        return new Schema(fields);
    }
}
