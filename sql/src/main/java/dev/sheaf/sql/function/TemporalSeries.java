package dev.sheaf.sql.function;

import static dev.sheaf.column.DataType.TIMESTAMP;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ScalarFunction;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `range` and `generate_series` of moments by an interval, as lists; of numbers as elsewhere.
final class TemporalSeries {
    /// The names of these functions.
    static final String NAMES = """
            generate_series range""";

    private static final int MOST = 10_000_000;

    private TemporalSeries() {}

    static void addTo(Map<String, Typed> functions) {
        for (String name : List.of("range", "generate_series")) {
            functions.put(name, (arguments, types) -> of(name, arguments, types));
        }
    }

    private static Expr of(String name, List<Expr> arguments, List<DataType> types) {
        if (types.stream().noneMatch(type -> type.isTemporal() && !(type instanceof DataType.IntervalType))) {
            return ScalarFunctions.find(name).orElseThrow().of(arguments);
        }
        Typed.checkCount(name, arguments, 3);
        boolean isZoned = types.stream()
                .anyMatch(type -> type instanceof DataType.TimestampType moment
                        && moment.zone().isPresent());
        boolean inclusive = name.equals("generate_series");
        ScalarFunction series = ScalarFunction.of(
                name,
                List.of(TIMESTAMP, TIMESTAMP, DataType.INTERVAL),
                new DataType.ListType(TIMESTAMP),
                values ->
                        moments((LocalDateTime) values[0], (LocalDateTime) values[1], (Interval) values[2], inclusive));
        Expr list = new Expr.Applied(
                series,
                List.of(
                        arguments.getFirst().cast(TIMESTAMP),
                        arguments.get(1).cast(TIMESTAMP),
                        arguments.getLast().cast(DataType.INTERVAL)));
        return isZoned ? list.cast(new DataType.ListType(TemporalFunctions.ZONED)) : list;
    }

    /// Each is the one before and the step; none if that is no time at all.
    private static List<LocalDateTime> moments(
            LocalDateTime start, LocalDateTime end, Interval step, boolean inclusive) {
        boolean rises = step.months() >= 0 && step.days() >= 0 && step.nanos() >= 0;
        boolean falls = step.months() <= 0 && step.days() <= 0 && step.nanos() <= 0;
        if (!rises && !falls) {
            throw new IllegalArgumentException("the parts of the step have both signs");
        }
        if (rises && falls) {
            return List.of();
        }
        List<LocalDateTime> moments = new ArrayList<>();
        LocalDateTime next = start;
        while (rises ? next.isBefore(end) : next.isAfter(end)) {
            add(moments, next);
            next = next.plusMonths(step.months()).plusDays(step.days()).plusNanos(step.nanos());
        }
        if (inclusive && next.equals(end)) {
            add(moments, next);
        }
        return moments;
    }

    private static void add(List<LocalDateTime> moments, LocalDateTime next) {
        if (moments.size() == MOST) {
            throw new IllegalArgumentException("these are more than " + MOST + " moments");
        }
        moments.add(next);
    }
}
