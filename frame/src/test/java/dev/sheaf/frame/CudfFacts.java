package dev.sheaf.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.store.FrameOptions;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/// The words of the files of facts, a fact a line: a series or frame made of values, a call, and the values that
/// it gives. Public, as Java's shell calls them. Missing values are null; numbers are equal if they differ by a
/// billionth of a thousandth at most, whatever their types.
public final class CudfFacts {
    private static final double NEARLY = 1e-12;

    private CudfFacts() {}

    public static final DataFrame FRAME_C = frame(
            "a", s(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
            "b", s(10, 11, 12, 13, 14, 15, 16, 17, 18, 19),
            "c", s(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    public static final DataFrame FRAME_D = frame(
            "a", s(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
            "b", s(10, 11, 12, 13, 14, 15, 16, 17, 18, 19),
            "d", s("a", "v", "a", "v", "a", "v", "a", "v", "a", "v"));

    /// Checks a fact; what is wrong with it is told under its name.
    public static void fact(String name, ThrowingCallable check) {
        try {
            check.call();
        } catch (Throwable wrong) {
            throw new AssertionError(name + ": " + wrong, wrong);
        }
    }

    public static Series s(@Nullable Object... values) {
        return Series.of("v", Arrays.asList(values));
    }

    public static Series none(int rows) {
        return Series.of("v", new Double[rows]);
    }

    public static Series labelled(Series values, Series labels) {
        return Series.of("v", values.toList(), labels.toList());
    }

    /// The positions of the rows, labelled by values with their type.
    public static Series indexed(Series labels) {
        DataFrame frame = DataFrame.of("v", LongStream.range(0, labels.size()).toArray());
        frame.put("k", labels);
        return frame.setIndex("k").get("v");
    }

    /// An index of values, as a series.
    public static Series index(@Nullable Object... labels) {
        return indexed(s(labels)).toFrame().labels().get("k").rename("v");
    }

    public static RangeIndex range(long start, long step, long size) {
        return new RangeIndex("", start, step, size);
    }

    /// Writes rows of one of two series, of which `other` is made of the first, and checks both.
    public static void written(
            boolean copyOnWrite,
            Series first,
            UnaryOperator<Series> other,
            Consumer<List<Series>> write,
            List<?> expected,
            List<?> expectedOfOther) {
        Series one = first.with(FrameOptions.DEFAULT.withCopyOnWrite(copyOnWrite));
        Series two = other.apply(one);
        write.accept(List.of(one, two));
        same(one, expected.toArray());
        same(two, expectedOfOther.toArray());
    }

    public static DataFrame frame(Object... namesAndSeries) {
        Object[] columns = namesAndSeries.clone();
        for (int i = 1; i < columns.length; i += 2) {
            columns[i] = ((Series) columns[i]).toList();
        }
        return DataFrame.of(columns);
    }

    public static Series concat(Series first, Series second) {
        return DataFrame.concat(first.toFrame(), second.toFrame()).get("v");
    }

    /// One series with the values of another written over its own.
    public static Series updated(Series series, Series other) {
        series.update(other);
        return series;
    }

    public static DataFrame updated(DataFrame frame, DataFrame other) {
        frame.update(other);
        return frame;
    }

    public static Series updatedNull(Series series, Series other) {
        series.updateNull(other);
        return series;
    }

    public static DataFrame updatedNull(DataFrame frame, DataFrame other) {
        frame.updateNull(other);
        return frame;
    }

    /// The positions of rows, labelled by tuples of so many labels, which come one behind the other.
    public static DataFrame tuples(int levels, Object... labels) {
        Object[] columns = new Object[2 * levels + 2];
        for (int level = 0; level < levels; level++) {
            int first = level;
            columns[2 * level] = "l" + level;
            columns[2 * level + 1] = IntStream.range(0, labels.length / levels)
                    .mapToObj(row -> labels[row * levels + first])
                    .toList();
        }
        columns[2 * levels] = "v";
        columns[2 * levels + 1] = IntStream.range(0, labels.length / levels).toArray();
        return DataFrame.of(columns)
                .setIndex(IntStream.range(0, levels)
                        .mapToObj(level -> "l" + level)
                        .toArray(String[]::new));
    }

    /// The positions of rows, labelled by minutes of one hour.
    public static DataFrame minutes(int... minutes) {
        LocalDateTime hour = LocalDateTime.parse("2000-01-01T00:00:00");
        return DataFrame.of(
                        "t", IntStream.of(minutes).mapToObj(hour::plusMinutes).toList(),
                        "v", IntStream.range(0, minutes.length).toArray())
                .setIndex("t");
    }

    public static LocalDate date(String text) {
        return LocalDate.parse(text);
    }

    public static LocalDateTime time(String text) {
        return LocalDateTime.parse(text);
    }

    /// A column that was taken out of a frame, which is without it then.
    public static Series popped(DataFrame frame, String column) {
        Series popped = frame.pop(column);
        assertThat(DataFrameTest.names(frame)).doesNotContain(column);
        return popped;
    }

    public static Series labels(Series series) {
        return Series.of("labels", DataFrameTest.labels(series.toFrame()));
    }

    public static void same(Series actual, @Nullable Object... expected) {
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

    public static void near(double actual, double expected) {
        assertThat(actual).isCloseTo(expected, within(NEARLY));
    }

    public static void is(@Nullable Object actual, Object expected) {
        assertThat(actual).isEqualTo(expected);
    }

    public static void names(DataFrame frame, Object... names) {
        assertThat(DataFrameTest.names(frame)).isEqualTo(Arrays.asList(names));
    }

    public static void refused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
    }

    /// A copy has the same values, and a write to it is not seen in the series that it was made of.
    public static void copied(Series series, @Nullable Object... values) {
        Series copy = series.copy();
        same(copy, values);
        copy.set(0, 999);
        same(series, values);
        assertThat(copy.get(0)).isEqualTo(999);
    }
}
