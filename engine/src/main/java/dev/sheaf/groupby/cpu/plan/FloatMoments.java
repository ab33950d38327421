package dev.sheaf.groupby.cpu.plan;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// A column of the moments of floats: about the mean, kept among the values, so that equal values have none.
///
/// Values that are not finite make all moments NaN. Where the sum of finite values is not, they lie so far apart that
/// their squares are infinite, or are equal.
///
/// @param state which one: `shift`, `sum` or `squares`
/// @param count number of the result that counts the values
/// @param mean that of their mean
/// @param spread that of their squared distances from it
/// @param least that of the least of them
/// @param greatest that of the greatest
record FloatMoments(String state, int count, int mean, int spread, int least, int greatest) implements StatePart {

    @Override
    public Column of(List<Column> results, MemoryPool pool) {
        return StateValues.doubles(results.getFirst().length(), pool, group -> {
            if (((FixedColumn) results.get(count)).segment().getAtIndex(ValueLayout.JAVA_LONG, group) == 0) {
                return 0;
            }
            double low = value(results, least, group);
            double high = value(results, greatest, group);
            boolean isFinite = Double.isFinite(low) && Double.isFinite(high);
            return switch (state) {
                case "shift" -> isFinite ? Math.clamp(value(results, mean, group), low, high) : 0;
                case "sum" -> isFinite ? 0 : Double.NaN;
                default -> isFinite ? squares(value(results, spread, group), low, high) : Double.NaN;
            };
        });
    }

    private static double squares(double spread, double low, double high) {
        if (low == high) {
            return 0;
        }
        return Double.isNaN(spread) ? Double.POSITIVE_INFINITY : spread;
    }

    private static double value(List<Column> results, int number, long group) {
        return ((FixedColumn) results.get(number)).segment().getAtIndex(ValueLayout.JAVA_DOUBLE, group);
    }
}
