package dev.sheaf.plan.physical;

import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.Column;
import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.order.RowOrder;
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
