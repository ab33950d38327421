package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.ScanArgument;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Sums of whole numbers, decimals among them, with all of their bits: a sum for each 32 bits of the values, which
/// 64 bits hold for any number of rows that there may be. Extremes of 128 bits are found in two halves.
final class ExactSums {
    /// More cells of one scan take more registers than threads have.
    static final int MAX_LIMBS = 12;

    private static final int HALVES = 2;

    private ExactSums() {}

    /// What is kept once, however many aggregates ask for it.
    private record Kept(DeviceAggregate.Function function, int column) {}

    /// How many cells the limbs and halves of aggregates take.
    static int limbs(ScanRows rows, List<DeviceAggregate> aggregates) {
        Set<Kept> kept = new HashSet<>();
        int limbs = 0;
        for (DeviceAggregate aggregate : aggregates) {
            int column = aggregate.column();
            DeviceAggregate.Function function = aggregate.function() == DeviceAggregate.Function.MEAN
                    ? DeviceAggregate.Function.SUM
                    : aggregate.function();
            limbs += kept.add(new Kept(function, column)) ? limbs(rows, function, column) : 0;
        }
        return limbs;
    }

    private static int limbs(ScanRows rows, DeviceAggregate.Function function, int column) {
        return switch (function) {
            case MIN, MAX -> rows.hasWideExtreme(column) ? HALVES : 0;
            case SUM -> rows.hasExactSum(column) ? ScanArgument.limbs(rows.cudaType(column)) : 0;
            case COUNT_ROWS, COUNT, MEAN, VARIANCE, STD, MEDIAN, QUANTILE, BIT_AND, BIT_OR, BIT_XOR -> 0;
            case M2, COVARIANCE, CORRELATION, RATIO -> 0;
        };
    }
}
