package dev.sheaf.expr.eval;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Table;
import dev.sheaf.expr.bind.BoundColumns;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes whole numbers and days that lie close together as a dictionary of all numbers from the least to the greatest,
/// so that a costly expression of them is computed once for each number instead of for each row. Batches of a stream
/// share the dictionary ([NumbersSoFar]).
final class RangeCodes {
    private static final int FEWEST_ROWS = 4 * Chunk.ROWS;

    private RangeCodes() {}

    /// The columns from which an expression computes something costly that is null where they are.
    static List<BoundExpr.Column> worthwhile(BoundExpr expr) {
        Set<BoundExpr.Column> found = new LinkedHashSet<>();
        find(expr, found);
        return List.copyOf(found);
    }

    private static void find(BoundExpr expr, Set<BoundExpr.Column> found) {
        Optional<BoundExpr.Column> only = BoundColumns.only(expr);
        if (only.isEmpty()) {
            expr.children().forEach(child -> find(child, found));
        } else if (isWhole(only.get().type()) && isCostly(expr) && BoundColumns.isNullOfNull(expr)) {
            found.add(only.get());
        }
    }

    private static boolean isWhole(DataType type) {
        return type.layout().isWhole() && type.layout() != Layout.INT128;
    }

    private static boolean isCostly(BoundExpr expr) {
        boolean itself = switch (expr) {
            case BoundExpr.Cast cast -> cast.type().equals(DataType.STRING);
            case BoundExpr.Call call ->
                switch (call.function()) {
                    case DATE_TRUNC, YEAR, QUARTER, MONTH, WEEK, DAY, DAY_OF_YEAR -> true;
                    default -> false;
                };
            default -> false;
        };
        return itself || expr.children().stream().anyMatch(RangeCodes::isCostly);
    }

    /// The batch with dictionaries for those of the columns that are worth it; to be closed by the caller.
    static Table encoded(Table batch, Collection<BoundExpr.Column> worthwhile, MemoryPool pool, KeptResults kept) {
        if (worthwhile.isEmpty() || batch.rowCount() < FEWEST_ROWS) {
            return batch.retain();
        }
        try (Closer closer = new Closer()) {
            List<Column> columns = new ArrayList<>();
            for (int i = 0; i < batch.columnCount(); i++) {
                columns.add(closer.add(encoded(batch, i, worthwhile, pool, kept)));
            }
            closer.release();
            return new Table(batch.schema(), columns, batch.rowCount());
        }
    }

    private static Column encoded(
            Table batch, int index, Collection<BoundExpr.Column> worthwhile, MemoryPool pool, KeptResults kept) {
        for (BoundExpr.Column column : worthwhile) {
            Column codes = column.index() == index ? encoded(batch, column, pool, kept.numbers(column)) : null;
            if (codes != null) {
                return codes;
            }
        }
        return batch.column(index).retain();
    }

    private static @Nullable Column encoded(
            Table batch, BoundExpr.Column column, MemoryPool pool, NumbersSoFar numbers) {
        if (!(batch.column(column.index()) instanceof FixedColumn fixed)) {
            return null;
        }
        long rows = batch.rowCount();
        try (Numbers before = numbers.before(rows)) {
            Column codes = before == null ? null : coded(fixed, new NumberRange(batch, column), before, pool);
            if (codes != null) {
                return codes;
            }
        }
        NumberRange range = new NumberRange(batch, column);
        if (!range.find(rows)) {
            return null;
        }
        try (Numbers with = numbers.with(range, rows, column.type(), pool)) {
            return with == null ? null : coded(fixed, range, with, pool);
        }
    }

    /// The column as codes of numbers; null if it has others, or fewer rows.
    private static @Nullable Column coded(FixedColumn column, NumberRange range, Numbers numbers, MemoryPool pool) {
        if (numbers.values().length() > column.length()) {
            return null;
        }
        try (Buffer codes = pool.allocate(column.length() * Integer.BYTES, "codes of a range")) {
            return range.write(numbers, codes.segment())
                    ? new DictionaryColumn(
                            column.length(),
                            codes.retain(),
                            numbers.values().retain(),
                            column.validity().slice(0, column.length()))
                    : null;
        }
    }
}
