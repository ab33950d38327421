package dev.sheaf.query;

import java.util.Map;
import java.util.OptionalLong;

/// What is known about the rows of a source without reading them: how many (an upper bound once filters apply),
/// and facts by column.
public record SourceStats(OptionalLong rowCount, Map<String, ColumnStats> columns) {
    public SourceStats {
        columns = Map.copyOf(columns);
    }

    /// Nothing known.
    public static final SourceStats UNKNOWN = new SourceStats(OptionalLong.empty(), Map.of());

    /// A known number of rows and nothing more.
    public static SourceStats ofRows(long rows) {
        return new SourceStats(OptionalLong.of(rows), Map.of());
    }

    /// What is known about a column.
    public ColumnStats column(String name) {
        return columns.getOrDefault(name, ColumnStats.UNKNOWN);
    }
}
