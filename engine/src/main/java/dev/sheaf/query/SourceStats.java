package dev.sheaf.query;

import dev.sheaf.expr.Expr;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// What is known about the rows of a source without reading them: how many (an upper bound once filters apply),
/// facts by column, and, where rows lie in memory, a look at some of them.
public record SourceStats(OptionalLong rowCount, Map<String, ColumnStats> columns, KeySample sample) {
    public SourceStats {
        columns = Map.copyOf(columns);
    }

    /// With no row to look at.
    public SourceStats(OptionalLong rowCount, Map<String, ColumnStats> columns) {
        this(rowCount, columns, KeySample.NONE);
    }

    /// The share of the rows that is taken to meet a condition of which nothing is known.
    private static final double PASSING = 1 / 3.0;

    /// Nothing known.
    public static final SourceStats UNKNOWN = new SourceStats(OptionalLong.empty(), Map.of());

    /// A known number of rows and nothing more.
    public static SourceStats ofRows(long rows) {
        return new SourceStats(OptionalLong.of(rows), Map.of());
    }

    /// The same with another look at rows.
    public SourceStats with(KeySample other) {
        return new SourceStats(rowCount, columns, other);
    }

    /// What some rows tell of a group-by. Without a look, a condition is taken to let a third of the rows pass.
    /// Nothing is known of the number of groups where a key is no column.
    public Look look(List<Expr> keys, Optional<Expr> condition) {
        List<String> names = keys.stream()
                .flatMap(key ->
                        key.unaliased() instanceof Expr.ColumnRef(String name) ? Stream.of(name) : Stream.empty())
                .toList();
        Optional<Look> seen = names.size() < keys.size() ? Optional.empty() : sample.look(names, condition);
        return seen.orElse(new Look(condition.isPresent() ? PASSING : 1, OptionalLong.empty()));
    }

    /// What is known about a column.
    public ColumnStats column(String name) {
        return columns.getOrDefault(name, ColumnStats.UNKNOWN);
    }

    /// What some rows tell of all.
    ///
    /// @param passing the share of the rows that meet the condition, in 0 to 1
    /// @param groups about how many different keys those have
    public record Look(double passing, OptionalLong groups) {}

    /// A look at some rows. Thread-safe.
    @FunctionalInterface
    public interface KeySample {
        /// Where no row can be looked at.
        KeySample NONE = (_, _) -> Optional.empty();

        /// How many rows meet a condition, and how many different values some columns have together in those;
        /// nothing if that is not known or not worth a look. Rows that lie together and have one value count as
        /// few. Cost: a look at a thousand rows.
        Optional<Look> look(List<String> columns, Optional<Expr> condition);
    }
}
