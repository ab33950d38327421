package dev.sheaf.text;

import dev.sheaf.column.Column;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.text.Grid.Cell;
import dev.sheaf.text.Grid.Heading;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// A table drawn for people: names, types, values, nulls as NULL, and below how many rows and columns there are.
///
/// ```java
/// System.out.print(TableText.of(table));
/// ```
/// ```
/// ┌────────┬───────┐
/// │ region │ units │
/// │ string │ int32 │
/// ├────────┼───────┤
/// │ north  │     3 │
/// │ NULL   │     5 │
/// └────────┴───────┘
/// 2 rows, 2 columns
/// ```
/// Of many rows the first and the last are shown, of long values the beginning. Results that come table by table are
/// added one by one; no more than the rows that are shown is kept of them.
public final class TableText {
    private static final long DEFAULT_ROWS = 40;

    /// Longer texts are cut before they are kept; no column shows as much.
    private static final int MAX_CHARS = 256;

    private static final int MAX_WIDTH = 64;
    /// Digits between commas.
    private static final int GROUP = 3;

    private static final String NULL = "NULL";

    private final Schema schema;
    private final long maxRows;
    private final List<List<Cell>> first = new ArrayList<>();
    private final Deque<List<Cell>> last = new ArrayDeque<>();
    private long rowCount;

    /// Without rows yet; `maxRows` are shown.
    ///
    /// @throws IllegalArgumentException if `maxRows` is negative
    public TableText(Schema schema, long maxRows) {
        if (maxRows < 0) {
            throw new IllegalArgumentException("rows to show are 0 or more, not " + maxRows);
        }
        this.schema = schema;
        this.maxRows = maxRows;
    }

    /// The table with 40 of its rows, as wide as it needs.
    public static String of(Table table) {
        return of(table, DEFAULT_ROWS);
    }

    /// The table with at most `rows` of its rows, as wide as it needs.
    public static String of(Table table, long rows) {
        TableText text = new TableText(table.schema(), rows);
        text.add(table);
        return text.draw(Screen.UNLIMITED);
    }

    /// Adds the rows of a table, which stays the caller's.
    public void add(Table table) {
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

    /// A long result shows as many of its first rows as of its last, or one more.
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

    /// What was added, drawn for a screen.
    public String draw(Screen screen) {
        Grid grid = new Grid(schema.fields().stream().map(TableText::heading).toList());
        boolean all = rowCount <= maxRows;
        first.subList(0, all ? first.size() : (int) (maxRows - lastRows())).forEach(grid::add);
        if (!all) {
            grid.addGap();
            last.forEach(grid::add);
        }
        return grid.draw(screen) + footer(all, grid.hiddenColumns(screen));
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
        StringBuilder text = new StringBuilder().append(count);
        for (int place = text.length() - GROUP; place > 0; place -= GROUP) {
            text.insert(place, ',');
        }
        return text.append(' ').append(what).append(count == 1 ? "" : "s").toString();
    }
}
