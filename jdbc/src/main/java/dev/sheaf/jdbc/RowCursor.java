package dev.sheaf.jdbc;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.text.ValueText;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Walks over the rows of a source, holding one table at a time. What it holds is given back when the last row is
/// passed, or when it is closed, by whichever thread.
final class RowCursor implements AutoCloseable {
    private final RowSource source;
    private final Schema schema;
    private final long most;
    private @Nullable Table table;
    private long row = -1;
    private long number;
    private boolean ended;

    /// At most `maxRows` rows, or all if that is 0.
    RowCursor(RowSource source, long maxRows) {
        this.source = source;
        this.schema = source.schema();
        this.most = maxRows == 0 ? Long.MAX_VALUE : maxRows;
    }

    Schema schema() {
        return schema;
    }

    /// The number of the present row, from 1; 0 before the first one and behind the last one.
    synchronized long number() {
        return ended ? 0 : number;
    }

    synchronized boolean isAfterLast() {
        return ended && number > 0;
    }

    synchronized boolean next() {
        if (ended || number == most) {
            close();
            return false;
        }
        row++;
        while (table == null || row >= table.rowCount()) {
            if (!advance()) {
                close();
                return false;
            }
        }
        number++;
        return true;
    }

    private boolean advance() {
        if (table != null) {
            table.close();
        }
        table = null;
        table = source.next();
        row = 0;
        return table != null;
    }

    /// All rows behind the present one that its table has, or the next table; the caller closes it. Null at the end.
    synchronized @Nullable Table rest() {
        while (!ended && number < most) {
            Table held = table;
            long from = held == null ? 0 : row + 1;
            if (held == null || from >= held.rowCount()) {
                if (!advance()) {
                    break;
                }
                row = -1;
                continue;
            }
            long count = Math.min(held.rowCount() - from, most - number);
            Table rest = held.slice(from, count);
            row = from + count - 1;
            number += count;
            return rest;
        }
        close();
        return null;
    }

    /// The value in a column, from 1, of the present row.
    ///
    /// @throws SQLException if there is no such column, or no present row
    synchronized @Nullable Object value(int index) throws SQLException {
        return column(index).get(row);
    }

    /// The value as text, as results are written to screens and files.
    ///
    /// @throws SQLException as [#value]
    synchronized @Nullable String text(int index) throws SQLException {
        Column column = column(index);
        if (column.isNull(row)) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        ValueText.append(text, column, row);
        return text.toString();
    }

    private Column column(int index) throws SQLException {
        if (index < 1 || index > schema.size()) {
            throw new SQLException("there is no column " + index + " of " + schema.size(), Errors.BAD_INDEX);
        }
        if (table == null || number == 0) {
            throw new SQLException("there is no present row; call next()", Errors.NO_ROW);
        }
        return table.column(index - 1);
    }

    @Override
    public synchronized void close() {
        if (!ended) {
            ended = true;
            if (table != null) {
                table.close();
            }
            table = null;
            source.close();
        }
    }
}
