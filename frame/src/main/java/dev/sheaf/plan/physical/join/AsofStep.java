package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Function;
import dev.sheaf.order.RowOrder;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.plan.physical.rows.SortRows;
import dev.sheaf.query.Batch;
import dev.sheaf.query.QueryContext;
import java.util.Collections;
import java.util.List;

/// Finds for each left row of an as-of join its right row: the right side is sorted by keys and value, so the partner
/// is the row before or behind the place where the left row would stand.
public final class AsofStep implements BatchStep {
    private final AsofShape join;
    private final ExtraColumns leftColumns;
    private final PairColumns output;

    /// The right side in order, and its columns of keys and value.
    private final Table right;

    private final List<Column> rightColumns;

    private AsofStep(AsofShape join, Table right) {
        this.join = join;
        this.right = right;
        this.rightColumns = join.rightColumns().of(right);
        this.leftColumns = join.leftColumns();
        this.output = join.output();
    }

    /// @param rows the right side with [AsofShape#rightColumns], which the caller closes
    public static AsofStep of(AsofShape join, Table rows, QueryContext context) {
        ExtraColumns columns = join.rightColumns();
        int width = join.keys().size() + 1;
        Table sorted = SortRows.sorted(rows, columns.schema(), columns.of(rows), ascending(width), context);
        try {
            return new AsofStep(join, sorted);
        } catch (RuntimeException | Error failure) {
            sorted.close();
            throw failure;
        }
    }

    private static List<SortDirection> ascending(int count) {
        return Collections.nCopies(count, SortDirection.ASCENDING);
    }

    @Override
    public Table apply(Batch batch, QueryContext context) {
        try (Table rows = leftColumns.step().apply(batch, context)) {
            Search search = new Search(leftColumns.of(rows));
            RowPairs pairs = new RowPairs();
            int count = Math.toIntExact(rows.rowCount());
            for (int row = 0; row < count; row++) {
                add(pairs, row, search.partner(row));
            }
            return output.gather(rows, right, pairs, context.pool());
        }
    }

    private void add(RowPairs pairs, int row, int partner) {
        boolean found = partner != RowPairs.NONE;
        boolean given = switch (join.kind()) {
            case INNER, SEMI -> found;
            case ANTI -> !found;
            default -> true;
        };
        if (given) {
            pairs.add(row, partner);
        }
    }

    @Override
    public void close() {
        right.close();
    }

    /// The search for the partners of a batch of left rows; each begins where the one before ended.
    private final class Search {
        private final List<Column> left;
        private final RowOrder order;
        private final RowOrder keys;
        private final int count = Math.toIntExact(right.rowCount());

        /// Whether right rows that are equal to the left one stand before the place that is looked for.
        private final boolean equalBefore;

        /// Whether the partner is the row before that place, or the one behind it.
        private final boolean takesBefore;

        private int place;

        Search(List<Column> left) {
            this.left = left;
            int width = left.size();
            this.order = RowOrder.between(left, rightColumns, ascending(width));
            this.keys = RowOrder.between(
                    left.subList(0, width - 1), rightColumns.subList(0, width - 1), ascending(width - 1));
            Function comparison = join.nearest().comparison();
            this.equalBefore = comparison == Function.GREATER_OR_EQUAL || comparison == Function.LESS;
            this.takesBefore = comparison == Function.GREATER_OR_EQUAL || comparison == Function.GREATER;
        }

        int partner(int row) {
            if (comparesWithNothing(row)) {
                return RowPairs.NONE;
            }
            place = place(row);
            int partner = takesBefore ? place - 1 : place;
            boolean matches = partner >= 0
                    && partner < count
                    && rightColumns.getLast().validity().isValid(partner)
                    && keys.compare(row, partner) == 0;
            return matches ? partner : RowPairs.NONE;
        }

        private boolean comparesWithNothing(int row) {
            for (int column = 0; column < left.size(); column++) {
                boolean nullSafe =
                        column < join.keys().size() && join.keys().get(column).nullSafe();
                if (!nullSafe && !left.get(column).validity().isValid(row)) {
                    return true;
                }
            }
            return false;
        }

        private boolean isBefore(int rightRow, int row) {
            int compared = order.compare(row, rightRow);
            return equalBefore ? compared >= 0 : compared > 0;
        }

        /// The first right row that does not stand before a left row: steps that double from the last place, then
        /// halves.
        private int place(int row) {
            int low = 0;
            int high = count;
            long step = 1;
            if (place < count && isBefore(place, row)) {
                low = place + 1;
                while (low + step < count && isBefore((int) (low + step), row)) {
                    low = (int) (low + step) + 1;
                    step *= 2;
                }
                high = (int) Math.min(count, low + step);
            } else {
                high = place;
                while (high - step >= 0 && !isBefore((int) (high - step), row)) {
                    high = (int) (high - step);
                    step *= 2;
                }
                low = (int) Math.max(0, high - step);
            }
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (isBefore(middle, row)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
