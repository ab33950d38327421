package dev.sheaf.groupby.cuda;

import java.math.BigInteger;
import java.util.Optional;

/// The plan that `cuda.strategy` asks for, whatever the planner would choose: so that tests run every strategy over
/// all kinds of keys.
final class ForcedPlan {
    /// Larger tables are for partitions.
    private static final BigInteger MAX_DIRECT = BigInteger.valueOf(1 << 20);

    private static final int MAX_BLOCK = 1 << 12;

    /// So many slots take no registers.
    private static final int LEAST_BLOCK = 64;

    private static final int MAX_REGISTERS = 8;

    private ForcedPlan() {}

    /// The plan of a strategy named `registers`, `block`, `hash` or `partition`; none if the name is another one or
    /// the keys do not fit it.
    static Optional<Plan> of(String strategy, Planner planner, ScanShape shape, long rows, long groups) {
        BigInteger words = shape.layout().words();
        boolean isDirect = words.compareTo(MAX_DIRECT) <= 0;
        return switch (strategy) {
            case "registers" ->
                blocks(planner, shape, words, 1, MAX_REGISTERS)
                        .filter(Plan.Block::inRegisters)
                        .map(Plan.class::cast);
            case "block" ->
                blocks(planner, shape, words, LEAST_BLOCK, MAX_BLOCK)
                        .filter(block -> !block.inRegisters())
                        .map(Plan.class::cast);
            case "hash" -> planner.hash(shape, groups).map(Plan.class::cast);
            case "partition" ->
                Optional.of(
                        isDirect
                                ? planner.direct(shape, words.longValue(), rows)
                                : planner.hashed(shape, rows, groups));
            default -> Optional.empty();
        };
    }

    private static Optional<Plan.Block> blocks(
            Planner planner, ScanShape shape, BigInteger words, int least, int most) {
        return words.compareTo(BigInteger.valueOf(most)) <= 0
                ? Optional.of(planner.block(shape, Math.max(words.intValue(), least)))
                : Optional.empty();
    }
}
