package dev.sheaf.groupby.cuda.strategy;

import dev.sheaf.groupby.cuda.scan.KeyFindings;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import java.math.BigInteger;
import java.util.Optional;

/// The plan that `cuda.strategy` asks for, whatever the planner would choose: so that tests run every strategy over
/// all kinds of keys.
public final class ForcedPlan {
    /// Larger tables are for partitions.
    private static final BigInteger MAX_DIRECT = BigInteger.valueOf(1 << 20);

    private static final int MAX_BLOCK = 1 << 12;

    private ForcedPlan() {}

    /// Whether partial groups of clustered keys are asked for, however keys lie.
    public static boolean isClustered(String strategy) {
        return strategy.equals("clustered");
    }

    /// Whether the values of a group are asked to be brought together, also for functions that can do without.
    public static boolean isMembers(String strategy) {
        return strategy.equals("members");
    }

    /// Whether partitions are asked for, however few groups there are.
    public static boolean isPartition(String strategy) {
        return strategy.equals("partition");
    }

    /// Whether numbers of groups are asked to tell those with one row, however many these are.
    public static boolean isSingle(String strategy) {
        return strategy.equals("single");
    }

    /// The plan of a strategy named `registers`, `block`, `hash`, `counts` or `partition`; none if the name is
    /// another one or the keys do not fit it.
    public static Optional<Plan> of(
            String strategy, Planner planner, ScanShape shape, long rows, KeyFindings findings) {
        BigInteger words = shape.layout().words();
        long groups = findings.groups();
        boolean isDirect = words.compareTo(MAX_DIRECT) <= 0;
        return switch (strategy) {
            case "registers" -> planner.registers(shape, findings.different()).map(Plan.class::cast);
            case "block" -> blocks(planner, shape, words, MAX_BLOCK).map(Plan.class::cast);
            case "hash" -> planner.hash(shape, groups).map(Plan.class::cast);
            case "counts" ->
                planner.counts(shape, rows, groups, (double) findings.most() / Math.max(findings.rows(), 1))
                        .map(Plan.class::cast);
            case "partition" ->
                Optional.of(
                        isDirect
                                ? planner.direct(shape, words.longValue(), rows)
                                : planner.hashed(shape, rows, groups));
            default -> Optional.empty();
        };
    }

    private static Optional<Plan.Block> blocks(Planner planner, ScanShape shape, BigInteger words, int most) {
        return words.compareTo(BigInteger.valueOf(most)) <= 0
                ? Optional.of(planner.block(shape, words.intValue()))
                : Optional.empty();
    }
}
