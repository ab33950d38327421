package dev.sheaf.frame.data;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.text.Grid;
import dev.sheaf.text.Grid.Heading;
import dev.sheaf.text.Printable;
import dev.sheaf.text.Screen;
import dev.sheaf.text.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Frames drawn for people, as pandas cuts them: up to 60 rows all, of more the first and last five.
public final class FrameText {
    private static final long MOST_ROWS = 60;
    private static final long ROWS_AT_AN_END = 5;
    private static final int MAX_WIDTH = 50;

    private FrameText() {}

    /// Index, columns, types, values, and how many rows and columns there are.
    public static String draw(Frame frame) {
        Grid grid = new Grid(headings(frame));
        cells(frame).forEach(row -> grid.row(row.toArray(String[]::new)));
        return grid.draw(Screen.UNLIMITED) + size(frame);
    }

    /// The rows that are drawn, label first, with a row of dots where some are left out.
    static List<List<String>> cells(Frame frame) {
        boolean all = frame.rows() <= MOST_ROWS;
        List<List<String>> rows = new ArrayList<>(cells(frame, 0, all ? frame.rows() : ROWS_AT_AN_END));
        if (!all) {
            rows.add(headings(frame).stream().map(_ -> "...").toList());
            rows.addAll(cells(frame, frame.rows() - ROWS_AT_AN_END, ROWS_AT_AN_END));
        }
        return rows;
    }

    private static List<List<String>> cells(Frame frame, long start, long rows) {
        List<List<String>> texts = new ArrayList<>();
        Frame part = frame.slice(start, rows);
        try (Table table = part.table();
                Table levels = IndexLevels.table(part.index(), part.options())) {
            for (long row = 0; row < rows; row++) {
                List<String> line = new ArrayList<>();
                line.add(label(levels.columns(), row));
                for (int column = 0; column < frame.columns().size(); column++) {
                    line.add(cell(table.column(column), row));
                }
                texts.add(line);
            }
        } finally {
            part.close();
        }
        return texts;
    }

    private static String label(List<Column> levels, long row) {
        return levels.stream().map(level -> cell(level, row)).collect(Collectors.joining(", "));
    }

    private static String cell(Column column, long row) {
        StringBuilder text = new StringBuilder();
        ValueText.append(text, column, row);
        return text.toString();
    }

    private static List<Heading> headings(Frame frame) {
        List<Heading> headings = new ArrayList<>();
        headings.add(new Heading(Printable.line(indexName(frame)), "", false, MAX_WIDTH));
        frame.columns().labels().forEach(label -> {
            var type = frame.columns().get(label).type();
            headings.add(new Heading(Printable.line(label.toString()), type.toString(), type.isNumeric(), MAX_WIDTH));
        });
        return headings;
    }

    static String indexName(Frame frame) {
        return String.join(", ", frame.index().names());
    }

    /// `1,000 rows, 3 columns`.
    static String size(Frame frame) {
        return count(frame.rows(), "row") + ", " + count(frame.columns().size(), "column") + "\n";
    }

    private static String count(long count, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
    }

    /// Rows, index, and for each column the number and the type of its values.
    public static String info(Frame frame) {
        Grid grid = new Grid(List.of(Heading.text("column"), Heading.number("not null"), Heading.text("type")));
        List<FrameColumn> columns = frame.columns().columns();
        for (int i = 0; i < columns.size(); i++) {
            FrameColumn column = columns.get(i);
            grid.row(
                    frame.columns().labels().get(i).toString(),
                    String.format(
                            Locale.ROOT,
                            "%,d",
                            frame.rows() - column.nullCount(frame.options().pool())),
                    column.type().toString());
        }
        return size(frame) + "index: " + frame.index().getClass().getSimpleName() + " "
                + frame.index().types()
                + "\n" + grid.draw(Screen.UNLIMITED) + "memory: about "
                + String.format(Locale.ROOT, "%,d", frame.byteSize()) + " bytes\n";
    }
}
