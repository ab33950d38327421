package dev.sheaf.sql.function;

import static dev.sheaf.column.DataType.FLOAT64;
import static dev.sheaf.column.DataType.INT64;
import static dev.sheaf.column.DataType.TIMESTAMP;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.ScalarFunction;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

/// Functions of moments and intervals, and the moment of now.
public final class TemporalFunctions {
    /// The names of these functions.
    static final String NAMES = """
            age bit_length date_add date_sub datesub epoch_ms epoch_ns epoch_us julian make_time make_timestamp
            make_timestamp_ms microsecond nanosecond to_centuries to_days to_decades to_hours to_microseconds
            to_millennia to_milliseconds to_minutes to_months to_quarters to_seconds to_timestamp to_weeks
            to_years yearweek""";

    private static final long NANOS_A_SECOND = 1_000_000_000;
    private static final long NANOS_A_MICRO = 1_000;
    private static final double MICROS_A_SECOND = 1e6;
    private static final long NANOS_A_DAY = 86_400 * NANOS_A_SECOND;
    private static final long JULIAN_EPOCH = 2_440_588;
    static final DataType ZONED = new DataType.TimestampType(TimeUnit.MICRO, Optional.of("UTC"));
    private static final LocalDateTime EPOCH = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);

    private static final ScalarFunction OF_MICROS = ScalarFunction.of(
            "make_timestamp", INT64, TIMESTAMP, (Long micros) -> EPOCH.plus(micros, ChronoUnit.MICROS));
    private static final ScalarFunction OF_MILLIS = ScalarFunction.of(
            "make_timestamp_ms", INT64, TIMESTAMP, (Long millis) -> EPOCH.plus(millis, ChronoUnit.MILLIS));
    private static final ScalarFunction OF_PARTS = ScalarFunction.of(
            "make_timestamp",
            List.of(INT64, INT64, INT64, INT64, INT64, FLOAT64),
            TIMESTAMP,
            values -> date((Long) values[0], (Long) values[1], (Long) values[2])
                    .atTime(time((Long) values[3], (Long) values[4], (Double) values[5])));

    private static final Set<String> WORDS = Set.of(
            "current_date",
            "current_timestamp",
            "current_time",
            "localtimestamp",
            "localtime",
            "current_user",
            "session_user",
            "current_role",
            "user");

    private TemporalFunctions() {}

    /// What a name means at a moment: `today`, `now`, who asks, and SQL's words without parentheses.
    public static Optional<Expr> now(String name, Instant now) {
        LocalDateTime local = LocalDateTime.ofInstant(now, ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS);
        return switch (name) {
            case "today", "current_date" -> Optional.of(Expressions.lit(local.toLocalDate()));
            case "now", "current_timestamp", "get_current_timestamp", "transaction_timestamp" ->
                Optional.of(Expressions.lit(local.toInstant(ZoneOffset.UTC)));
            case "localtimestamp", "current_localtimestamp" -> Optional.of(Expressions.lit(local));
            case "localtime", "current_localtime", "current_time", "get_current_time" ->
                Optional.of(Expressions.lit(local.toLocalTime()));
            case "current_user", "session_user", "current_role", "user" -> Optional.of(Expressions.lit("duckdb"));
            default -> Optional.empty();
        };
    }

    /// Whether a name means the present without parentheses behind it.
    public static boolean isWord(String name) {
        return WORDS.contains(name);
    }

    static void addTo(Map<String, Scalar> functions) {
        interval(functions, "to_years", n -> months(n, 12));
        interval(functions, "to_quarters", n -> months(n, 3));
        interval(functions, "to_decades", n -> months(n, 120));
        interval(functions, "to_centuries", n -> months(n, 1_200));
        interval(functions, "to_millennia", n -> months(n, 12_000));
        interval(functions, "to_months", n -> new Interval(Math.toIntExact(n), 0, 0));
        interval(functions, "to_weeks", n -> new Interval(0, Math.toIntExact(Math.multiplyExact(n, 7)), 0));
        interval(functions, "to_days", n -> new Interval(0, Math.toIntExact(n), 0));
        interval(functions, "to_hours", n -> time(n, 3600 * NANOS_A_SECOND));
        interval(functions, "to_minutes", n -> time(n, 60 * NANOS_A_SECOND));
        interval(functions, "to_seconds", n -> time(n, NANOS_A_SECOND));
        interval(functions, "to_milliseconds", n -> time(n, NANOS_A_MICRO * NANOS_A_MICRO));
        interval(functions, "to_microseconds", n -> time(n, NANOS_A_MICRO));
        since(functions, "epoch_ms", TemporalFunctions::millis);
        since(functions, "epoch_us", micros -> micros);
        since(functions, "epoch_ns", micros -> micros.times(NANOS_A_MICRO));
        add(functions, ScalarFunction.of("microsecond", TIMESTAMP, INT64, TemporalFunctions::micros));
        add(functions, ScalarFunction.of("nanosecond", TIMESTAMP, INT64, TemporalFunctions::nanos));
        add(functions, ScalarFunction.of("julian", TIMESTAMP, FLOAT64, TemporalFunctions::julian));
        functions.put("make_timestamp_ms", arguments -> new Expr.Applied(OF_MILLIS, arguments));
        Spans.addTo(functions);
        add(functions, ScalarFunction.of("to_timestamp", FLOAT64, ZONED, TemporalFunctions::ofSeconds));
        functions.put("make_timestamp", TemporalFunctions::made);
        add(
                functions,
                ScalarFunction.of(
                        "make_time",
                        List.of(INT64, INT64, FLOAT64),
                        DataType.TIME,
                        values -> time((Long) values[0], (Long) values[1], (Double) values[2])));
        functions.put("date_add", arguments -> new Expr.Call(Function.ADD, arguments));
        functions.put("yearweek", arguments -> yearWeek(arguments));
        functions.put("bit_length", arguments -> new Expr.Call(Function.OCTET_LENGTH, arguments).times(8L));
    }

    private static void interval(Map<String, Scalar> functions, String name, LongFunction<Interval> made) {
        add(functions, ScalarFunction.of(name, INT64, DataType.INTERVAL, (Long n) -> made.apply(n)));
    }

    private static Interval months(long count, long months) {
        return new Interval(Math.toIntExact(Math.multiplyExact(count, months)), 0, 0);
    }

    private static Interval time(long count, long nanos) {
        return new Interval(0, 0, Math.multiplyExact(count, nanos));
    }

    private static void since(Map<String, Scalar> functions, String name, UnaryOperator<Expr> ofMicros) {
        functions.put(name, arguments -> {
            if (arguments.size() != 1) {
                throw new IllegalArgumentException(name + " takes 1 argument, not " + arguments.size());
            }
            return ofMicros.apply(new Expr.Call(
                    Function.DATE_DIFF,
                    List.of(Expressions.lit("microsecond"), Expressions.lit(EPOCH), arguments.getFirst())));
        });
    }

    /// The nearest number of milliseconds, away from 0 at a half.
    private static Expr millis(Expr micros) {
        Expr half = Expressions.when(micros.lt(0L)).then(Expressions.lit(-500L)).otherwise(Expressions.lit(500L));
        return new Expr.Call(Function.INT_DIVIDE, List.of(micros.plus(half), Expressions.lit(1000L)));
    }

    private static long micros(LocalDateTime moment) {
        return moment.getSecond() * (long) MICROS_A_SECOND + moment.getNano() / NANOS_A_MICRO;
    }

    private static long nanos(LocalDateTime moment) {
        return moment.getSecond() * NANOS_A_SECOND + moment.getNano();
    }

    /// Days since noon of the first day of 4713 before our time, the day of a moment counting from midnight.
    private static double julian(LocalDateTime moment) {
        return moment.toLocalDate().toEpochDay()
                + JULIAN_EPOCH
                + moment.toLocalTime().toNanoOfDay() / (double) NANOS_A_DAY;
    }

    private static Instant ofSeconds(double seconds) {
        return Instant.EPOCH.plus(Math.round(seconds * MICROS_A_SECOND), ChronoUnit.MICROS);
    }

    private static LocalTime time(long hour, long minute, double second) {
        return LocalTime.of(Math.toIntExact(hour), Math.toIntExact(minute))
                .plusNanos(Math.round(seconds(second) * MICROS_A_SECOND) * NANOS_A_MICRO);
    }

    private static double seconds(double second) {
        if (second >= 0 && second < 60) {
            return second;
        }
        throw new IllegalArgumentException("seconds are from 0 to below 60");
    }

    /// Of microseconds since 1970, or of the parts from the year to the second.
    private static Expr made(List<Expr> arguments) {
        if (arguments.size() == 1) {
            return new Expr.Applied(OF_MICROS, arguments);
        }
        return new Expr.Applied(OF_PARTS, arguments);
    }

    private static LocalDate date(long year, long month, long day) {
        return LocalDate.of(Math.toIntExact(year), Math.toIntExact(month), Math.toIntExact(day));
    }

    private static void add(Map<String, Scalar> functions, ScalarFunction function) {
        functions.put(function.name(), Scalar.of(function));
    }

    private static Expr yearWeek(List<Expr> arguments) {
        if (arguments.size() != 1) {
            throw new IllegalArgumentException("yearweek takes 1 argument, not " + arguments.size());
        }
        Expr isoYear =
                Objects.requireNonNull(DerivedFunctions.PARTS.get("isoyear")).apply(arguments.getFirst());
        return isoYear.times(100L).plus(new Expr.Call(Function.WEEK, arguments));
    }
}
