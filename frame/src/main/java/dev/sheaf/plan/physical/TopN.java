package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.expr.eval.KeptResults;
import dev.sheaf.memory.Buffer;
import dev.sheaf.order.TopRows;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.plan.physical.rows.SortRows;
import dev.sheaf.plan.physical.rows.TopPiles;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import dev.sheaf.query.Workers;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Finds the first rows of a stream in the order of sort keys without holding the others.
///
/// Each thread keeps the [TopRows] of what it pulls; where they do not fit in memory, [TopPiles] sorts them on disk. Of
/// each batch the condition is evaluated, then the first key of the rows that pass, then the other keys of those that
/// its first key leaves, unless a key may fail; other columns are read of the rows that may be among the first alone.
/// Rows carry their ordinal as the last key, so that ties come out in stream order whichever thread saw them first.
final class TopN {
    /// The keys of so many rows stay in the second-level cache from where they are computed to where they are compared.
    private static final long PART_ROWS = 1 << 15;

    private final Schema result;
    private final TopKeys topKeys;
    private final @Nullable TopKeys firstKey;
    private final Schema schema;
    private final int[] keys;
    private final List<SortDirection> directions;
    private final RowPick filter;
    private final TopBound bound;
    private final QueryContext context;
    private final KeptResults kept = new KeptResults();

    /// The first rows of `input`, of those that `filter` picks, with these columns.
    TopN(Schema input, RowPick filter, List<String> columns, List<SortKey> sortKeys, QueryContext context) {
        this.result = new Schema(columns.stream().map(input::field).toList());
        this.filter = filter;
        this.bound = new TopBound(sortKeys.getFirst().direction(), sortKeys.size() == 1);
        this.context = context;
        this.topKeys = new TopKeys(input, sortKeys);
        this.firstKey = inSteps(sortKeys, input) ? new TopKeys(input, sortKeys.subList(0, 1)) : null;
        List<Field> fields = new ArrayList<>(result.fields());
        for (Field key : topKeys.schema().fields()) {
            fields.add(
                    new Field(ExtraColumns.freshName(new Schema(fields), fields.size()), key.type(), key.nullable()));
        }
        this.schema = new Schema(fields);
        this.keys = IntStream.range(columns.size(), fields.size()).toArray();
        this.directions = new ArrayList<>(SortRows.directions(sortKeys));
        directions.add(SortDirection.ASCENDING);
    }

    /// Whether other keys may be computed of fewer rows than the first: whether one fails must not depend on the limit.
    private static boolean inSteps(List<SortKey> keys, Schema input) {
        return keys.size() > 1 && keys.stream().skip(1).noneMatch(key -> ExprWalker.mayFail(key.expr(), input));
    }

    /// Which rows of its input are still wanted, while it is at work.
    TopBound bound() {
        return bound;
    }

    /// The rows `offset` to `offset + count` of a stream in order, to be closed by the caller.
    BatchSource of(BatchSource source, long offset, long count) {
        try (bound;
                kept;
                TopPiles piles = new TopPiles(schema, keys, directions, offset + count, context)) {
            Workers.runOnAll(context, worker -> pullShare(source, piles.pile(worker)));
            return piles.isSpilled() ? new RangeSource(piles.merged(result), offset, count) : inMemory(piles, offset);
        }
    }

    private BatchSource inMemory(TopPiles piles, long offset) {
        try (Table rows = piles.result()) {
            long start = Math.min(offset, rows.rowCount());
            try (Table inRange = rows.slice(start, rows.rowCount() - start);
                    Table columns = inRange.select(result.names())) {
                return new TableDataset(columns).scan(Scan.of(result.names()), context);
            }
        }
    }

    private void pullShare(BatchSource source, TopPiles.Pile pile) {
        Batch batch;
        while ((batch = source.next(context)) != null) {
            try (Batch pulled = batch) {
                addParts(pulled, pile.rows());
            }
            pile.fit();
            context.checkCancelled();
        }
    }

    private void addParts(Batch batch, TopRows top) {
        for (long row = 0; row < batch.rowCount(); row += PART_ROWS) {
            Table rows = batch.table().slice(row, Math.min(PART_ROWS, batch.rowCount() - row));
            try (Batch part = new Batch(rows, batch.firstRow() + row)) {
                add(part, top);
            }
        }
    }

    private void add(Batch batch, TopRows top) {
        RowPick.Picked picked = picked(batch, top);
        try (Table known = keys(batch, picked);
                Table wanted = batch.table().select(result.names());
                var _ = context.phases().time(Phase.SORT)) {
            top.add(known, (numbers, count) -> made(known, wanted, picked, numbers, count));
            top.bound(0)
                    .ifPresent(first ->
                            bound.offer(first, top.bound(keys.length - 1).orElseThrow()));
        }
    }

    /// The rows that pass and whose first key is not after the last of those that are kept.
    private RowPick.Picked picked(Batch batch, TopRows top) {
        try (var _ = context.phases().time(Phase.EVALUATE)) {
            RowPick.Picked passing = filter.of(batch.table(), context.pool(), kept);
            if (firstKey == null || !top.isFull()) {
                return passing;
            }
            try (Column first = firstKey.first(batch, passing, kept, context);
                    Buffer places = context.pool().allocate((long) passing.count() * Integer.BYTES, "top rows")) {
                int near = top.near(first, places.segment());
                return near == passing.count() ? passing : passing.among(places.segment(), near);
            }
        }
    }

    private Table keys(Batch batch, RowPick.Picked picked) {
        try (var _ = context.phases().time(Phase.EVALUATE)) {
            return topKeys.of(batch, picked, kept, context);
        }
    }

    /// The columns and keys of some of the rows whose keys are known.
    private Table made(Table known, Table wanted, RowPick.Picked picked, MemorySegment numbers, long count) {
        try (Table sorted = Take.rows(known, numbers, count, context.pool());
                Table rows = picked.rows(wanted, numbers, count, context.pool())) {
            List<Column> all = new ArrayList<>();
            rows.columns().forEach(column -> all.add(column.retain()));
            sorted.columns().forEach(column -> all.add(column.retain()));
            return new Table(schema, all, count);
        }
    }
}
