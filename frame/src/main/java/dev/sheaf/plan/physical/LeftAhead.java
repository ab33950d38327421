package dev.sheaf.plan.physical;

import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.physical.join.JoinShape;
import dev.sheaf.plan.physical.join.KeyFilter;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The left side of a join whose rows may be few, pulled before the right side, which then leaves out rows without a
/// partner: a sub-query's groups, say, of keys that nobody asks for.
///
/// Pulled are at most a quarter as many rows as the right side reads, and those that an eighth of the free memory
/// holds. If there are more, nothing is left out, and the rows pulled are given before the others. Where the right
/// side may leave out rows of the left one, that is worth more unless the left side reads far fewer.
final class LeftAhead implements AutoCloseable {
    private static final int RIGHT_SHARE = 4;
    private static final int MEMORY_SHARE = 8;
    private static final long MOST_ROWS = 1 << 20;

    /// Fewer rows are hashed before another thread is awake.
    private static final long FEWEST_ROWS = 1 << 10;

    private @Nullable BatchSource source;
    private @Nullable KeyFilter filter;

    private LeftAhead() {}

    /// Pulls the left side of a join if that may pay, and tells `hints` its keys.
    static LeftAhead of(PhysicalPlan.Join join, JoinShape shape, SourceOpener opener, ScanHints hints) {
        LeftAhead ahead = new LeftAhead();
        Optional<KeyPlace> place = KeyPlace.dropping(join.right(), join.keys(), JoinKey::right);
        if (place.isPresent() && dropsRight(join.kind())) {
            long most = mostRows(join, opener.context());
            if (mayBeFew(join.left(), most)) {
                try {
                    ahead.pull(join, shape, most, opener);
                } catch (RuntimeException | Error failure) {
                    ahead.close();
                    throw failure;
                }
                if (ahead.filter != null) {
                    hints.add(place.get(), ahead.filter);
                }
            }
        }
        return ahead;
    }

    private static boolean dropsRight(JoinKind kind) {
        return switch (kind) {
            case LEFT, FIRST, SINGLE, ANTI, SEMI -> true;
            case INNER, FULL, RIGHT -> false;
        };
    }

    private static long mostRows(PhysicalPlan.Join join, QueryContext context) {
        long set = context.settings().getLong("join.ahead.rows", 0);
        if (set != 0) {
            return set;
        }
        long right = rowsRead(join.right());
        boolean loses = join.kind() == JoinKind.SEMI && rowsRead(join.left()) > right / 2;
        long most = Math.min(MOST_ROWS, right / RIGHT_SHARE);
        return loses || most < FEWEST_ROWS ? 0 : most;
    }

    /// The rows of the scan that streams through a plan; 0 if that is not known.
    private static long rowsRead(PhysicalPlan plan) {
        return switch (plan) {
            case PhysicalPlan.Join join -> rowsRead(join.left());
            case PhysicalPlan.Filter filter -> rowsRead(filter.input());
            case PhysicalPlan.Project project -> rowsRead(project.input());
            case PhysicalPlan.GroupBy groupBy -> rowsRead(groupBy.input());
            default -> PlanStats.of(plan).rowCount().orElse(0);
        };
    }

    /// Whether a plan may give no more rows than these.
    private static boolean mayBeFew(PhysicalPlan plan, long rows) {
        return rows > 0
                && switch (plan) {
                    case PhysicalPlan.Filter _, PhysicalPlan.Join _, PhysicalPlan.GroupBy _ -> true;
                    case PhysicalPlan.Project project -> mayBeFew(project.input(), rows);
                    default -> PlanStats.of(plan).rowCount().orElse(Long.MAX_VALUE) <= rows;
                };
    }

    private void pull(PhysicalPlan.Join join, JoinShape shape, long most, SourceOpener opener) {
        QueryContext context = opener.context();
        long free = Math.max(0, context.pool().limitBytes() - context.pool().usedBytes());
        AheadSource rows = new AheadSource(opener.open(join.left()));
        source = rows;
        if (rows.pull(most, free / MEMORY_SHARE, context)) {
            filter = rows.filter(shape, context);
        }
    }

    /// The rows of the left side, to be closed by the caller; null if they were not asked for.
    @Nullable
    BatchSource take() {
        BatchSource taken = source;
        source = null;
        return taken;
    }

    /// Releases what was not taken, and the keys, which the right side needs no longer.
    @Override
    public void close() {
        if (source != null) {
            source.close();
        }
        if (filter != null) {
            filter.close();
        }
    }
}
