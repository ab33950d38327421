package dev.sheaf.groupby.cpu.spill;

import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.cpu.chunk.ColumnSource;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.key.KeyRange;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.plan.PlanBuilder;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Says before a run whether its groups may have to leave memory, from what the source knows of its rows.
public final class SpillForecast {
    /// Rows so few that groups of so many bytes each would fit are not worth a closer look.
    private static final long MANY_BYTES = 4096;

    private SpillForecast() {}

    /// Why groups may spill; empty if they fit, or nothing is known of how many there are.
    public static Optional<String> of(GroupByRequest request, SourceStats stats, QueryContext context) {
        MemoryPool pool = context.pool();
        CpuSettings settings = CpuSettings.of(context.settings());
        long rows = stats.rowCount().orElse(0);
        return request.keys().isEmpty() || rows <= Spill.grantBytes(settings, pool) / MANY_BYTES
                ? Optional.empty()
                : of(PlanBuilder.plan(request), stats, settings, pool);
    }

    private static Optional<String> of(GroupByPlan plan, SourceStats stats, CpuSettings settings, MemoryPool pool) {
        long groups = mostGroups(plan, stats);
        long bytes = GroupSize.of(plan, settings, pool).bytes();
        long grant = Spill.grantBytes(settings, pool);
        return groups <= grant / bytes
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "may spill: as many as %,d groups of about %d bytes would take %s, and they may take %s of the"
                                + " memory limit of %s",
                        groups,
                        bytes,
                        ByteSize.format(groups * bytes),
                        ByteSize.format(grant),
                        ByteSize.format(pool.limitBytes())));
    }

    /// No more than rows, and no more than the keys' ranges and numbers of values allow, null being one more.
    private static long mostGroups(GroupByPlan plan, SourceStats stats) {
        double combinations = 1;
        List<Optional<KeyRange>> ranges = plan.keyRanges(stats);
        for (int i = 0; i < ranges.size(); i++) {
            double values = ranges.get(i)
                    .map(range -> (double) range.greatest() - range.least() + 1)
                    .orElse(Double.POSITIVE_INFINITY);
            double distinct = plan.keys().get(i) instanceof ColumnSource.Plain plain
                    ? stats.column(plain.name()).distinctCount().orElse(Long.MAX_VALUE)
                    : Double.POSITIVE_INFINITY;
            combinations *= 1 + Math.min(values, distinct);
        }
        return (long) Math.min(stats.rowCount().orElse(Long.MAX_VALUE), combinations);
    }
}
