package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.MemberAggregates;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import java.util.List;
import java.util.Optional;

/// Sums of whole numbers, decimals among them, with all of their bits: a sum for each 32 bits of the values, which
/// 64 bits hold for any number of rows that there may be. Extremes of 128 bits are found in two halves.
final class ExactSums {
    /// More cells take more registers than threads have.
    private static final int MAX_LIMBS = 12;

    private static final int HALVES = 2;

    private ExactSums() {}

    /// Why aggregates over these rows cannot be found with exact sums.
    static Optional<String> refusal(ScanRows rows, List<DeviceAggregate> aggregates) {
        ScanRows exact = rows.withExactSums();
        int limbs = 0;
        if (MemberAggregates.areAsked(aggregates)) {
            Optional<String> refusal = MemberAggregates.refusal(exact, aggregates);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        for (DeviceAggregate aggregate : aggregates) {
            int column = aggregate.column();
            switch (aggregate.function()) {
                case MIN, MAX -> limbs += exact.hasWideExtreme(column) ? HALVES : 0;
                case SUM, MEAN ->
                    limbs += exact.hasExactSum(column) ? ScanShape.Argument.limbs(rows.cudaType(column)) : 0;
                case COUNT_ROWS, COUNT, VARIANCE, STD, MEDIAN, QUANTILE, BIT_AND, BIT_OR, BIT_XOR -> {}
                case M2, COVARIANCE, CORRELATION -> {}
                case RATIO -> {
                    return Optional.of(aggregate.function() + " has no exact sums");
                }
            }
        }
        return limbs <= MAX_LIMBS ? Optional.empty() : Optional.of("exact sums of them are too many");
    }
}
