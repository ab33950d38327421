package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import dev.sheaf.groupby.cuda.scan.FastPlan;
import dev.sheaf.groupby.cuda.scan.FastPlanner;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Group-bys over one table, and scans of its groups, as they were planned. Before the JVM has compiled the planner, it
/// takes a third of a millisecond, more than many queries take on the device. Thread-safe.
final class KeptPlans {
    private final Kept<Asked, Planned> groups = new Kept<>();
    private final Kept<ScanPlan.Asked, ScanPlan> scans = new Kept<>();

    /// What is asked of the table. Its hash is of what costs little: that of expressions is not, until it is compiled.
    record Asked(List<Expr> keys, Optional<Expr> filter, GroupByOptions options, List<Expr> aggregates) {
        @Override
        public int hashCode() {
            int hash = keys.size();
            for (Expr aggregate : aggregates) {
                hash = 31 * hash + (aggregate instanceof Expr.Alias(Expr _, String name) ? name.hashCode() : 0);
            }
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Asked asked
                    && keys.equals(asked.keys)
                    && filter.equals(asked.filter)
                    && options.equals(asked.options)
                    && aggregates.equals(asked.aggregates);
        }
    }

    /// A request and its plans.
    ///
    /// @param lists if it asks for some that a sort puts together
    /// @param others what it asks for besides, if it does
    record Planned(
            GroupByRequest request,
            GeneralPlanner.Result plan,
            Optional<FastPlan> fast,
            Optional<ListPlan> lists,
            Optional<Planned> others) {
        static Planned of(GroupByRequest request) {
            return switch (GeneralPlanner.plan(request)) {
                case GeneralPlanner.Result.Refused refused ->
                    new Planned(request, refused, Optional.empty(), Optional.empty(), Optional.empty());
                case GeneralPlanner.Result.Planned general -> {
                    Optional<ListPlan> lists = ListPlan.of(request);
                    Optional<Planned> others = lists.flatMap(ListPlan::others).map(Planned::of);
                    yield new Planned(request, general, FastPlanner.of(general.plan()), lists, others);
                }
            };
        }
    }

    /// @param request makes the request if it is not known
    Planned of(Asked asked, Supplier<GroupByRequest> request) {
        return groups.of(asked, () -> Planned.of(request.get()));
    }

    /// @throws IllegalArgumentException if a column does not exist or an expression does not fit
    ScanPlan of(ScanPlan.Asked asked, Schema schema) {
        return scans.of(asked, () -> asked.over(schema));
    }
}
