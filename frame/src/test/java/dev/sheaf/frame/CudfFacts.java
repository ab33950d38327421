package dev.sheaf.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/// Facts in a line each: a series or frame made of values, a call, and the values that it gives. Missing values are
/// null; numbers are equal if they differ by a billionth of a thousandth at most, whatever their types.
abstract class CudfFacts {
    private static final double NEARLY = 1e-12;

    static final DataFrame FRAME_C = frame(
            "a", s(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
            "b", s(10, 11, 12, 13, 14, 15, 16, 17, 18, 19),
            "c", s(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    static final DataFrame FRAME_D = frame(
            "a", s(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
            "b", s(10, 11, 12, 13, 14, 15, 16, 17, 18, 19),
            "d", s("a", "v", "a", "v", "a", "v", "a", "v", "a", "v"));

    static Series s(@Nullable Object... values) {
        return Series.of("v", Arrays.asList(values));
    }

    static Series none(int rows) {
        return Series.of("v", new Double[rows]);
    }

    static Series labelled(Series values, Series labels) {
        return Series.of("v", values.toList(), labels.toList());
    }

    static DataFrame frame(Object... namesAndSeries) {
        Object[] columns = namesAndSeries.clone();
        for (int i = 1; i < columns.length; i += 2) {
            columns[i] = ((Series) columns[i]).toList();
        }
        return DataFrame.of(columns);
    }

    static Series concat(Series first, Series second) {
        return DataFrame.concat(first.toFrame(), second.toFrame()).get("v");
    }

    static Series labels(Series series) {
        return Series.of("labels", DataFrameTest.labels(series.toFrame()));
    }

    static void same(Series actual, @Nullable Object... expected) {
        List<@Nullable Object> values = actual.toList();
        assertThat(values).hasSize(expected.length);
        List<String> different = new ArrayList<>();
        for (int i = 0; i < expected.length; i++) {
            if (!isSame(values.get(i), expected[i])) {
                different.add("row " + i + ": " + values.get(i) + " where pandas has " + expected[i]);
            }
        }
        assertThat(different).isEmpty();
    }

    private static boolean isSame(@Nullable Object actual, @Nullable Object expected) {
        if (actual instanceof Number a && expected instanceof Number b) {
            double distance = Math.abs(a.doubleValue() - b.doubleValue());
            return a.doubleValue() == b.doubleValue() || distance <= NEARLY * Math.max(1, Math.abs(b.doubleValue()));
        }
        return java.util.Objects.equals(actual, expected);
    }

    static void near(double actual, double expected) {
        assertThat(actual).isCloseTo(expected, within(NEARLY));
    }

    static void is(@Nullable Object actual, Object expected) {
        assertThat(actual).isEqualTo(expected);
    }

    static void names(DataFrame frame, Object... names) {
        assertThat(DataFrameTest.names(frame)).isEqualTo(Arrays.asList(names));
    }

    static void refused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
    }

    /// A copy has the same values, and a write to it is not seen in the series that it was made of.
    static void copied(Series series, @Nullable Object... values) {
        Series copy = series.copy();
        same(copy, values);
        copy.set(0, 999);
        same(series, values);
        assertThat(copy.get(0)).isEqualTo(999);
    }
}
