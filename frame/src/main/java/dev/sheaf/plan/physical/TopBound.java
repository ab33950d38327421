package dev.sheaf.plan.physical;

import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.Column;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.order.RowOrder;
import dev.sheaf.order.TopRows;
import dev.sheaf.plan.physical.join.KeyBounds;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The nearest row behind which no thread of a search for first rows wants a row. Thread-safe.
final class TopBound implements AutoCloseable {
    private final SortDirection direction;
    private final boolean isOnlyKey;
    private @Nullable Column bound;
    private long ordinal;

    /// Rows are ordered by a first key in `direction`, then by others or, if it is the only one, by their
    /// ordinal.
    TopBound(SortDirection direction, boolean isOnlyKey) {
        this.direction = direction;
        this.isOnlyKey = isOnlyKey;
    }

    /// Takes first key and ordinal of the last of the rows that a thread keeps, columns of one row; others that
    /// come behind it are not among the first.
    synchronized void offer(Column key, Column ordinals) {
        long last = (Long) Objects.requireNonNull(ordinals.get(0));
        int order = bound == null
                ? -1
                : RowOrder.between(List.of(key), List.of(bound), List.of(direction))
                        .compare(0, 0);
        if (order < 0 || (order == 0 && last < ordinal)) {
            close();
            bound = key.slice(0, 1);
            ordinal = last;
        }
    }

    /// The condition of the rows with ordinals from `row` on that may be among the first, whose first key is
    /// `key`; empty while all may be, or if a scan may order values of its type otherwise.
    synchronized Optional<Expr> wanted(long row, Expr key) {
        if (bound == null || !KeyBounds.hasOneOrder(bound.type().decoded())) {
            return Optional.empty();
        }
        boolean tiesLose = isOnlyKey && row > ordinal;
        Object value = bound.get(0);
        if (value == null) {
            return orNull(tiesLose, key);
        }
        Expr within = within(tiesLose, key, new Expr.Literal(value, bound.type().decoded()));
        return Optional.of(direction.nullsFirst() ? within.or(key.isNull()) : within);
    }

    /// The rows of a batch whose first key, a column of it, is not behind the bound, to be closed by the caller; the
    /// batch as it is if they are most of it.
    Table within(Table batch, int column, MemoryPool pool) {
        Column last = nearest();
        if (last == null) {
            return batch.retain();
        }
        int rows = Math.toIntExact(batch.rowCount());
        try (last;
                Buffer numbers = pool.allocate((long) rows * Integer.BYTES, "top rows")) {
            int count = TopRows.upTo(last, batch.column(column), direction, numbers.segment());
            return count > rows / 4 * 3 ? batch.retain() : Take.rows(batch, numbers.segment(), count, pool);
        }
    }

    private synchronized @Nullable Column nearest() {
        return bound == null ? null : bound.retain();
    }

    private Optional<Expr> orNull(boolean tiesLose, Expr key) {
        if (direction.nullsFirst()) {
            return Optional.of(tiesLose ? lit(false) : key.isNull());
        }
        return tiesLose ? Optional.of(key.isNotNull()) : Optional.empty();
    }

    private Expr within(boolean tiesLose, Expr key, Expr last) {
        if (direction.descending()) {
            return tiesLose ? key.gt(last) : key.ge(last);
        }
        return tiesLose ? key.lt(last) : key.le(last);
    }

    @Override
    public synchronized void close() {
        if (bound != null) {
            bound.close();
            bound = null;
        }
    }
}
