package dev.sheaf.expr;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.MemoryPool;

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
        int[] rows = new int[Math.toIntExact(batch.rowCount())];
        int count = select(batch, rows, pool);
        return count == rows.length ? batch.retain() : Take.rows(batch, rows, count, pool);
    }

    /// Writes the numbers of the rows for which the condition is true into `rows`, rising, and returns how many.
    ///
    /// @throws IllegalArgumentException if `rows` is shorter than the batch
    public int select(Table batch, int[] rows, MemoryPool pool) {
        if (rows.length < batch.rowCount()) {
            throw new IllegalArgumentException(
                    "room for " + rows.length + " rows is too little for a batch of " + batch.rowCount());
        }
        Selection selection = new Selection(rows);
        condition.run(batch, pool, selection);
        return selection.count;
    }

    /// Turns words of bits into row numbers.
    private static final class Selection implements Program.Consumer {
        private final int[] rows;
        private int count;

        Selection(int[] rows) {
            this.rows = rows;
        }

        @Override
        public void accept(Chunk chunk, Vector values) {
            long[] bits = ((Vector.Bits) values).values();
            for (int word = 0; word < chunk.words(); word++) {
                addRows(bits[word] & values.valid()[word], (int) chunk.start() + (word << 6));
            }
        }

        private void addRows(long bits, int base) {
            int next = count;
            if (bits == -1) {
                for (int bit = 0; bit < Long.SIZE; bit++) {
                    rows[next + bit] = base + bit;
                }
                count = next + Long.SIZE;
                return;
            }
            for (long left = bits; left != 0; left &= left - 1) {
                rows[next++] = base + Long.numberOfTrailingZeros(left);
            }
            count = next;
        }
    }
}
