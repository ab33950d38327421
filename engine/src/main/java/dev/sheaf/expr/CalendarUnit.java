package dev.sheaf.expr;

import dev.sheaf.column.Names;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The units that DATE_TRUNC and DATE_DIFF count in.
enum CalendarUnit {
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

    /// The unit of a name in any case, singular or plural.
    ///
    /// @throws IllegalArgumentException if there is none, naming the nearest
    static CalendarUnit of(String name) {
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
