package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.column.Take;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One batch being decoded: the columns of each step of the condition, for the rows that the steps before have left,
/// then all other columns.
///
/// Rows are given up when fewer than one in [#SPARSE] of those decoded so far are left. Until then the next columns
/// are decoded whole, and the rows left by several steps are intersected.
final class BatchSteps {
    private static final int SPARSE = 4;

    private final List<ColumnReader> readers;
    private final List<ConditionStep> steps;
    private final @Nullable Column[] columns;
    private final BitSet decoded = new BitSet();
    private RowChoice choice;
    private int step;
    private long @Nullable [] left;
    private BitSet decoding;
    private volatile BatchWork work;

    BatchSteps(List<ColumnReader> readers, List<ConditionStep> steps, RowChoice choice, MemoryPool pool) {
        this.readers = readers;
        this.steps = steps;
        this.columns = new Column[readers.size()];
        this.choice = choice;
        this.decoding = next();
        this.work = work(pool);
    }

    /// The columns of the next step, or those of no step.
    private BitSet next() {
        if (step < steps.size()) {
            return steps.get(step).added();
        }
        BitSet others = new BitSet();
        others.set(0, columns.length);
        others.andNot(decoded);
        return others;
    }

    private BatchWork work(MemoryPool pool) {
        return new BatchWork(decoding.stream().mapToObj(readers::get).toList(), choice, pool);
    }

    /// What threads do now, the one that reads the batch and those that help.
    BatchWork work() {
        return work;
    }

    /// Whether [#test] comes before [#finish].
    boolean isTesting() {
        return step < steps.size();
    }

    /// Decodes the columns of a step, drops the rows that it does not leave, and offers the columns of the next.
    void test(MemoryPool pool) {
        long begun = System.nanoTime();
        complete();
        ConditionStep tested = steps.get(step);
        int rows = choice.count();
        long[] marked = tested.mark(columns, rows, pool);
        step = marked == null ? steps.size() : step + 1;
        if (marked != null) {
            tested.tookFor(choice.rows(), rows, ones(marked), System.nanoTime() - begun);
            keep(left == null ? marked : common(left, marked), pool);
        }
        decoding = next();
        work = work(pool);
    }

    private void keep(long[] marked, MemoryPool pool) {
        int count = ones(marked);
        if (count > choice.count() / SPARSE) {
            left = marked;
            return;
        }
        int[] rows = new int[count];
        RowFilter.rows(marked, marked.length, rows);
        for (int i = decoded.nextSetBit(0); i >= 0; i = decoded.nextSetBit(i + 1)) {
            try (Column all = Objects.requireNonNull(columns[i])) {
                columns[i] = null;
                columns[i] = Take.rows(all, rows, count, pool);
            }
        }
        choice = choice.narrowed(rows);
        left = null;
    }

    private static int ones(long[] bits) {
        return Arrays.stream(bits).mapToInt(Long::bitCount).sum();
    }

    private static long[] common(long[] one, long[] other) {
        long[] common = new long[one.length];
        for (int word = 0; word < common.length; word++) {
            common[word] = one[word] & other[word];
        }
        return common;
    }

    /// Decodes what is left, and returns all columns in the order of the readers.
    List<Column> finish() {
        complete();
        List<Column> all = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            all.add(Objects.requireNonNull(columns[i]));
            columns[i] = null;
        }
        return all;
    }

    private void complete() {
        List<Column> next = work.complete();
        int given = 0;
        for (int i = decoding.nextSetBit(0); i >= 0; i = decoding.nextSetBit(i + 1)) {
            columns[i] = next.get(given++);
        }
        decoded.or(decoding);
    }

    /// The rows of the batch, and which of them the columns have.
    RowChoice choice() {
        return choice;
    }

    /// Closes what is decoded and was not handed out.
    void close() {
        for (Column column : columns) {
            if (column != null) {
                column.close();
            }
        }
    }
}
