package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.sql.function.value.Truncation;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Parts of intervals, and of the time between two moments, which has whole days as DuckDB's interval has.
final class IntervalParts {
    /// The names of these functions.
    static final String NAMES = """
            century date_part date_trunc datepart datetrunc day decade epoch epoch_ns epoch_us hour microsecond millennium millisecond
            minute month quarter second year""";

    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final long DAY = 86_400 * SECOND;
    private static final int MONTHS_A_YEAR = 12;

    private IntervalParts() {}

    static void addTo(Map<String, Typed> functions) {
        Collections.list(new StringTokenizer(NAMES)).forEach(token -> {
            String name = (String) token;
            functions.put(name, (arguments, types) -> part(name, arguments, types));
        });
        for (String name : List.of("date_part", "datepart")) {
            functions.put(name, IntervalParts::named);
        }
        for (String name : List.of("date_trunc", "datetrunc")) {
            functions.put(name, IntervalParts::truncated);
        }
    }

    /// What computes a part, if there is one of this name. A switch, so that only what is asked for is made.
    private static @Nullable ToLongFunction<Interval> part(String name) {
        return switch (name) {
            case "year" -> each -> each.months() / MONTHS_A_YEAR;
            case "decade" -> each -> each.months() / (10 * MONTHS_A_YEAR);
            case "century" -> each -> each.months() / (100 * MONTHS_A_YEAR);
            case "millennium" -> each -> each.months() / (1000 * MONTHS_A_YEAR);
            case "quarter" -> each -> each.months() % MONTHS_A_YEAR / 3 + 1;
            case "month" -> each -> each.months() % MONTHS_A_YEAR;
            case "day" -> Interval::days;
            case "hour" -> each -> each.nanos() / (3600 * SECOND);
            case "minute" -> each -> each.nanos() / (60 * SECOND) % 60;
            case "second" -> each -> each.nanos() / SECOND % 60;
            case "millisecond" -> each -> each.nanos() % (60 * SECOND) / MILLI;
            case "microsecond" -> each -> each.nanos() % (60 * SECOND) / MICRO;
            case "epoch_ms" -> each -> micros(each) / (MILLI / MICRO);
            case "epoch_us" -> IntervalParts::micros;
            case "epoch_ns" -> each -> Math.addExact(Math.multiplyExact(micros(each), MICRO), each.nanos() % MICRO);
            default -> null;
        };
    }

    private static boolean takes(DataType type) {
        return type instanceof DataType.IntervalType || type instanceof DataType.DurationType;
    }

    /// A part of a span, and of any other value what the function of that name is.
    static Expr part(String name, List<Expr> arguments, List<DataType> types) {
        boolean isSpan = types.size() == 1 && takes(types.getFirst());
        if (isSpan) {
            return of(name, arguments.getFirst(), types.getFirst());
        }
        boolean isOfDay =
                name.startsWith("epoch_") && types.size() == 1 && types.getFirst() instanceof DataType.TimeType;
        return ScalarFunctions.find(name)
                .orElseThrow()
                .of(isOfDay ? List.of(Expressions.lit(LocalDate.EPOCH).plus(arguments.getFirst())) : arguments);
    }

    /// `date_part('day', x)`.
    private static Expr named(List<Expr> arguments, List<DataType> types) {
        if (types.size() == 2
                && takes(types.getLast())
                && arguments.getFirst() instanceof Expr.Literal(Object value, var _)
                && value instanceof String text) {
            return of(
                    text.toLowerCase(java.util.Locale.ROOT).replaceAll("s$", ""), arguments.getLast(), types.getLast());
        }
        return ScalarFunctions.find("date_part").orElseThrow().of(arguments);
    }

    private static Expr truncated(List<Expr> arguments, List<DataType> types) {
        if (types.size() != 2 || !takes(types.getLast())) {
            return ScalarFunctions.find("date_trunc").orElseThrow().of(arguments);
        }
        ScalarFunction function = ScalarFunction.of(
                "date_trunc",
                List.of(DataType.STRING, types.getLast()),
                DataType.INTERVAL,
                values -> Truncation.of((String) values[0], interval(values[1])));
        return new Expr.Applied(function, arguments);
    }

    private static Interval interval(Object span) {
        return span instanceof Duration time ? days(time) : (Interval) span;
    }

    private static Expr of(String name, Expr span, DataType type) {
        ToLongFunction<Interval> part = part(name);
        if (part == null && !name.equals("epoch")) {
            throw new IllegalArgumentException("an interval has no part " + name);
        }
        DataType result = part == null ? DataType.FLOAT64 : DataType.INT64;
        ScalarFunction function = ScalarFunction.of(name, type, result, (Object value) -> {
            Interval interval = interval(value);
            return part == null ? (Object) seconds(interval) : (Object) part.applyAsLong(interval);
        });
        return Expressions.call(function, span);
    }

    /// Months of 30 days here.
    private static long micros(Interval interval) {
        return Math.addExact(
                Math.multiplyExact(30L * interval.months() + interval.days(), DAY / MICRO), interval.nanos() / MICRO);
    }

    private static Interval days(Duration time) {
        long nanos = time.toNanos();
        return new Interval(0, Math.toIntExact(nanos / DAY), nanos % DAY);
    }

    /// A year has 365.25 days here, a month that makes no year 30.
    private static double seconds(Interval interval) {
        long years = interval.months() / MONTHS_A_YEAR;
        long days = 365 * years + 30L * (interval.months() % MONTHS_A_YEAR) + interval.days();
        return days * 86_400.0 + years * 21_600.0 + interval.nanos() / (double) SECOND;
    }
}
