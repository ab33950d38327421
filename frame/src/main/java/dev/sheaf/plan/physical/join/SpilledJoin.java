package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.physical.rows.BatchCollector;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// A join whose right side is in partitions: the left side follows it there, then the partitions are joined one by
/// one.
///
/// ```
///   right rows -> partitions by hash
///   left rows, numbered -> partitions by hash
///   each pair of partitions -> BuildTable, JoinSource -> rows with the numbers of their left rows
/// ```
/// A right partition that is still too large is divided by further bits of the hash, and the left one with it. Rows
/// come in any order; [#order] says by what they are in that of a join in memory.
///
/// Cost: rows of both sides are written and read once for each level. One level does for a right side that takes some
/// sixty times the memory that it may take. Rows of one key are in one partition, however many.
public final class SpilledJoin implements AutoCloseable {
    private final JoinShape shape;
    private final JoinShape numbered;
    private final JoinSteps steps;
    private final ExtraColumns leftKeys;
    private final ExtraColumns rightKeys;
    private final JoinPartitions right;
    private final long grantBytes;
    private final QueryContext context;

    SpilledJoin(JoinShape shape, JoinPartitions right, long grantBytes, QueryContext context) {
        this.shape = shape;
        this.numbered = shape.numbered();
        this.steps = new JoinSteps(numbered);
        this.leftKeys = numbered.leftKeys();
        this.rightKeys = numbered.rightKeys();
        this.right = right;
        this.grantBytes = grantBytes;
        this.context = context;
    }

    /// What brings the rows into the order of a join in memory: nulls come last.
    public List<Expr> order() {
        List<Expr> order = new ArrayList<>(List.of(Expressions.col(shape.leftNumber())));
        if (shape.givesUnmatched()) {
            order.add(Expressions.col(shape.rightNumber()));
        }
        return order;
    }

    /// The columns of the rows: those of the join, then what they are ordered by.
    public List<String> columns() {
        List<String> columns = new ArrayList<>(shape.result().names());
        order().forEach(number -> columns.add(number.outputName()));
        return columns;
    }

    /// As [#columns], with their types.
    public Schema schema() {
        return numbered.result().select(columns());
    }

    /// Joins the left side, and gives the rows of one pair of partitions after the other to `sink`; their columns
    /// are in the order of [JoinSteps].
    public void join(BatchSource left, Consumer<BatchSource> sink) {
        try (JoinPartitions parts = partitions(leftKeys, 0)) {
            divide(left, parts, leftKeys, this::numberedLeft);
            join(parts, right, sink);
        }
    }

    private JoinPartitions partitions(ExtraColumns columns, int level) {
        return new JoinPartitions(columns.schema(), shape.keys(), grantBytes, level, context);
    }

    /// What makes a stored row of one of a stream.
    @FunctionalInterface
    private interface Keyed {
        /// A table that the caller closes.
        Table of(Batch batch);
    }

    private Table numberedLeft(Batch batch) {
        try (Table rows = RowNumbers.of(batch, numbered.left(), context)) {
            return leftKeys.step().apply(rows, context);
        }
    }

    private void divide(BatchSource source, JoinPartitions into, ExtraColumns columns, Keyed keyed) {
        Workers.runOnAll(context, _ -> {
            Batch batch;
            while ((batch = source.next(context)) != null) {
                try (Batch pulled = batch;
                        Batch rows = new Batch(keyed.of(pulled), pulled.firstRow())) {
                    into.add(rows, columns);
                }
                context.checkCancelled();
            }
        });
    }

    private void join(JoinPartitions left, JoinPartitions rights, Consumer<BatchSource> sink) {
        for (int partition = 0; partition < JoinPartitions.COUNT; partition++) {
            context.checkCancelled();
            if (isShort(rights, partition) && rights.level() < JoinPartitions.LAST_LEVEL) {
                joinDivided(left, rights, partition, sink);
            } else {
                joinInMemory(left, rights, partition, sink);
            }
            left.drop(partition);
            rights.drop(partition);
        }
    }

    private boolean isShort(JoinPartitions rights, int partition) {
        return rights.byteSize(partition) + BuildTable.indexBytes(rights.rowCount(partition)) > grantBytes;
    }

    private void joinDivided(JoinPartitions left, JoinPartitions rights, int partition, Consumer<BatchSource> sink) {
        try (JoinPartitions finerLeft = partitions(leftKeys, left.level() + 1);
                JoinPartitions finerRight = partitions(rightKeys, rights.level() + 1)) {
            divideAgain(left, partition, finerLeft, leftKeys);
            divideAgain(rights, partition, finerRight, rightKeys);
            join(finerLeft, finerRight, sink);
        }
    }

    private void divideAgain(JoinPartitions from, int partition, JoinPartitions into, ExtraColumns columns) {
        try (BatchSource source = from.source(partition)) {
            divide(source, into, columns, batch -> batch.table().retain());
        }
        from.drop(partition);
    }

    private void joinInMemory(JoinPartitions left, JoinPartitions rights, int partition, Consumer<BatchSource> sink) {
        try (BatchSource source = rights.source(partition);
                BatchCollector batches = BatchCollector.pull(source, BatchStep.NOTHING, context);
                Table rows = batches.toTable(rightKeys.schema(), context)) {
            BuildTable build = BuildTable.of(rows, rightKeys, shape.keys(), context);
            try (BatchSource pairs = new JoinSource(left.source(partition), build, steps)) {
                sink.accept(pairs);
            }
        }
    }

    @Override
    public void close() {
        right.close();
    }
}
