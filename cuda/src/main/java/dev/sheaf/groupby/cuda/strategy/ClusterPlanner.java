package dev.sheaf.groupby.cuda.strategy;

import dev.sheaf.groupby.cuda.scan.KeyFindings;
import java.util.Optional;

/// Whether runs of one key are worth a pass of their own, and room for them.
record ClusterPlanner(PlanSizes sizes) {
    /// Runs of so many rows on average are worth a pass that makes partial groups of them.
    private static final int LEAST_RUN = 16;

    /// Fewest rows for which it pays: below, the second query over the partial groups takes longer than what is saved.
    private static final long LEAST_CLUSTERED = 1 << 22;

    /// Warps of a multiprocessor, and below it the places that a warp takes at a time, as in `clustered_rows.cu`.
    private static final long MAX_WARPS = 64;

    private static final int CHUNK = 32;

    private static final int ROWS_OF_A_WARP = 128;

    private static final int WARPS_OF_A_BLOCK = 8;

    /// Partial groups of rows that lie together, if runs of one key have many rows on average.
    Optional<Plan.Clustered> clustered(KeyFindings findings) {
        double runs = findings.runs();
        long rows = findings.allRows();
        return rows >= LEAST_CLUSTERED && runs * LEAST_RUN <= rows
                ? Optional.of(clustered((long) runs, rows))
                : Optional.empty();
    }

    /// A plan with room for `runs` runs.
    Plan.Clustered clustered(long runs, long rows) {
        long warps = Math.min(sizes.device().multiprocessors() * MAX_WARPS, rows / ROWS_OF_A_WARP + WARPS_OF_A_BLOCK);
        return new Plan.Clustered(Math.min(runs, rows) + 2 * CHUNK * warps, (int) warps);
    }
}
