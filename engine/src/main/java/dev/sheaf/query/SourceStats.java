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

    /// One row of so many is taken to meet a condition.
    public static final int PASSING = 3;

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

    /// About how many groups keys make of the rows that meet a condition, which a third is taken to do. Nothing if that
    /// is not known, or a key is no column.
    public OptionalLong groups(List<Expr> keys, Optional<Expr> condition) {
        List<String> names = keys.stream()
                .flatMap(key ->
                        key.unaliased() instanceof Expr.ColumnRef(String name) ? Stream.of(name) : Stream.empty())
                .toList();
        OptionalLong all = names.size() < keys.size() ? OptionalLong.empty() : sample.groups(names);
        return all.isEmpty() || condition.isEmpty() ? all : OptionalLong.of(all.getAsLong() / PASSING);
    }

    /// What is known about a column.
    public ColumnStats column(String name) {
        return columns.getOrDefault(name, ColumnStats.UNKNOWN);
    }

    /// How many different keys there may be, judged by some rows. Thread-safe.
    @FunctionalInterface
    public interface KeySample {
        /// Where no row can be looked at.
        KeySample NONE = _ -> OptionalLong.empty();

        /// About how many different values some columns have together; nothing if that is not known or not worth a
        /// look. Rows that lie together and have one value count as few. Cost: a look at a thousand rows.
        OptionalLong groups(List<String> columns);
    }
}
