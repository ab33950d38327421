package dev.sheaf.expr.eval;

import dev.sheaf.column.Table;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.load.ColumnNode;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;

/// The range of the numbers of a column, which is read a chunk at a time.
final class NumberRange {
    private final long rowCount;
    private final ColumnNode node;
    private final Chunk chunk = new Chunk();
    private long least = Long.MAX_VALUE;
    private long most = Long.MIN_VALUE;

    NumberRange(Table batch, BoundExpr.Column column) {
        this.rowCount = batch.rowCount();
        this.node = new ColumnNode(column.index(), column.type());
        node.open(batch);
    }

    long least() {
        return least;
    }

    long most() {
        return most;
    }

    /// Whether there are values, which lie in a range of at most `limit` numbers.
    boolean find(long limit) {
        for (long start = 0; start < rowCount; start += Chunk.ROWS) {
            add(load(start));
            boolean isWide = least <= most && (most - least < 0 || most - least >= limit);
            if (isWide) {
                return false;
            }
        }
        return least <= most;
    }

    /// Writes how far each value is above the least of `numbers`; codes under nulls may be anything. Ends at the first
    /// chunk with a value that is none of them.
    ///
    /// @return whether all are
    boolean write(Numbers numbers, MemorySegment target) {
        for (long start = 0; start < rowCount; start += Chunk.ROWS) {
            Vector.Longs loaded = load(start);
            add(loaded);
            if (least < numbers.least() || most > numbers.most()) {
                return false;
            }
            write(loaded.values(), numbers.least(), Views.ints(target, start, chunk.rows()), chunk.rows());
        }
        return true;
    }

    private Vector.Longs load(long start) {
        chunk.moveTo(start, (int) Math.min(Chunk.ROWS, rowCount - start));
        node.evaluate(chunk, new long[0]);
        return (Vector.Longs) node.vector();
    }

    private void add(Vector.Longs loaded) {
        for (int word = 0; word < chunk.words(); word++) {
            add(loaded.values(), loaded.valid()[word], word << 6);
        }
    }

    private void add(long[] values, long valid, int base) {
        if (valid == -1) {
            for (int i = base; i < base + Long.SIZE; i++) {
                least = Math.min(least, values[i]);
                most = Math.max(most, values[i]);
            }
            return;
        }
        for (long left = valid; left != 0; left &= left - 1) {
            long value = values[base + Long.numberOfTrailingZeros(left)];
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
    }

    private static void write(long[] values, long least, IntBuffer codes, int rows) {
        for (int row = 0; row < rows; row++) {
            codes.put(row, (int) (values[row] - least));
        }
    }
}
