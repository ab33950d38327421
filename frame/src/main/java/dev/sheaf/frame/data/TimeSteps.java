package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Table;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.plan.LogicalPlan;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Moments so far apart by the calendar.
public final class TimeSteps {
    private TimeSteps() {}

    /// The moments from the first value of a sorted column to its last one, as a frame of a column of the same name and
    /// type.
    ///
    /// @throws IllegalArgumentException if `width` is no interval
    public static Frame between(Frame frame, String column, Object width) {
        if (!(width instanceof Interval step)) {
            throw new IllegalArgumentException("stretches of time are intervals, such as 1d or 3mo, not " + width);
        }
        DataType type = frame.columns().get(column).type();
        try (Table steps = Table.of(column, steps(frame.columns().get(column), type, step))) {
            return Frame.of(steps, frame.options())
                    .runBare(plan -> new LogicalPlan.Project(
                            plan, List.of(col(column).cast(type).as(column))));
        }
    }

    private static List<?> steps(FrameColumn values, DataType type, Interval step) {
        Object first = values.length() == 0 ? null : values.value(0);
        Object last = first == null ? null : values.value(values.length() - 1);
        return switch (first) {
            case LocalDate from -> all(k -> moved(from.atStartOfDay(), step, k).toLocalDate(), (LocalDate) last);
            case LocalDateTime from -> all(k -> moved(from, step, k), (LocalDateTime) last);
            case Instant from -> {
                ZoneId zone = ZoneId.of(((DataType.TimestampType) type).zone().orElseThrow());
                LocalDateTime local = LocalDateTime.ofInstant(from, zone);
                yield all(k -> moved(local, step, k).atZone(zone).toInstant(), (Instant) last);
            }
            case null, default -> List.of();
        };
    }

    private static LocalDateTime moved(LocalDateTime from, Interval step, long times) {
        return from.plusMonths(times * step.months())
                .plusDays(times * step.days())
                .plusNanos(Math.multiplyExact(times, step.nanos()));
    }

    private static <T extends Comparable<? super T>> List<T> all(LongFunction<T> step, @Nullable T last) {
        List<T> steps = new ArrayList<>();
        for (long k = 0; last != null && step.apply(k).compareTo(last) <= 0; k++) {
            steps.add(step.apply(k));
        }
        return steps;
    }
}
