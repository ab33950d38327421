package dev.sheaf.cli.output;

import dev.sheaf.cli.output.Grid.Cell;
import dev.sheaf.cli.output.Grid.Heading;
import dev.sheaf.column.Column;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.io.text.TextTarget;
import dev.sheaf.query.BatchSink;
import dev.sheaf.text.Printable;
import dev.sheaf.text.ValueText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/// Draws a result as a [Grid] once it is complete: all rows, or the first and the last ones of many.
final class GridSink implements BatchSink {
    /// Longer texts are cut before they are kept; no column shows as much.
    private static final int MAX_CHARS = 256;

    private static final int MAX_WIDTH = 64;
    private static final String NULL = "NULL";

    private final Schema schema;
    private final long maxRows;
    private final Screen screen;
    private final TextTarget target;
    private final List<List<Cell>> first = new ArrayList<>();
    private final Deque<List<Cell>> last = new ArrayDeque<>();
    private long rowCount;

    GridSink(Schema schema, long maxRows, Screen screen, TextTarget target) {
        this.schema = schema;
        this.maxRows = maxRows;
        this.screen = screen;
        this.target = target;
    }

    @Override
    public void write(Table table) {
        long row = 0;
        while (row < table.rowCount() && rowCount + row < maxRows) {
            first.add(cells(table, row++));
        }
        for (row = Math.max(row, table.rowCount() - lastRows()); row < table.rowCount(); row++) {
            last.add(cells(table, row));
            if (last.size() > lastRows()) {
                last.remove();
            }
        }
        rowCount += table.rowCount();
    }

    /// Of a long result, as many of the first rows are shown as of the last, or one more.
    private long lastRows() {
        return maxRows / 2;
    }

    private static List<Cell> cells(Table table, long row) {
        List<Cell> cells = new ArrayList<>(table.columnCount());
        for (Column column : table.columns()) {
            cells.add(cell(column, row));
        }
        return cells;
    }

    /// A string that reads NULL is shown in quotes, so that it cannot be taken for a null.
    private static Cell cell(Column column, long row) {
        if (column.isNull(row)) {
            return new Cell(NULL, true);
        }
        StringBuilder text = new StringBuilder();
        ValueText.append(text, column, row);
        text.setLength(Math.min(text.length(), MAX_CHARS));
        String value = text.toString();
        return new Cell(value.equals(NULL) ? '"' + value + '"' : Printable.line(value), false);
    }

    @Override
    public void commit() {
        Grid grid = new Grid(schema.fields().stream().map(GridSink::heading).toList());
        boolean all = rowCount <= maxRows;
        first.subList(0, all ? first.size() : (int) (maxRows - lastRows())).forEach(grid::add);
        if (!all) {
            grid.addGap();
            last.forEach(grid::add);
        }
        target.append(grid.draw(screen) + footer(all, grid.hiddenColumns(screen)));
        target.commit();
    }

    private static Heading heading(Field field) {
        return new Heading(
                Printable.line(field.name()),
                field.type().toString(),
                field.type().decoded().isNumeric(),
                MAX_WIDTH);
    }

    private String footer(boolean all, int hiddenColumns) {
        return count(rowCount, "row") + (all ? "" : " (" + maxRows + " shown)") + ", " + count(schema.size(), "column")
                + (hiddenColumns == 0 ? "" : " (" + (schema.size() - hiddenColumns) + " shown)") + "\n";
    }

    private static String count(long count, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
    }

    @Override
    public void close() {
        target.close();
    }
}
