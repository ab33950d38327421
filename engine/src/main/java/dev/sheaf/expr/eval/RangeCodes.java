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
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes whole numbers and days that lie close together as a dictionary of all numbers from the least to the greatest,
/// so that a costly expression of them is computed once for each number instead of for each row.
final class RangeCodes {
    /// There have to be as many rows for each number of the range.
    private static final int REPEATS = 16;

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
    static Table encoded(Table batch, Collection<BoundExpr.Column> worthwhile, MemoryPool pool) {
        if (worthwhile.isEmpty() || batch.rowCount() < FEWEST_ROWS) {
            return batch.retain();
        }
        List<Column> columns = new ArrayList<>();
        try {
            for (int i = 0; i < batch.columns().size(); i++) {
                Column codes = encoded(batch, i, worthwhile, pool);
                columns.add(codes == null ? batch.column(i).retain() : codes);
            }
            return new Table(batch.schema(), columns, batch.rowCount());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private static @Nullable Column encoded(
            Table batch, int index, Collection<BoundExpr.Column> worthwhile, MemoryPool pool) {
        for (BoundExpr.Column column : worthwhile) {
            if (column.index() == index) {
                return encoded(batch, column, pool);
            }
        }
        return null;
    }

    private static @Nullable Column encoded(Table batch, BoundExpr.Column column, MemoryPool pool) {
        if (!(batch.column(column.index()) instanceof FixedColumn fixed)) {
            return null;
        }
        NumberRange range = new NumberRange(batch, column);
        if (!range.find(batch.rowCount() / REPEATS)) {
            return null;
        }
        Buffer codes = pool.allocate(batch.rowCount() * Integer.BYTES, "codes of a range");
        try {
            range.write(codes.segment());
            return new DictionaryColumn(
                    batch.rowCount(),
                    codes,
                    range.values(pool),
                    fixed.validity().slice(0, batch.rowCount()));
        } catch (RuntimeException | Error failure) {
            codes.close();
            throw failure;
        }
    }
}
