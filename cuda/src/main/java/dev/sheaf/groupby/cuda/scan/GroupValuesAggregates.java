package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation.Interpolation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Aggregates for which the values of a group are brought together.
public final class GroupValuesAggregates {
    private static final double MIDDLE = 0.5;

    private GroupValuesAggregates() {}

    /// A value below which a share of the values lies.
    public record Quantile(double share, Interpolation between) {
        /// What MEDIAN and QUANTILE ask for.
        public static Quantile of(DeviceAggregate aggregate) {
            return aggregate.function() == DeviceAggregate.Function.MEDIAN
                    ? new Quantile(MIDDLE, Interpolation.LINEAR)
                    : new Quantile(aggregate.parameter(), aggregate.between());
        }
    }

    /// Whether some of them cannot do without.
    public static boolean areAsked(List<DeviceAggregate> aggregates) {
        for (DeviceAggregate aggregate : aggregates) {
            if (aggregate.function().needsMembers()) {
                return true;
            }
        }
        return false;
    }

    /// Whether all of those may as well be found from sums about means.
    public static boolean areMoments(List<DeviceAggregate> aggregates) {
        for (DeviceAggregate aggregate : aggregates) {
            if (aggregate.function().needsMembers() && !aggregate.function().isMoment()) {
                return false;
            }
        }
        return true;
    }

    /// The columns whose values are brought together, each with the quantiles that are asked of it.
    public static Map<Integer, List<Quantile>> members(List<DeviceAggregate> aggregates) {
        Map<Integer, List<Quantile>> members = new LinkedHashMap<>();
        for (DeviceAggregate aggregate : aggregates) {
            if (aggregate.function().needsMembers()) {
                List<Quantile> quantiles = members.computeIfAbsent(aggregate.column(), _ -> new ArrayList<>());
                boolean isQuantile = switch (aggregate.function()) {
                    case MEDIAN, QUANTILE -> true;
                    case COUNT_ROWS, COUNT, SUM, MEAN, MIN, MAX, VARIANCE, STD, BIT_AND, BIT_OR, BIT_XOR, RATIO ->
                        false;
                    case M2, COVARIANCE, CORRELATION -> false;
                };
                if (isQuantile && !quantiles.contains(Quantile.of(aggregate))) {
                    quantiles.add(Quantile.of(aggregate));
                }
            }
        }
        return members;
    }

    /// Why the values of a group do not give them.
    public static Optional<String> refusal(ScanRows rows, List<DeviceAggregate> aggregates) {
        for (DeviceAggregate aggregate : aggregates) {
            if (aggregate.function() == DeviceAggregate.Function.RATIO) {
                return Optional.of(aggregate.function() + " is of partial groups");
            }
            boolean isExtreme = aggregate.function() == DeviceAggregate.Function.MIN
                    || aggregate.function() == DeviceAggregate.Function.MAX;
            if (isExtreme && rows.hasWideExtreme(aggregate.column())) {
                return Optional.of(aggregate.function() + " keeps 64 bits beside functions of members");
            }
            if (aggregate.function().needsMembers()) {
                DataType type = rows.type(aggregate.column());
                if (!type.isInteger() && !type.isFloating()) {
                    return Optional.of(
                            aggregate.function() + " is of numbers that a double stands for, not of " + type);
                }
            }
        }
        return aggregates.stream().anyMatch(aggregate -> aggregate.column() >= 0)
                ? Optional.empty()
                : Optional.of("there are no values to bring together");
    }
}
