package dev.sheaf.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A table of text in the manner of Markdown: the first column to the left, all others to the right.
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    /// Adds a row of as many cells as there are headings.
    public TextTable row(List<String> cells) {
        rows.add(List.copyOf(cells));
        return this;
    }

    @Override
    public String toString() {
        int[] widths = IntStream.range(0, rows.getFirst().size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        List<String> lines =
                rows.stream().map(row -> line(row, widths)).collect(Collectors.toCollection(ArrayList::new));
        lines.add(1, rule(widths));
        return String.join("\n", lines) + "\n";
    }

    private static String line(List<String> row, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(column -> {
                    String space = " ".repeat(widths[column] - row.get(column).length());
                    return column == 0 ? row.get(column) + space : space + row.get(column);
                })
                .collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String rule(int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(column -> "-".repeat(widths[column] + 1) + (column == 0 ? "-" : ":"))
                .collect(Collectors.joining("|", "|", "|"));
    }
}
