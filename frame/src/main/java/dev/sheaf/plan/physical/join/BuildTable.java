package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The right side of a join: its rows, and where they are found by their keys. Read by any number of threads once it is
/// made.
public final class BuildTable implements AutoCloseable {
    private final Table rows;
    private final RightIndex index;
    private @Nullable KeyFilter filter;
    private @Nullable Table coded;
    private long gathered;

    private BuildTable(Table rows, RightIndex index) {
        this.rows = rows;
        this.index = index;
    }

    /// What finding so many rows takes at most besides the rows.
    static long indexBytes(long rows) {
        return HashIndex.bytes(rows);
    }

    /// Finds the rows of a table, which stays the caller's, by the columns that `columns` made of the keys.
    public static BuildTable of(Table rows, ExtraColumns columns, List<JoinKey> keys, QueryContext context) {
        if (rows.rowCount() > Integer.MAX_VALUE - 1) {
            throw new IllegalArgumentException("the right side of a join has " + rows.rowCount()
                    + " rows, more than 2,147,483,646; exchange the sides, or filter it before");
        }
        Table own = rows.retain();
        try (var _ = context.phases().time(Phase.GROUP)) {
            return new BuildTable(own, index(columns.of(own), keys, (int) own.rowCount(), context));
        } catch (RuntimeException | Error failure) {
            own.close();
            throw failure;
        }
    }

    private static RightIndex index(List<Column> columns, List<JoinKey> keys, int rows, QueryContext context) {
        Optional<DenseIndex> dense = DenseIndex.of(columns, keys, rows, context);
        return dense.isPresent() ? dense.get() : HashIndex.of(columns, keys, rows, context);
    }

    /// A filter of the keys of all rows that may have a partner; closed with the table. Made when it is asked for, by
    /// one thread.
    public KeyFilter filter(QueryContext context) {
        if (filter == null) {
            filter = index.filter(context);
        }
        return filter;
    }

    /// Whether rows are found by a number, their only key.
    public boolean isByNumber() {
        return index instanceof DenseIndex dense && dense.isByOneKey();
    }

    /// The rows, key columns included.
    public Table rows() {
        return rows;
    }

    /// The rows to take values of columns from, for `pairs` more pairs. Once more were taken than there are rows, texts
    /// of which few are distinct are codes of a dictionary: codes are copied, and grouped, for less.
    synchronized Table rows(List<Integer> columns, int pairs, QueryContext context) {
        gathered += pairs;
        if (coded == null && gathered > rows.rowCount()) {
            coded = CodedTexts.of(rows, columns, context.pool());
        }
        return coded == null ? rows : coded;
    }

    RightIndex index() {
        return index;
    }

    @Override
    public void close() {
        rows.close();
        index.close();
        if (filter != null) {
            filter.close();
        }
        if (coded != null) {
            coded.close();
        }
    }
}
