package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.groupby.cuda.scan.KeyFindings;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.strategy.ForcedPlan;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.groupby.cuda.strategy.Planner;

/// The plan to try first.
///
/// @param forced as [FastGroupBy] has it
record FirstPlan(String forced) {
    /// The usual sample sees nearly every row of so many groups.
    private static final long WELL_SEEN = 8_000;

    Plan of(Planner planner, ScanShape shape, KeyFindings findings) {
        long rows = findings.allRows();
        double hottest = hottest(findings);
        if (shape.isForFirsts()) {
            return planner.hashed(shape, rows, findings.groups());
        }
        return ForcedPlan.of(forced, planner, shape, rows, findings)
                .or(() -> planner.registers(shape, findings.different()).map(Plan.class::cast))
                .orElseGet(() -> counts(
                        planner,
                        shape,
                        findings,
                        planner.plan(shape, rows, findings.groups(), hottest, findings.different(), findings.rare())));
    }

    /// Counts alone have tables of their own where they would be hashed. Many groups are counted again by a larger
    /// sample, without the margin. Many groups of which some are hot stay with tables for these: counts by 10,000
    /// scattered keys with a Zipf exponent of 1.5 take 2.9 ms so and took 4.5 in tables of counts.
    private static Plan counts(Planner planner, ScanShape shape, KeyFindings findings, Plan plan) {
        boolean isEven = Planner.areFew(findings.groups()) || !Planner.isHot(hottest(findings));
        return plan instanceof Plan.Hash && isEven
                ? planner.counts(
                                shape,
                                findings.allRows(),
                                isWellSeen(findings)
                                        ? findings.groups()
                                        : (long) (findings.groups() / KeyFindings.MARGIN),
                                hottest(findings))
                        .map(Plan.class::cast)
                        .orElse(plan)
                : plan;
    }

    static boolean isWellSeen(KeyFindings findings) {
        return findings.groups() <= WELL_SEEN;
    }

    /// The share of the rows that the most frequent key has.
    static double hottest(KeyFindings findings) {
        return (double) findings.most() / Math.max(findings.rows(), 1);
    }
}
