package dev.sheaf.groupby.cuda;

import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import dev.sheaf.groupby.cuda.scan.FastPlan;
import dev.sheaf.groupby.cuda.scan.FastPlanner;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Group-bys over one table as they were planned, kept from query to query. Before the JVM has compiled the planner, it
/// takes a third of a millisecond, more than many queries take on the device. Thread-safe.
final class KeptPlans {
    private static final int MOST = 64;

    private final LinkedHashMap<Asked, Planned> kept = new LinkedHashMap<>(16, 0.75f, true);

    /// What is asked of the table.
    record Asked(List<Expr> keys, Optional<Expr> filter, GroupByOptions options, List<Expr> aggregates) {}

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
        Planned known = known(asked);
        if (known != null) {
            return known;
        }
        Planned made = Planned.of(request.get());
        keep(asked, made);
        return made;
    }

    private synchronized @Nullable Planned known(Asked asked) {
        return kept.get(asked);
    }

    private synchronized void keep(Asked asked, Planned planned) {
        kept.put(asked, planned);
        if (kept.size() > MOST) {
            kept.pollFirstEntry();
        }
    }
}
