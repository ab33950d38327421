package dev.sheaf.expr.value;

import dev.sheaf.column.Names;
import dev.sheaf.column.TimeUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The units that DATE_TRUNC and DATE_DIFF count in.
public enum CalendarUnit {
    MICROSECOND,
    MILLISECOND,
    SECOND,
    MINUTE,
    HOUR,
    DAY,
    WEEK,
    MONTH,
    QUARTER,
    YEAR,
    DECADE,
    CENTURY,
    MILLENNIUM;

    /// Whether this is shorter than a day.
    public boolean isOfDay() {
        return ordinal() < DAY.ordinal();
    }

    /// How many of this make a second; 0 for longer units.
    public long perSecond() {
        return switch (this) {
            case MICROSECOND -> 1_000_000;
            case MILLISECOND -> 1_000;
            case SECOND -> 1;
            default -> 0;
        };
    }

    /// How many of `unit` this unit of the day is long; 0 if it is shorter.
    public long count(TimeUnit unit) {
        return switch (this) {
            case MICROSECOND, MILLISECOND, SECOND -> unit.perSecond() / perSecond();
            case MINUTE -> 60 * unit.perSecond();
            case HOUR -> 3600 * unit.perSecond();
            default -> 0;
        };
    }

    /// The unit of a name in any case, singular or plural.
    ///
    /// @throws IllegalArgumentException if there is none, naming the nearest
    public static CalendarUnit of(String name) {
        String asked = name.toUpperCase(Locale.ROOT);
        for (CalendarUnit unit : values()) {
            if (unit.name().equals(asked) || (unit.name() + "S").equals(asked)) {
                return unit;
            }
        }
        List<String> known = Arrays.stream(values())
                .map(unit -> unit.name().toLowerCase(Locale.ROOT))
                .toList();
        throw new IllegalArgumentException("there is no unit '" + name + "'; units: " + String.join(", ", known) + "."
                + Names.didYouMean(name, known));
    }
}
