package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.memory.Ints;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds where frames end whose bounds are values: edges that rise with the rows take one walk through a run. Where
/// a run is cut, the walk begins where a binary search ends, and edges that do not rise take a search each.
final class RangeEdges implements AutoCloseable {
    private final Edges edges;
    private final Optional<Column> key;
    private final Optional<Column> lower;
    private final Optional<Column> upper;

    private RangeEdges(Edges edges, Optional<Column> key, Optional<Column> lower, Optional<Column> upper) {
        this.edges = edges;
        this.key = key;
        this.lower = lower;
        this.upper = upper;
    }

    /// Keys and edges run by run; null if frames have none.
    static @Nullable RangeEdges of(Optional<Edges> edges, Runs runs) {
        if (edges.isEmpty()) {
            return null;
        }
        Optional<Column> key = edges.get().key().map(runs::gather);
        Optional<Column> lower = Optional.empty();
        try {
            lower = edges.get().lower().map(runs::gather);
            return new RangeEdges(edges.get(), key, lower, edges.get().upper().map(runs::gather));
        } catch (RuntimeException | Error failure) {
            key.ifPresent(Column::close);
            lower.ifPresent(Column::close);
            throw failure;
        }
    }

    /// Writes the first row whose key is not before the edge; for an upper end, or a lower one that is open, the
    /// first whose key is behind it. An edge before that of an earlier row counts as that; of earlier rows of
    /// another stretch once all are written ([#rise]). A null edge is never open: rows without a key have each
    /// other.
    ///
    /// @throws IllegalArgumentException if a row has a key and no edge
    void write(boolean isUpper, Frame.Edge shape, int start, int end, int from, int to, Ints out) {
        Column edge = (isUpper ? upper : lower).orElseThrow();
        Column keys = key.orElseThrow();
        ColumnComparator keyToEdge = ColumnComparator.between(keys, edge, edges.direction());
        int at = from == start ? start : -1;
        for (int i = from; i < to; i++) {
            boolean hasEdge = edge.validity().isValid(i);
            if (!hasEdge && keys.validity().isValid(i)) {
                throw RowSteps.noDistance();
            }
            int most = isUpper != (shape.isOpen() && hasEdge) ? 0 : -1;
            at = at < 0 || !shape.rises() ? search(keyToEdge, most, i, start, end) : at;
            while (at < end && keyToEdge.compare(at, i) <= most) {
                at++;
            }
            out.put(i, at);
        }
    }

    /// The distances of a bound in rows or groups.
    RowSteps steps(boolean isUpper) {
        return RowSteps.of((isUpper ? upper : lower).orElseThrow());
    }

    private static int search(ColumnComparator keyToEdge, int most, int row, int start, int end) {
        int low = start;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (keyToEdge.compare(middle, row) <= most) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Lets ends rise from stretch to stretch of a run, too.
    static void rise(Runs runs, Ints ends) {
        for (int stretch = 1; stretch < runs.stretches(); stretch++) {
            int first = runs.stretchStart(stretch);
            int run = runs.firstFrom(first + 1) - 1;
            int end = runs.start(run) < first ? runs.start(run + 1) : first;
            for (int i = first; i < end && ends.get(i) < ends.get(i - 1); i++) {
                ends.put(i, ends.get(i - 1));
            }
        }
    }

    @Override
    public void close() {
        Stream.of(key, lower, upper).flatMap(Optional::stream).forEach(Column::close);
    }
}
