package dev.sheaf.frame;

import java.util.List;
import java.util.Optional;

/// Which row of another frame an as-of join gives each row: of those whose columns `by` are equal the nearest by a
/// column that both have. `Asof.on("time").by("symbol").forward().within(Duration.ofMinutes(5))`
///
/// Nulls are near nothing. Of several rows that are equally near, the last one below is taken, else the first one
/// above.
///
/// @param on the column of both that says how near rows are: numbers, dates, times or timestamps
/// @param by columns that have to be equal
/// @param direction on which side rows are looked for
/// @param exact whether rows whose values are equal are taken
/// @param tolerance the greatest distance, a number, of timestamps and times a Duration, of dates a number of days;
///     none for any
public record Asof(String on, List<String> by, Direction direction, boolean exact, Optional<Object> tolerance) {
    /// Where rows are looked for.
    public enum Direction {
        /// Below, as far as the value itself.
        BACKWARD,
        /// Above, from the value itself on.
        FORWARD,
        /// On both sides.
        NEAREST
    }

    public Asof {
        by = List.copyOf(by);
    }

    /// The last row at or below, by a column.
    public static Asof on(String column) {
        return new Asof(column, List.of(), Direction.BACKWARD, true, Optional.empty());
    }

    /// The same among rows whose columns are equal.
    public Asof by(String... columns) {
        return new Asof(on, List.of(columns), direction, exact, tolerance);
    }

    /// The same with the first row at or above.
    public Asof forward() {
        return new Asof(on, by, Direction.FORWARD, exact, tolerance);
    }

    /// The same with the nearer one of the rows below and above.
    public Asof nearest() {
        return new Asof(on, by, Direction.NEAREST, exact, tolerance);
    }

    /// The same among rows that are no further away than this.
    public Asof within(Object distance) {
        return new Asof(on, by, direction, exact, Optional.of(distance));
    }

    /// The same among rows whose values differ.
    public Asof notEqual() {
        return new Asof(on, by, direction, false, tolerance);
    }
}
