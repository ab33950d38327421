package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.column.SortDirection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Puts row groups in the order in which they may hold the first rows by a column, as far as footers tell: first those
/// of which that is not known, last those that have nothing but nulls, where nulls come last.
public final class RowGroupOrder {
    private RowGroupOrder() {}

    /// Row groups of which the same is known stay in their order.
    public static List<RowGroupTask> of(
            List<RowGroupTask> tasks, String column, DataType type, SortDirection direction) {
        return tasks.stream()
                .map(task -> ranked(task, column, type, direction))
                .sorted(Comparator.comparing(Ranked::rank)
                        .thenComparing((a, b) -> compare(a.bound(), b.bound(), direction.descending())))
                .map(Ranked::task)
                .toList();
    }

    private enum Rank {
        UNKNOWN,
        BOUNDED,
        NULLS
    }

    private record Ranked(RowGroupTask task, Rank rank, Optional<Object> bound) {}

    private static Ranked ranked(RowGroupTask task, String column, DataType type, SortDirection direction) {
        Optional<Leaf> leaf = task.file().flatLeaf(column);
        if (leaf.isEmpty()) {
            return new Ranked(task, Rank.UNKNOWN, Optional.empty());
        }
        ChunkStatistics chunk = ChunkStatistics.of(task.file(), task.rowGroup(), leaf.get(), type);
        long nulls = chunk.nullCount().orElse(-1);
        if (direction.nullsFirst() ? nulls != 0 : nulls == task.rowCount()) {
            return new Ranked(task, direction.nullsFirst() ? Rank.UNKNOWN : Rank.NULLS, Optional.empty());
        }
        // NaN is greater than all numbers.
        Optional<Object> greatest = chunk.mayHoldNan() ? Optional.empty() : chunk.max();
        Optional<Object> bound = direction.descending() ? greatest : chunk.min();
        return new Ranked(task, bound.isPresent() ? Rank.BOUNDED : Rank.UNKNOWN, bound);
    }

    /// Bounds of one column have one type, so they compare unless they are missing.
    private static int compare(Optional<Object> a, Optional<Object> b, boolean descending) {
        if (a.isEmpty() || b.isEmpty()) {
            return 0;
        }
        int order = switch (BoundValue.compare(a.get(), b.get())) {
            case LESS -> -1;
            case GREATER -> 1;
            case EQUAL, UNKNOWN -> 0;
        };
        return descending ? -order : order;
    }
}
