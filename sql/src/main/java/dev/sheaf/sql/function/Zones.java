package dev.sheaf.sql.function;

import static dev.sheaf.column.DataType.STRING;
import static dev.sheaf.column.DataType.TIMESTAMP;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ScalarFunction;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;

/// `x AT TIME ZONE 'Europe/Berlin'` and `timezone(zone, x)`: what clocks of a zone show at a moment, and the moment at
/// which they show a time.
public final class Zones {
    private static final ScalarFunction SHOWN = ScalarFunction.of(
            "timezone",
            STRING,
            TemporalFunctions.ZONED,
            TIMESTAMP,
            (String zone, Instant moment) -> LocalDateTime.ofInstant(moment, zone(zone)));
    private static final ScalarFunction MEANT = ScalarFunction.of(
            "timezone",
            STRING,
            TIMESTAMP,
            TemporalFunctions.ZONED,
            (String zone, LocalDateTime time) -> time.atZone(zone(zone)).toInstant());

    private Zones() {}

    /// A moment in a zone; of a moment alone its distance from UTC, in seconds.
    ///
    /// @throws IllegalArgumentException if there are more or fewer arguments than the zone and the time
    public static Expr of(List<Expr> arguments, List<DataType> types) {
        if (arguments.size() == 1) {
            return when(arguments.getFirst().isNotNull()).then(lit(0L)).otherwise(lit(null));
        }
        Typed.checkCount("timezone", arguments, 2);
        Expr time = arguments.getLast();
        boolean isZoned = types.getLast().decoded() instanceof DataType.TimestampType moment
                && moment.zone().isPresent();
        return isZoned
                ? new Expr.Applied(SHOWN, List.of(arguments.getFirst(), time.cast(TemporalFunctions.ZONED)))
                : new Expr.Applied(MEANT, List.of(arguments.getFirst(), time.cast(TIMESTAMP)));
    }

    private static ZoneId zone(String name) {
        try {
            return ZoneId.of(name.equalsIgnoreCase("utc") ? "UTC" : name);
        } catch (DateTimeException unknown) {
            throw new IllegalArgumentException("there is no time zone " + name, unknown);
        }
    }
}
