package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.kernel.CudaType;
import java.util.List;
import java.util.Optional;

/// Aggregates for which the values of a group are brought together.
final class MemberAggregates {
    private MemberAggregates() {}

    /// Whether some of them cannot do without.
    static boolean areAsked(List<DeviceAggregate> aggregates) {
        return aggregates.stream().anyMatch(aggregate -> aggregate.function().needsMembers());
    }

    /// The column whose values they are of, or -1.
    static int column(List<DeviceAggregate> aggregates) {
        return aggregates.stream()
                .mapToInt(DeviceAggregate::column)
                .filter(column -> column >= 0)
                .findFirst()
                .orElse(-1);
    }

    /// Why the values of a group do not give them.
    static Optional<String> refusal(ScanRows rows, List<DeviceAggregate> aggregates) {
        int column = column(aggregates);
        for (DeviceAggregate aggregate : aggregates) {
            boolean isOfMembers = switch (aggregate.function()) {
                case COUNT_ROWS -> true;
                case COUNT, MEAN, VARIANCE, STD, MEDIAN -> aggregate.column() == column;
                case SUM, MIN, MAX, QUANTILE, RATIO -> false;
            };
            if (!isOfMembers) {
                return Optional.of(aggregate.function() + " does not go with functions of members");
            }
        }
        boolean isPlain = column >= 0
                && (rows.type(column).isInteger() || rows.type(column).isFloating());
        return isPlain && !rows.hasNulls(column) && isDouble(rows.cudaType(column))
                ? Optional.empty()
                : Optional.of("members have to be valid numbers that a double holds");
    }

    private static boolean isDouble(CudaType type) {
        return type == CudaType.F64 || type.byteWidth() <= Integer.BYTES;
    }
}
