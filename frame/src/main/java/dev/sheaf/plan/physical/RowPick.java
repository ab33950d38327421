package dev.sheaf.plan.physical;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.eval.KeptResults;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.physical.join.PartnerStep;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Picks rows of batches by a condition, and lets others gather the columns that they need.
record RowPick(@Nullable RowFilter filter) {
    /// Picks all rows.
    static final RowPick ALL = new RowPick(null);

    static RowPick of(Expr condition, Schema input) {
        return new RowPick(RowFilter.compile(condition, input));
    }

    /// The rows of a batch for which the condition is true; `kept` has what it gave for dictionaries of other batches.
    Picked of(Table batch, MemoryPool pool, KeptResults kept) {
        int rows = Math.toIntExact(batch.rowCount());
        if (filter == null) {
            return new Picked(rows, null);
        }
        long[] bits = new long[Math.ceilDiv(rows, Long.SIZE)];
        return Picked.marked(bits, filter.mark(batch, bits, pool, kept), rows);
    }

    /// Some rows of a batch: all of them, or those with these numbers, in rising order.
    record Picked(int count, int @Nullable [] numbers) {
        /// The `count` rows of a batch whose bits are set.
        static Picked marked(long[] bits, int count, long rows) {
            if (count == rows) {
                return new Picked(count, null);
            }
            int[] numbers = new int[count];
            RowFilter.rows(bits, bits.length, numbers);
            return new Picked(count, numbers);
        }

        /// These rows of a table of the batch.
        Table all(Table table, MemoryPool pool) {
            return numbers == null ? table.retain() : Take.rows(table, numbers, count, pool);
        }

        /// Those of these rows that a step keeps by their keys in a batch. No other column is gathered for that.
        Picked partners(PartnerStep step, Table batch, MemoryPool pool) {
            int[] some = new int[count];
            int kept;
            try (Table keys = batch.select(step.names().stream().distinct().toList());
                    Table picked = all(keys, pool)) {
                kept = step.select(picked, some);
            }
            return kept == count ? this : new Picked(kept, numbersOf(some, kept));
        }

        /// Those of these rows that have the first `wanted` of these places among them.
        Picked among(MemorySegment places, int wanted) {
            int[] some = new int[wanted];
            MemorySegment.copy(places, ValueLayout.JAVA_INT, 0, some, 0, wanted);
            return new Picked(wanted, numbersOf(some, wanted));
        }

        /// Makes places among these rows their numbers.
        private int[] numbersOf(int[] places, int wanted) {
            for (int i = 0; numbers != null && i < wanted; i++) {
                places[i] = numbers[places[i]];
            }
            return places;
        }

        /// Some of these rows, by their places among them; overwrites the places with numbers of rows of the table.
        Table rows(Table table, MemorySegment places, long wanted, MemoryPool pool) {
            Ints rows = Ints.of(places);
            for (long i = 0; numbers != null && i < wanted; i++) {
                rows.put(i, numbers[rows.get(i)]);
            }
            return Take.rows(table, places, wanted, pool);
        }
    }
}
