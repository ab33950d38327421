package dev.sheaf.sql.function.value;

import dev.sheaf.column.Interval;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Spans of time multiplied and divided by numbers, as PostgreSQL and DuckDB do it.
public final class Scaling {
    private static final int DAYS_PER_MONTH = 30;
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;
    private static final int NANOS_PER_MICRO = 1000;

    private Scaling() {}

    /// A [Duration] or [Interval] `factor` times, or that part of it; null that by 0.
    ///
    /// @throws ArithmeticException if it is longer than any span
    public static @Nullable Object of(Object span, double factor, boolean divides) {
        if (divides && factor == 0) {
            return null;
        }
        double times = divides ? 1 / factor : factor;
        return span instanceof Duration duration
                ? Duration.ofNanos(micros(duration.toNanos() * times) * NANOS_PER_MICRO)
                : of((Interval) span, times);
    }

    private static Interval of(Interval span, double times) {
        double months = span.months() * times;
        double days = span.days() * times + fraction(months) * DAYS_PER_MONTH;
        double nanos = span.nanos() * times + fraction(days) * NANOS_PER_DAY;
        return new Interval(whole(months), whole(days), Math.multiplyExact(micros(nanos), NANOS_PER_MICRO));
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
