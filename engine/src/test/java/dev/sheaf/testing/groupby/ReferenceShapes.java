package dev.sheaf.testing.groupby;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Skewness and kurtosis by their definitions, in decimal numbers of 60 digits.
final class ReferenceShapes {
    private static final MathContext DIGITS = new MathContext(60);

    private ReferenceShapes() {}

    static @Nullable Double skewness(List<Double> values) {
        if (values.size() < 3) {
            return null;
        }
        if (!varies(values)) {
            return Double.NaN;
        }
        double n = values.size();
        BigDecimal squares = moment(values, 2);
        BigDecimal spread = squares.multiply(squares.sqrt(DIGITS), DIGITS);
        return Math.sqrt(n * (n - 1))
                / (n - 2)
                * moment(values, 3).divide(spread, DIGITS).doubleValue();
    }

    static @Nullable Double kurtosis(List<Double> values, boolean sample) {
        if (values.size() < (sample ? 4 : 2)) {
            return null;
        }
        if (!varies(values)) {
            return Double.NaN;
        }
        double n = values.size();
        double ratio = moment(values, 4)
                .divide(moment(values, 2).pow(2, DIGITS), DIGITS)
                .doubleValue();
        return sample ? (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * ratio - 3 * (n - 1)) : ratio - 3;
    }

    private static boolean varies(List<Double> values) {
        return values.stream().allMatch(Double::isFinite)
                && values.stream().anyMatch(value -> value.doubleValue() != values.getFirst());
    }

    private static BigDecimal moment(List<Double> values, int power) {
        BigDecimal n = BigDecimal.valueOf(values.size());
        BigDecimal mean = values.stream()
                .map(BigDecimal::new)
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .divide(n, new MathContext(800));
        return values.stream()
                .map(value -> new BigDecimal(value).subtract(mean).pow(power, DIGITS))
                .reduce(BigDecimal.ZERO, (a, b) -> a.add(b, DIGITS))
                .divide(n, DIGITS);
    }
}
