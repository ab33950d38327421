package dev.sheaf.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// A table drawn with lines, for people.
///
/// Rows too wide for the screen lose width where a column has most of it; columns that still find no place are
/// left out in the middle.
public final class Grid {
    /// No column is made narrower than this to fit.
    private static final int MIN_WIDTH = 12;

    private static final String DIM = "\u001B[2m";
    private static final String PLAIN = "\u001B[0m";
    private static final String GAP = "…";

    private final List<Heading> headings;
    private final List<List<Cell>> rows = new ArrayList<>();

    /// The head of a column: its name, what stands under it (the type, or nothing), whether values are aligned to
    /// the right, and how wide the column may get.
    public record Heading(String name, String detail, boolean right, int maxWidth) {
        /// A column of text, as wide as it needs.
        public static Heading text(String name) {
            return new Heading(name, "", false, Integer.MAX_VALUE);
        }

        /// A column of numbers, as wide as it needs.
        public static Heading number(String name) {
            return new Heading(name, "", true, Integer.MAX_VALUE);
        }
    }

    /// A value; `dim` ones (null, dots) are printed faint on terminals.
    record Cell(String text, boolean dim) {}

    /// A table of these columns without rows.
    public Grid(List<Heading> headings) {
        this.headings = List.copyOf(headings);
    }

    /// Adds a row, one text a column.
    public Grid row(String... texts) {
        rows.add(IntStream.range(0, texts.length)
                .mapToObj(i -> new Cell(Printable.line(texts[i]), false))
                .toList());
        return this;
    }

    void add(List<Cell> cells) {
        rows.add(cells);
    }

    /// Adds a row of dots, for rows that are not shown.
    void addGap() {
        rows.add(headings.stream().map(_ -> new Cell("·", true)).toList());
    }

    /// How many columns are left out at this width.
    public int hiddenColumns(Screen screen) {
        return headings.size() - layout(screen).shown().size();
    }

    /// Draws the table.
    public String draw(Screen screen) {
        Layout layout = layout(screen);
        StringBuilder text = new StringBuilder();
        line(text, layout, "┌", "┬", "┐");
        row(
                text,
                layout,
                screen,
                headings.stream().map(h -> new Cell(h.name(), false)).toList());
        if (headings.stream().anyMatch(h -> !h.detail().isEmpty())) {
            row(
                    text,
                    layout,
                    screen,
                    headings.stream()
                            .map(h -> new Cell(Printable.line(h.detail()), true))
                            .toList());
        }
        line(text, layout, "├", "┼", "┤");
        rows.forEach(row -> row(text, layout, screen, row));
        line(text, layout, "└", "┴", "┘");
        return text.toString();
    }

    /// The columns to draw, in order, with their widths; `gapAfter` is the position after which some are missing.
    private record Layout(List<Integer> shown, int[] widths, int gapAfter) {}

    private Layout layout(Screen screen) {
        int[] widths =
                IntStream.range(0, headings.size()).map(this::naturalWidth).toArray();
        if (screen.columns() <= 0) {
            return all(widths);
        }
        while (lineWidth(widths) > screen.columns()) {
            int widest = IntStream.range(0, widths.length).reduce(0, (a, b) -> widths[b] > widths[a] ? b : a);
            if (widths.length == 0 || widths[widest] <= MIN_WIDTH) {
                return leaveOut(widths, screen.columns());
            }
            widths[widest]--;
        }
        return all(widths);
    }

    private Layout all(int[] widths) {
        return new Layout(IntStream.range(0, widths.length).boxed().toList(), widths, -1);
    }

    /// Keeps columns from both ends, first and last in turn, while they fit beside a column of dots.
    private static Layout leaveOut(int[] widths, int columns) {
        int left = 0;
        int right = widths.length;
        int used = 1 + GAP.length() + 3;
        while (left < right) {
            int next = left <= widths.length - right ? left : right - 1;
            used += widths[next] + 3;
            if (used > columns && left > 0) {
                break;
            }
            if (next == left) {
                left++;
            } else {
                right--;
            }
        }
        List<Integer> shown = IntStream.concat(IntStream.range(0, left), IntStream.range(right, widths.length))
                .boxed()
                .toList();
        return new Layout(shown, widths, shown.size() == widths.length ? -1 : left - 1);
    }

    private int naturalWidth(int column) {
        Heading heading = headings.get(column);
        int width = Math.max(DisplayWidth.of(heading.name()), DisplayWidth.of(heading.detail()));
        for (List<Cell> row : rows) {
            width = Math.max(width, DisplayWidth.of(row.get(column).text()));
        }
        return Math.clamp(width, 1, heading.maxWidth());
    }

    private static int lineWidth(int[] widths) {
        return IntStream.of(widths).map(width -> width + 3).sum() + 1;
    }

    private static void line(StringBuilder text, Layout layout, String left, String middle, String right) {
        text.append(left);
        for (int i = 0; i < layout.shown().size(); i++) {
            text.append(i == 0 ? "" : middle)
                    .repeat("─", layout.widths()[layout.shown().get(i)] + 2);
            if (i == layout.gapAfter()) {
                text.append(middle).repeat("─", GAP.length() + 2);
            }
        }
        text.append(right).append('\n');
    }

    private void row(StringBuilder text, Layout layout, Screen screen, List<Cell> cells) {
        for (int i = 0; i < layout.shown().size(); i++) {
            int column = layout.shown().get(i);
            text.append("│ ");
            cell(
                    text,
                    cells.get(column),
                    layout.widths()[column],
                    headings.get(column).right(),
                    screen);
            text.append(' ');
            if (i == layout.gapAfter()) {
                text.append("│ ").append(GAP).append(' ');
            }
        }
        text.append("│\n");
    }

    private static void cell(StringBuilder text, Cell cell, int width, boolean right, Screen screen) {
        String value = DisplayWidth.cut(cell.text(), width);
        int padding = width - DisplayWidth.of(value);
        boolean faint = cell.dim() && screen.styled();
        text.repeat(' ', right ? padding : 0);
        text.append(faint ? DIM : "").append(value).append(faint ? PLAIN : "");
        text.repeat(' ', right ? 0 : padding);
    }
}
