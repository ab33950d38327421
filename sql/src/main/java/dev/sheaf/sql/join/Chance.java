package dev.sheaf.sql.join;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Scan;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.plan.exec.NamedQuery;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Rows that may come out otherwise when they are computed once more: those with numbers of a sequence.
public final class Chance {
    private Chance() {}

    /// Whether rows of a plan have columns of chance.
    public static boolean isIn(LogicalPlan plan) {
        Set<LogicalPlan> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<LogicalPlan> left = new ArrayDeque<>(List.of(plan));
        while (!left.isEmpty()) {
            LogicalPlan next = left.removeLast();
            if (next instanceof LogicalPlan.Randomized) {
                return true;
            }
            below(next).stream().filter(seen::add).forEach(left::addLast);
        }
        return false;
    }

    private static List<LogicalPlan> below(LogicalPlan plan) {
        return plan instanceof Scan scan && scan.dataset() instanceof QueryDataset nested
                ? nested.queries()
                : plan.inputs();
    }

    /// The plan as a query that runs once however many places read it, if they might see other rows each.
    static LogicalPlan once(LogicalPlan plan) {
        return isIn(plan) ? NamedQuery.scan("rows with columns of chance", plan, Optional.empty()) : plan;
    }
}
