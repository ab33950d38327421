package dev.sheaf.expr.eval;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.ColumnWriter;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.expr.vector.VectorConsumer;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.LongBuffer;
import java.util.Arrays;

/// Keeps the rows of a batch for which a condition is true. Thread-safe.
public final class RowFilter {
    private final Evaluator condition;

    private RowFilter(Evaluator condition) {
        this.condition = condition;
    }

    /// Compiles a condition over the columns of a schema.
    ///
    /// @throws IllegalArgumentException if it is not of type bool or does not fit the schema
    public static RowFilter compile(Expr predicate, Schema schema) {
        return new RowFilter(Evaluator.of(Binder.bindPredicate(predicate, schema)));
    }

    /// The rows for which the condition is true, in order; to be closed by the caller, `batch` stays open. If all
    /// are kept the columns are shared, not copied.
    ///
    /// @throws ArithmeticException as [Evaluator#evaluate]
    public Table apply(Table batch, MemoryPool pool) {
        int rowCount = Math.toIntExact(batch.rowCount());
        try (Buffer numbers = pool.allocate((long) rowCount * Integer.BYTES, "selected rows")) {
            Selection selection = new Selection(numbers.segment());
            condition.run(batch, pool, KeptResults.NONE, selection);
            return selection.count == rowCount
                    ? batch.retain()
                    : Take.rows(batch, numbers.segment(), selection.count, pool);
        }
    }

    /// Writes the numbers of the rows for which the condition is true into `rows`, rising, and returns how many.
    ///
    /// @throws IllegalArgumentException if `rows` is shorter than the batch
    public int select(Table batch, int[] rows, MemoryPool pool) {
        if (rows.length < batch.rowCount()) {
            throw new IllegalArgumentException(
                    "room for " + rows.length + " rows is too little for a batch of " + batch.rowCount());
        }
        int[] count = {0};
        condition.run(
                batch,
                pool,
                KeptResults.NONE,
                (chunk, values) -> count[0] += addRows((Vector.Bits) values, chunk, rows, count[0]));
        return count[0];
    }

    /// Writes a bit a row into `bits`, lowest first, set where the condition is true, and returns how many are.
    ///
    /// @throws IllegalArgumentException if `bits` has too few bits for the batch
    public int mark(Table batch, long[] bits, MemoryPool pool) {
        return mark(batch, bits, pool, KeptResults.NONE);
    }

    /// As [#mark(Table, long[], MemoryPool)], one of the batches of a stream: what dictionaries gave before is used
    /// again.
    ///
    /// @throws IllegalArgumentException if `bits` has too few bits for the batch
    public int mark(Table batch, long[] bits, MemoryPool pool, KeptResults kept) {
        if (bits.length * (long) Long.SIZE < batch.rowCount()) {
            throw new IllegalArgumentException("room for " + bits.length * (long) Long.SIZE
                    + " rows is too little for a batch of " + batch.rowCount());
        }
        LongBuffer target = LongBuffer.wrap(bits);
        condition.run(
                batch,
                pool,
                kept,
                (chunk, values) -> ColumnWriter.store(((Vector.Bits) values).values(), chunk, target));
        int words = Math.toIntExact((batch.rowCount() + Long.SIZE - 1) / Long.SIZE);
        return Arrays.stream(bits, 0, words).mapToInt(Long::bitCount).sum();
    }

    /// Writes the numbers of the rows whose bit is set among the first `words` words into `rows`, rising, and
    /// returns how many.
    public static int rows(long[] bits, int words, int[] rows) {
        int found = 0;
        for (int word = 0; word < words; word++) {
            found = addRows(bits[word], word << 6, rows, found);
        }
        return found;
    }

    /// Adds the rows of a chunk from place `from` on and returns how many they are.
    private static int addRows(Vector.Bits values, Chunk chunk, int[] rows, int from) {
        int found = from;
        for (int word = 0; word < chunk.words(); word++) {
            found = addRows(values.values()[word], (int) chunk.start() + (word << 6), rows, found);
        }
        return found - from;
    }

    private static int addRows(long bits, int base, int[] rows, int found) {
        int next = found;
        if (bits == -1) {
            for (int bit = 0; bit < Long.SIZE; bit++) {
                rows[next + bit] = base + bit;
            }
            return next + Long.SIZE;
        }
        for (long left = bits; left != 0; left &= left - 1) {
            rows[next++] = base + Long.numberOfTrailingZeros(left);
        }
        return next;
    }

    /// Turns words of bits into row numbers.
    private static final class Selection implements VectorConsumer {
        private final MemorySegment target;
        private final int[] rows = new int[Chunk.ROWS];
        private int count;

        Selection(MemorySegment target) {
            this.target = target;
        }

        @Override
        public void accept(Chunk chunk, Vector values) {
            int found = addRows((Vector.Bits) values, chunk, rows, 0);
            Views.ints(target, count, found).put(0, rows, 0, found);
            count += found;
        }
    }
}
