package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.order.RowOrder;
import dev.sheaf.order.WholeKey;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The least and greatest keys of the right side of a join. Cost: a pass over a key when it is asked for.
public final class KeyBounds {
    /// So many keys are looked at in some hundredths of a second; more leave a scan little to skip.
    private static final long MOST_ROWS = 1 << 22;

    private final List<Column> keys;

    /// The bounds are to be asked for while the table is open.
    public KeyBounds(BuildTable build, JoinShape shape) {
        this.keys = shape.rightKeys().of(build.rows());
    }

    /// Constants between which all keys lie, both included.
    public record Range(Expr least, Expr greatest) {}

    /// The range of a key; none if all are null, if there are very many, or if its type has values that a scan may
    /// order otherwise.
    public Optional<Range> of(int key) {
        Column column = keys.get(key);
        DataType type = column.type().decoded();
        return hasOneOrder(type) && column.length() <= MOST_ROWS ? range(column, type) : Optional.empty();
    }

    /// Whether scans order the values of a type as sorts do.
    public static boolean hasOneOrder(DataType type) {
        return type.isInteger()
                || type instanceof DataType.DecimalType
                || type instanceof DataType.DateType
                || type instanceof DataType.TimestampType
                || type.equals(DataType.STRING);
    }

    private static Optional<Range> range(Column column, DataType type) {
        Optional<WholeKey> numbers = WholeKey.of(column).filter(WholeKey::rises);
        Optional<WholeKey.Extremes> extremes =
                numbers.isPresent() ? numbers.get().extremes() : ordered(column);
        return extremes.map(
                rows -> new Range(constant(column, rows.leastRow(), type), constant(column, rows.greatestRow(), type)));
    }

    private static Optional<WholeKey.Extremes> ordered(Column column) {
        RowOrder order = RowOrder.between(List.of(column), List.of(column), List.of(SortDirection.ASCENDING));
        long least = -1;
        long greatest = -1;
        for (long row = 0; row < column.length(); row++) {
            if (!column.isNull(row)) {
                least = least < 0 || order.compare(row, least) < 0 ? row : least;
                greatest = greatest < 0 || order.compare(row, greatest) > 0 ? row : greatest;
            }
        }
        return least < 0 ? Optional.empty() : Optional.of(new WholeKey.Extremes(least, greatest));
    }

    private static Expr constant(Column column, long row, DataType type) {
        return new Expr.Literal(Objects.requireNonNull(column.get(row)), type);
    }
}
