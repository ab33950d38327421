package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnComparator;
import java.lang.foreign.MemorySegment;

/// Finds where frames end whose bounds are values: the edges rise with the rows, so one walk through a run does.
final class RangeEdges {
    private final Edges edges;
    private final MemorySegment rows;

    RangeEdges(Edges edges, Runs runs) {
        this.edges = edges;
        this.rows = runs.rows();
    }

    /// Writes the first row whose key is not before the edge; for an upper end, or a lower one that is
    /// open, the first whose key is behind it. An edge before that of an earlier row counts as that. A null
    /// edge is never open: rows without a key have each other.
    void write(boolean upper, boolean open, int from, int to, MemorySegment out) {
        Column edge = (upper ? edges.upper() : edges.lower()).orElseThrow();
        ColumnComparator keyToEdge = ColumnComparator.between(edges.key(), edge, edges.direction());
        int at = from;
        for (int i = from; i < to; i++) {
            int row = Runs.get(rows, i);
            int most = upper != (open && edge.validity().isValid(row)) ? 0 : -1;
            while (at < to && keyToEdge.compare(Runs.get(rows, at), row) <= most) {
                at++;
            }
            Runs.set(out, i, at);
        }
    }
}
