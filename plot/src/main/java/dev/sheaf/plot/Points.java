package dev.sheaf.plot;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Row;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.DataFrame;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/// The values of one line, or of one row of bars, in order.
record Points(List<Object> x, List<Double> y) {
    /// The most points of a line, and bars.
    static final int MOST = 100_000;

    /// Moments without a zone are drawn as they are written.
    static final TimeZone ZONE = TimeZone.getTimeZone(ZoneOffset.UTC);

    /// @throws IllegalArgumentException if there is none
    Points {
        if (y.stream().allMatch(value -> value.isNaN())) {
            throw new IllegalArgumentException("there is no value to draw");
        }
    }

    /// Numbers of a column over numbers or moments of another; NaN where there is none.
    static Points of(DataFrame frame, String x, String y) {
        DataType type = frame.schema().field(x).type();
        Expr place = type.isNumeric() ? col(x).cast(DataType.FLOAT64) : col(x);
        return read(frame, place, x, y, value -> switch (value) {
            case Double number -> number;
            case LocalDate date -> Date.from(date.atStartOfDay(ZoneOffset.UTC).toInstant());
            case LocalDateTime moment -> Date.from(moment.toInstant(ZoneOffset.UTC));
            case Instant moment -> Date.from(moment);
            default ->
                throw new IllegalArgumentException("column \"" + x + "\" of " + type
                        + " gives no places on an axis; use one of numbers, dates or timestamps, or a bar plot");
        });
    }

    /// Numbers of a column over the texts of another.
    ///
    /// @throws IllegalArgumentException if a text comes twice
    static Points byText(DataFrame frame, String x, String y) {
        Set<Object> seen = new HashSet<>();
        return read(frame, col(x).cast(DataType.STRING), x, y, value -> {
            if (!seen.add(value)) {
                throw new IllegalArgumentException(
                        "\"" + value + "\" comes twice in column \"" + x + "\"; group the rows before");
            }
            return value;
        });
    }

    private interface Place {
        Object of(Object value);
    }

    private static Points read(DataFrame frame, Expr place, String x, String y, Place places) {
        if (frame.rowCount() > MOST) {
            throw new IllegalArgumentException(frame.rowCount() + " rows are too many to draw; take a sample, or group"
                    + " them to at most " + MOST);
        }
        checkNumeric(frame, y);
        List<Object> all = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        frame.assign(place.as(x), finite(col(y)).as(VALUE)).forEach(row -> {
            Object value = row.get(x);
            if (value != null) {
                all.add(places.of(value));
                values.add(Objects.requireNonNullElse((Double) row.get(VALUE), Double.NaN));
            }
        });
        return new Points(all, values);
    }

    private static void checkNumeric(DataFrame frame, String y) {
        DataType type = frame.schema().field(y).type();
        if (!type.isNumeric()) {
            throw new IllegalArgumentException("column \"" + y + "\" of " + type + " has no numbers to draw");
        }
    }

    /// As float64, null where that is NaN or infinite.
    private static Expr finite(Expr number) {
        Expr value = number.cast(DataType.FLOAT64);
        return when(call(Function.ABS, value).le(Double.MAX_VALUE))
                .then(value)
                .otherwise(lit(null).cast(DataType.FLOAT64));
    }

    /// How many values of a column lie in each of `bins` ranges from the least to the greatest, over where these begin.
    ///
    /// @throws IllegalArgumentException if there is no bin, or no finite value
    static Points counted(DataFrame frame, int bins, String column) {
        if (bins < 1 || bins > MOST) {
            throw new IllegalArgumentException("a histogram of " + bins + " bins; use 1 or more");
        }
        checkNumeric(frame, column);
        DataFrame values = frame.select(column).assign(finite(col(column)).as(VALUE));
        DataFrame ends = values.aggregate(min(VALUE).as("min"), max(VALUE).as("max"));
        Double least = (Double) ends.get(0, "min");
        Double greatest = (Double) ends.get(0, "max");
        if (least == null || greatest == null) {
            throw new IllegalArgumentException("column \"" + column + "\" has no finite number");
        }
        double width = greatest > least ? (greatest - least) / bins : 1;
        double[] counts = new double[bins];
        Expr bin = call(Function.FLOOR, col(VALUE).minus(lit(least)).dividedBy(lit(width)));
        values.groupBy(bin.as(BIN)).agg(count().as("rows")).resetIndex().forEach(row -> add(row, counts));
        return new Points(
                starts(least, width, bins), Arrays.stream(counts).boxed().toList());
    }

    /// The greatest value lies in the last range.
    private static void add(Row row, double[] counts) {
        @Nullable Object bin = row.get(BIN);
        if (bin instanceof Double number) {
            counts[(int) Math.clamp(number, 0, counts.length - 1)] += row.getLong("rows");
        }
    }

    private static List<Object> starts(double least, double width, int bins) {
        List<Object> starts = new ArrayList<>();
        for (int bin = 0; bin < bins; bin++) {
            starts.add(String.format(Locale.ROOT, "%.4g", least + bin * width));
        }
        return starts;
    }

    private static final String VALUE = "#value";
    private static final String BIN = "#bin";
}
