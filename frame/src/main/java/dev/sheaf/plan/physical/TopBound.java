package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.order.RowOrder;
import dev.sheaf.plan.physical.join.KeyBounds;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The nearest first key behind which no thread of a search for first rows wants a row. Thread-safe.
final class TopBound implements AutoCloseable {
    private final SortDirection direction;
    private @Nullable Column bound;

    TopBound(SortDirection direction) {
        this.direction = direction;
    }

    /// Takes the first key of the last of the rows that a thread keeps, a column of one row; others that come behind
    /// it are not among the first.
    synchronized void offer(Column key) {
        if (bound == null
                || RowOrder.between(List.of(key), List.of(bound), List.of(direction))
                                .compare(0, 0)
                        < 0) {
            close();
            bound = key.slice(0, 1);
        }
    }

    /// The condition of the rows that may be among the first, whose first key is `key`; empty while all may be, or if a
    /// scan may order values of its type otherwise.
    synchronized Optional<Expr> wanted(Expr key) {
        if (bound == null || !KeyBounds.hasOneOrder(bound.type().decoded())) {
            return Optional.empty();
        }
        Object value = bound.get(0);
        if (value == null) {
            return direction.nullsFirst() ? Optional.of(key.isNull()) : Optional.empty();
        }
        DataType type = bound.type().decoded();
        Expr literal = new Expr.Literal(value, type);
        Expr within = direction.descending() ? key.ge(literal) : key.le(literal);
        return Optional.of(direction.nullsFirst() ? within.or(key.isNull()) : within);
    }

    @Override
    public synchronized void close() {
        if (bound != null) {
            bound.close();
            bound = null;
        }
    }
}
