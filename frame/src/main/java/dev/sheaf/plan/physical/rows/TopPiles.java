package dev.sheaf.plan.physical.rows;

import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.order.TopRows;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spill.ExternalSort;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The first rows of a stream as the threads of a query find them: a pile a thread while they fit in memory; from then
/// on all go to one external sort.
public final class TopPiles implements AutoCloseable {
    private final long count;
    private final boolean canSpill;
    private final ExternalSort sort;
    private final List<Pile> piles;
    private volatile boolean spilling;
    private boolean merging;

    /// Piles for the first `count` rows of `schema` by the columns `keys`, which tell all rows apart.
    public TopPiles(Schema schema, int[] keys, List<SortDirection> directions, long count, QueryContext context) {
        this.count = count;
        this.canSpill = KeyedSort.canSpill(schema);
        this.sort = new ExternalSort(schema, keys, directions, context);
        this.piles = Stream.generate(() -> new TopRows(schema, keys, directions, count, context.pool()))
                .limit(context.threads())
                .map(Pile::new)
                .toList();
    }

    /// The pile of one thread.
    public Pile pile(int worker) {
        return piles.get(worker);
    }

    /// Whether the rows are in the sort; else they are in memory.
    public boolean isSpilled() {
        return spilling;
    }

    /// The first rows of all piles in order, in memory; the caller closes them.
    public Table result() {
        TopRows all = piles.getFirst().rows;
        IntStream.range(1, piles.size()).forEach(i -> all.addAll(piles.get(i).rows));
        return all.result();
    }

    /// The first rows and others behind them in order, with the first columns under the names of `result`; closing the
    /// source removes what is on disk.
    public BatchSource merged(Schema result) {
        piles.forEach(Pile::spill);
        BatchSource rows = sort.merged(result);
        merging = true;
        return rows;
    }

    /// Closes the rows, unless they are being merged.
    @Override
    public void close() {
        piles.forEach(pile -> pile.rows.close());
        if (!merging) {
            sort.close();
        }
    }

    private boolean isShort() {
        return sort.isShort(piles.stream().mapToLong(pile -> pile.bytes).sum());
    }

    /// The first rows that one thread has found.
    public final class Pile {
        private final TopRows rows;
        private volatile long bytes;

        private Pile(TopRows rows) {
            this.rows = rows;
        }

        /// Where the thread adds rows.
        public TopRows rows() {
            return rows;
        }

        /// Gives up rows if all piles together take too much memory; to be called when rows were added.
        public void fit() {
            weigh();
            if (!spilling && isShort() && rows.rowCount() > count) {
                rows.cut();
                weigh();
            }
            if (canSpill && (spilling || isShort())) {
                spilling = true;
                spill();
            }
        }

        private void weigh() {
            bytes = ExternalSort.byteSize(rows.byteSize(), rows.rowCount());
        }

        private void spill() {
            sort.add(rows.take());
            weigh();
        }
    }
}
