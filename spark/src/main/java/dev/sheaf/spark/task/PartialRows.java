package dev.sheaf.spark.task;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.Accumulator;
import dev.sheaf.groupby.Backends;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.spark.column.BatchFiller;
import dev.sheaf.spark.column.TableBatch;
import dev.sheaf.spark.translate.AggregateSpec;
import dev.sheaf.spark.translate.Translation;
import dev.sheaf.spark.translate.Translator;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.BiConsumer;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/// Groups the input of a task in rounds. A round ends when its groups take much of the task's memory, when hardly two
/// of its rows shared a group, or with the input; its groups go out as rows, and the next round begins without any. So
/// the map side needs no disk, and rows that cannot be reduced pass through a table that stays in the caches.
final class PartialRows<T> implements Iterator<InternalRow> {
    private static final int BATCH_ROWS = 1 << 15;

    /// A GPU takes as long for few rows as for this many, which take a part of the memory at most.
    private static final int BATCH_ROWS_OF_GPU = 1 << 20;

    private static final int BATCH_PART_OF_GPU = 16;
    private static final int MOST_BYTES_OF_VALUE = 16;

    /// The part of the limit that groups may take: an accumulator goes to disk beyond four tenths.
    private static final double ROUND_PART = 0.3;

    /// So many groups, of so large a part of the rows, are not worth keeping: even twenty times the rows would have
    /// five groups for six rows.
    private static final int POOR_GROUPS = 1 << 17;

    private static final double POOR_PART = 0.99;

    private final Shuffle shuffle;
    private final MapMetrics metrics;
    private final Iterator<T> input;
    private final BiConsumer<BatchFiller, T> add;
    private final TaskContext running = TaskContext.get();
    private final TaskMemory memory;
    private final Translation translation;
    private final Queue<InternalRow> ready = new ArrayDeque<>();
    private final BatchFiller filler;
    private @Nullable Accumulator round;
    private @Nullable BatchSource tables;
    private boolean ended;
    private long strategies;
    private long groupNanos;

    PartialRows(
            AggregateSpec spec,
            Shuffle shuffle,
            TaskDevice device,
            MapMetrics metrics,
            Iterator<T> input,
            BiConsumer<BatchFiller, T> add) {
        this.memory = TaskMemory.open(running, device);
        this.shuffle = shuffle;
        this.metrics = metrics;
        this.input = input;
        this.add = add;
        this.translation = Translator.translate(spec);
        this.filler = new BatchFiller(translation.inputs(), batchRows(device), memory.pool(), this::addTable);
        running.addTaskCompletionListener((TaskCompletionListener) _ -> close());
    }

    private int batchRows(TaskDevice device) {
        if (!device.isGpu()) {
            return BATCH_ROWS;
        }
        long rowBytes =
                (long) MOST_BYTES_OF_VALUE * Math.max(1, translation.inputs().size());
        long fitting = memory.pool().limitBytes() / BATCH_PART_OF_GPU / rowBytes;
        return Math.clamp(fitting, BATCH_ROWS, BATCH_ROWS_OF_GPU);
    }

    private Accumulator round() {
        if (round == null) {
            round = Backends.accumulate(translation.request(), Long.MAX_VALUE, memory.context());
        }
        return round;
    }

    private void take(T next) {
        if (next instanceof TableBatch batch) {
            metrics.splits().add(1);
            tables = batch.open(translation.inputs(), translation.request().filter(), memory.context());
        } else {
            add.accept(filler, next);
        }
    }

    private void addNext(BatchSource from) {
        try (Batch batch = from.next(memory.context())) {
            if (batch != null) {
                addTable(batch.table());
                return;
            }
        }
        closeTables();
    }

    private void closeTables() {
        if (tables != null) {
            tables.close();
            tables = null;
        }
    }

    private void addTable(Table table) {
        if (running.isInterrupted()) {
            throw new TaskKilledException("the task was killed");
        }
        long start = System.nanoTime();
        metrics.rows().add(table.rowCount());
        Overflows.run(() -> round().add(table));
        grouped(start);
        if (memory.pool().usedBytes() > memory.pool().limitBytes() * ROUND_PART || isPoor()) {
            endRound();
        }
    }

    private boolean isPoor() {
        long rows = round().rows();
        return rows >= POOR_GROUPS && round().distinctKeys() >= Math.max(POOR_GROUPS, rows * POOR_PART);
    }

    private void endRound() {
        long start = System.nanoTime();
        Accumulator groups = round();
        strategies |= Strategy.bit(groups.decision());
        StateRows rows = new StateRows(translation.request(), shuffle, memory.context(), ready);
        Overflows.run(() -> groups.forEachState(states -> {
            metrics.groups().add(states.rowCount());
            rows.add(states, groups.rows());
        }));
        closeRound();
        metrics.rounds().add(1);
        grouped(start);
    }

    private void grouped(long start) {
        long nanos = System.nanoTime() - start;
        groupNanos += nanos;
        metrics.groupTime().add(nanos);
    }

    private boolean hasUsedGpu() {
        return memory.context().decisions().stream()
                .anyMatch(decision -> decision.choice().startsWith("cuda"));
    }

    private void closeRound() {
        if (round != null) {
            round.close();
            round = null;
        }
    }

    @Override
    public boolean hasNext() {
        if (ready.isEmpty() && !ended) {
            long start = System.nanoTime();
            long before = groupNanos;
            while (ready.isEmpty() && !ended) {
                advance();
            }
            metrics.readTime().add(System.nanoTime() - start - (groupNanos - before));
        }
        return !ready.isEmpty();
    }

    private void advance() {
        if (tables != null) {
            addNext(tables);
        } else if (input.hasNext()) {
            take(input.next());
        } else {
            ended = true;
            filler.flush();
            endRound();
            metrics.gpuTasks().add(hasUsedGpu() ? 1 : 0);
            metrics.strategy().set(strategies);
        }
    }

    @Override
    public InternalRow next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return ready.remove();
    }

    private void close() {
        filler.close();
        closeTables();
        closeRound();
    }
}
