package dev.sheaf.query;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.bounds.BlockOrder;
import dev.sheaf.query.bounds.Pruning;
import dev.sheaf.query.bounds.TableBlocks;
import dev.sheaf.query.bounds.TableBounds;
import dev.sheaf.query.bounds.ValueBounds;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A table in memory as a [Dataset]. It does not own the table: the caller keeps it open while scans run.
///
/// Scans leave out blocks of rows for which the condition cannot be true. What that takes is found out by the
/// scans and kept with this object, see [TableBounds], so whoever asks a table again and again keeps one of
/// these.
public final class TableDataset implements Dataset {
    /// Rows a batch: enough to amortise a batch, few enough that its columns stay in the second-level cache
    /// while several pass over them.
    static final int MORSEL_ROWS = 1 << 16;

    private final Table table;
    private final TableBounds bounds = new TableBounds();

    /// Of a table of which nothing is known yet.
    public TableDataset(Table table) {
        this.table = table;
    }

    /// The table.
    public Table table() {
        return table;
    }

    @Override
    public Schema schema() {
        return table.schema();
    }

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(table.rowCount()).with(new SampledRows(table));
    }

    @Override
    public String describe() {
        return "table of " + table.rowCount() + " rows";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        int morselRows = context.settings().getPositive("morsel.rows", context.batchRows(MORSEL_ROWS));
        Optional<Pruning> filter = scan.filter().map(condition -> Pruning.by(condition, table.schema()));
        Table selected = table.select(scan.columns());
        try {
            return new TableSource(selected, new TableBlocks(selected, morselRows, bounds), filter, scan.lead());
        } catch (RuntimeException | Error failure) {
            selected.close();
            throw failure;
        }
    }

    /// Whether both are the same table.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TableDataset dataset && dataset.table == table;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(table);
    }

    @Override
    public String toString() {
        return "TableDataset[table=" + table + "]";
    }

    /// Slices of a table, a block each, handed out in order or, where some are wanted sooner, those first.
    private static final class TableSource implements BatchSource {
        private final Table table;
        private final TableBlocks blocks;
        private final Optional<Pruning> filter;
        private final Optional<Scan.Lead> lead;
        private final int[] chosen;
        private final int[] lowest;
        private final AtomicInteger next = new AtomicInteger();

        TableSource(Table table, TableBlocks blocks, Optional<Pruning> filter, Optional<Scan.Lead> lead) {
            this.table = table;
            this.blocks = blocks;
            this.filter = filter;
            this.lead = lead;
            this.chosen = chosen();
            this.lowest = chosen.clone();
            for (int i = lowest.length - 2; i >= 0; i--) {
                lowest[i] = Math.min(lowest[i], lowest[i + 1]);
            }
        }

        /// The blocks that may have rows, by what is known of them.
        private int[] chosen() {
            IntStream all = IntStream.range(0, blocks.count());
            IntStream some = filter.isEmpty()
                    ? all
                    : all.filter(block -> filter.get().mayMatch(column -> blocks.known(block, column)));
            return lead.isEmpty() ? some.toArray() : led(some.boxed().toList(), lead.get());
        }

        private int[] led(List<Integer> some, Scan.Lead by) {
            return BlockOrder.of(some, block -> blocks.known(block, by.column()), by.direction()).stream()
                    .mapToInt(block -> block)
                    .toArray();
        }

        @Override
        public Schema schema() {
            return table.schema();
        }

        @Override
        public SourceStats stats() {
            long rows = IntStream.of(chosen).mapToLong(blocks::rows).sum();
            return SourceStats.ofRows(rows).with(new SampledRows(table));
        }

        @Override
        public @Nullable Batch next(QueryContext context) {
            for (int at = next.getAndIncrement(); at < chosen.length; at = next.getAndIncrement()) {
                context.checkCancelled();
                int block = chosen[at];
                if (mayMatch(block)) {
                    return batch(blocks.firstRow(block), blocks.rows(block));
                }
            }
            return null;
        }

        private boolean mayMatch(int block) {
            return mayMatch(filter, block) && mayMatch(wanted(block), block);
        }

        /// Finds out what is not known of the column that leads: a later scan may read the block sooner or
        /// later for it.
        private Optional<Pruning> wanted(int block) {
            return lead.flatMap(by -> {
                blocks.found(block, by.column());
                return by.wanted()
                        .apply(blocks.firstRow(block))
                        .map(condition -> Pruning.by(condition, table.schema()));
            });
        }

        private boolean mayMatch(Optional<Pruning> condition, int block) {
            return condition.isEmpty() || condition.get().mayMatch(column -> bounds(condition.get(), block, column));
        }

        private @Nullable ValueBounds bounds(Pruning condition, int block, String column) {
            return condition.columns().contains(column) ? blocks.found(block, column) : blocks.known(block, column);
        }

        /// All blocks that are left, if they lie one behind the other.
        @Override
        public @Nullable Batch takeRest(QueryContext context) {
            context.checkCancelled();
            int last = chosen.length - 1;
            int at = next.get();
            if (at > last || chosen[last] - chosen[at] != last - at || !Arrays.equals(chosen, lowest)) {
                return null;
            }
            int first = next.getAndSet(chosen.length);
            if (first > last) {
                return null;
            }
            long start = blocks.firstRow(chosen[first]);
            return batch(start, blocks.firstRow(chosen[last]) + blocks.rows(chosen[last]) - start);
        }

        private Batch batch(long first, long rows) {
            return new Batch(table.slice(first, rows), first);
        }

        @Override
        public long lowestNextRow() {
            int at = next.get();
            return at < lowest.length ? blocks.firstRow(lowest[at]) : table.rowCount();
        }

        @Override
        public void close() {
            table.close();
        }
    }
}
