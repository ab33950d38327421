package dev.sheaf.spark.translate;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.DateAdd;
import org.apache.spark.sql.catalyst.expressions.DateDiff;
import org.apache.spark.sql.catalyst.expressions.DateSub;
import org.apache.spark.sql.catalyst.expressions.DayOfMonth;
import org.apache.spark.sql.catalyst.expressions.DayOfWeek;
import org.apache.spark.sql.catalyst.expressions.DayOfYear;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Hour;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Minute;
import org.apache.spark.sql.catalyst.expressions.Month;
import org.apache.spark.sql.catalyst.expressions.Quarter;
import org.apache.spark.sql.catalyst.expressions.Second;
import org.apache.spark.sql.catalyst.expressions.TruncDate;
import org.apache.spark.sql.catalyst.expressions.TruncTimestamp;
import org.apache.spark.sql.catalyst.expressions.WeekDay;
import org.apache.spark.sql.catalyst.expressions.WeekOfYear;
import org.apache.spark.sql.catalyst.expressions.Year;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import scala.Option;

/// Dates and timestamps. A timestamp of Spark is a moment, and its parts are those that the time zone of the session
/// shows, which expressions carry with them. Where a day or hour begins in a zone is left to Spark unless that is UTC:
/// zones skip and repeat hours.
final class Temporals {
    private static final int DAYS_OF_WEEK = 7;

    private final java.util.function.Function<Expression, Expr> formulas;

    /// @param formulas translates what the functions take
    Temporals(java.util.function.Function<Expression, Expr> formulas) {
        this.formulas = formulas;
    }

    /// The function in Sheaf, or nothing if it is none of dates and timestamps.
    Optional<Expr> of(Expression expression) {
        return Optional.ofNullable(
                switch (expression) {
                    case Year date -> part(Function.YEAR, date.child());
                    case Quarter date -> part(Function.QUARTER, date.child());
                    case Month date -> part(Function.MONTH, date.child());
                    case WeekOfYear date -> part(Function.WEEK, date.child());
                    case DayOfMonth date -> part(Function.DAY, date.child());
                    case DayOfYear date -> part(Function.DAY_OF_YEAR, date.child());
                    case DayOfWeek date ->
                        number(part(Function.DAY_OF_WEEK, date.child()).plus(1));
                    case WeekDay date -> weekDay(part(Function.DAY_OF_WEEK, date.child()));
                    case Hour time -> part(Function.HOUR, time.child(), time.timeZoneId());
                    case Minute time -> part(Function.MINUTE, time.child(), time.timeZoneId());
                    case Second time -> part(Function.SECOND, time.child(), time.timeZoneId());
                    case DateDiff days -> number(days(Function.SUBTRACT, days.endDate(), days.startDate()));
                    case DateAdd later -> days(Function.ADD, later.startDate(), later.days());
                    case DateSub earlier -> days(Function.SUBTRACT, earlier.startDate(), earlier.days());
                    case TruncDate start -> truncated(start.format(), start.date(), true);
                    case TruncTimestamp start
                    when isUtc(start.timeZoneId()) -> truncated(start.format(), start.timestamp(), false);
                    default -> null;
                });
    }

    /// Spark numbers parts with 32 bits.
    private static Expr number(Expr part) {
        return part.cast(DataType.INT32);
    }

    private Expr days(Function function, Expression date, Expression other) {
        Expr first = formulas.apply(date);
        return Guards.guarded(date, first, other, call(function, first, formulas.apply(other)));
    }

    private Expr part(Function function, Expression date) {
        if (!(date.dataType() instanceof DateType)) {
            throw new UntranslatableException(
                    function.symbol() + " of " + date.dataType().simpleString());
        }
        return number(call(function, formulas.apply(date)));
    }

    private Expr part(Function function, Expression time, Option<String> zone) {
        return number(call(function, shown(formulas.apply(time), time.dataType(), zone)));
    }

    /// Sheaf's week begins with 0 for Sunday, Spark's with 0 for Monday.
    private static Expr weekDay(Expr fromSunday) {
        return number(call(Function.MODULO, fromSunday.plus(DAYS_OF_WEEK - 1), lit(DAYS_OF_WEEK)));
    }

    private Expr truncated(Expression format, Expression moment, boolean isDate) {
        if (!(format instanceof Literal literal) || literal.value() == null) {
            throw new UntranslatableException("a unit that is no constant");
        }
        String unit = unit(literal.value().toString().toUpperCase(Locale.ROOT), isDate);
        return call(Function.DATE_TRUNC, lit(unit), formulas.apply(moment)).cast(SparkTypes.of(moment.dataType()));
    }

    /// Of units that there are not, and of those shorter than a week for dates, Spark makes null.
    private static String unit(String spark, boolean isDate) {
        return switch (spark) {
            case "WEEK", "QUARTER", "YEAR", "MONTH" -> spark.toLowerCase(Locale.ROOT);
            case "MON", "MM" -> "month";
            case "YYYY", "YY" -> "year";
            default -> unitOfDay(spark, isDate);
        };
    }

    private static String unitOfDay(String spark, boolean isDate) {
        boolean isKnown =
                List.of("DAY", "DD", "HOUR", "MINUTE", "SECOND", "MILLISECOND").contains(spark);
        if (isDate || !isKnown) {
            throw new UntranslatableException("the start of a " + spark);
        }
        return spark.equals("DD") ? "day" : spark.toLowerCase(Locale.ROOT);
    }

    /// A timestamp as one of the zone whose clock shows its parts.
    private static Expr shown(Expr value, org.apache.spark.sql.types.DataType type, Option<String> zone) {
        return switch (type) {
            case TimestampNTZType _ -> value;
            case TimestampType _ when isUtc(zone) -> value;
            case TimestampType _
            when zone.isDefined() ->
                value.cast(new DataType.TimestampType(TimeUnit.MICRO, Optional.of(known(zone.get()))));
            default -> throw new UntranslatableException("a part of " + type.simpleString());
        };
    }

    /// A cast among dates and timestamps, or nothing if that is not one.
    static Optional<Expr> cast(
            Expr value,
            org.apache.spark.sql.types.DataType from,
            org.apache.spark.sql.types.DataType to,
            Option<String> zone) {
        boolean fromClock = from instanceof DateType || from instanceof TimestampNTZType;
        boolean toClock = to instanceof DateType || to instanceof TimestampNTZType;
        boolean isKnown = (fromClock && (toClock || (to instanceof TimestampType && isUtc(zone))))
                || (from instanceof TimestampType && toClock);
        if (!isKnown) {
            return Optional.empty();
        }
        Expr shown = from instanceof DateType ? value : shown(value, from, zone);
        return Optional.of(shown.cast(SparkTypes.of(to)));
    }

    /// Spark takes short names, too, such as `PST`.
    private static String known(String zone) {
        try {
            return ZoneId.of(zone).getId();
        } catch (DateTimeException _) {
            throw new UntranslatableException("parts of moments in the time zone " + zone);
        }
    }

    private static boolean isUtc(Option<String> zone) {
        try {
            return zone.isDefined() && isUtc(ZoneId.of(zone.get()));
        } catch (DateTimeException _) {
            return false;
        }
    }

    private static boolean isUtc(ZoneId zone) {
        return zone.getRules().isFixedOffset()
                && zone.getRules().getOffset(Instant.EPOCH).equals(ZoneOffset.UTC);
    }
}
