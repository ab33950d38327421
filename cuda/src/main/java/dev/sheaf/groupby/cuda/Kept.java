package dev.sheaf.groupby.cuda;

import java.util.LinkedHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What was asked of a table and how it was planned, kept from query to query; what was asked for longest ago goes
/// first. Thread-safe.
///
/// @param <A> what is asked, a value
/// @param <P> what is planned
final class Kept<A, P> {
    private static final int MOST = 64;

    private final LinkedHashMap<A, P> kept = new LinkedHashMap<>(16, 0.75f, true);

    /// @param plan makes the plan if it is not known
    P of(A asked, Supplier<P> plan) {
        P known = known(asked);
        if (known != null) {
            return known;
        }
        P made = plan.get();
        keep(asked, made);
        return made;
    }

    private synchronized @Nullable P known(A asked) {
        return kept.get(asked);
    }

    private synchronized void keep(A asked, P planned) {
        kept.put(asked, planned);
        if (kept.size() > MOST) {
            kept.pollFirstEntry();
        }
    }
}
