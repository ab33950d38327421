package dev.sheaf.sql.function.value;

import dev.sheaf.column.Interval;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Spans of time multiplied and divided by numbers, as PostgreSQL and DuckDB do it.
public final class Scaling {
    private static final int DAYS_PER_MONTH = 30;
    private static final int SECONDS_PER_DAY = 86_400;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int NANOS_PER_MICRO = 1000;

    private Scaling() {}

    /// A [Duration] or [Interval] `factor` times, or that part of it; null that by 0.
    ///
    /// @throws ArithmeticException if it is longer than any span
    public static @Nullable Object of(Object span, double factor, boolean divides) {
        if (divides && factor == 0) {
            return null;
        }
        return span instanceof Duration duration
                ? Duration.ofNanos(micros(scaled(duration.toNanos(), factor, divides)) * NANOS_PER_MICRO)
                : of((Interval) span, factor, divides);
    }

    /// What is left of months goes to days, and of days to the time, rounded as PostgreSQL does it.
    private static Interval of(Interval span, double factor, boolean divides) {
        double months = scaled(span.months(), factor, divides);
        double days = scaled(span.days(), factor, divides);
        double ofMonths = rounded(fraction(months) * DAYS_PER_MONTH);
        double left = rounded((fraction(days) + fraction(ofMonths)) * SECONDS_PER_DAY);
        double whole = (long) (left / SECONDS_PER_DAY);
        double nanos = scaled(span.nanos(), factor, divides) + (left - whole * SECONDS_PER_DAY) * NANOS_PER_SECOND;
        return new Interval(
                whole(months),
                Math.addExact(Math.addExact(whole(days), whole(ofMonths)), whole(whole)),
                Math.multiplyExact(micros(nanos), NANOS_PER_MICRO));
    }

    private static double scaled(double amount, double factor, boolean divides) {
        return amount * (divides ? 1 / factor : factor);
    }

    /// With six digits.
    private static double rounded(double number) {
        return Math.rint(number * 1e6) / 1e6;
    }

    private static double fraction(double number) {
        return number - (long) number;
    }

    private static int whole(double number) {
        return Math.toIntExact((long) number);
    }

    /// Rounded to whole microseconds.
    private static long micros(double nanos) {
        return BigDecimal.valueOf(nanos / NANOS_PER_MICRO)
                .setScale(0, RoundingMode.HALF_EVEN)
                .longValueExact();
    }
}
