package dev.sheaf.cli;

import dev.sheaf.cli.output.Grid;
import dev.sheaf.cli.output.Grid.Heading;
import dev.sheaf.column.Field;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.query.ColumnStats;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormat;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.FileSummary;
import dev.sheaf.query.StoredColumn;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `sheaf describe`: shows what files hold, as far as they say so themselves; reads no rows.
@Command(
        name = "describe",
        description = "Show the columns of a file, how it is laid out, and what it says about its values.")
final class DescribeCommand implements Runnable {
    private static final int BOUND_WIDTH = 24;
    private static final String UNKNOWN = "?";

    private final Terminal terminal;

    @Parameters(paramLabel = "FILE", description = "A file, a folder, or a pattern such as 'sales/*.parquet'.")
    private String path;

    DescribeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void run() {
        List<Path> files = FileFormats.files(path);
        FileFormat format = FileFormats.of(files.getFirst());
        Dataset dataset = format.open(files);
        List<FileSummary> summaries = files.stream().map(format::summary).toList();
        terminal.print(head(files, summaries) + columns(dataset, summaries).draw(terminal.screen()));
    }

    private String head(List<Path> files, List<FileSummary> summaries) {
        long rows = summaries.stream().mapToLong(FileSummary::rowCount).sum();
        long bytes = summaries.stream().mapToLong(FileSummary::byteSize).sum();
        int rowGroups = summaries.stream().mapToInt(FileSummary::rowGroupCount).sum();
        String writers = String.join(
                ", ", summaries.stream().map(FileSummary::writer).distinct().toList());
        return Grid.printable(path) + (files.size() == 1 ? "" : ": " + files.size() + " files") + "\n"
                + String.format(
                        Locale.ROOT,
                        "%,d rows in %,d row group%s, %s",
                        rows,
                        rowGroups,
                        rowGroups == 1 ? "" : "s",
                        ByteSize.format(bytes))
                + (writers.isEmpty() ? "" : ", written by " + Grid.printable(writers)) + "\n";
    }

    private static Grid columns(Dataset dataset, List<FileSummary> summaries) {
        Grid grid = new Grid(List.of(
                Heading.text("column"),
                Heading.text("type"),
                Heading.number("nulls"),
                new Heading("min", "", false, BOUND_WIDTH),
                new Heading("max", "", false, BOUND_WIDTH),
                Heading.number("bytes"),
                Heading.text("codec"),
                Heading.text("encodings")));
        dataset.schema().fields().forEach(field -> addRow(grid, field, dataset, summaries));
        return grid;
    }

    private static void addRow(Grid grid, Field field, Dataset dataset, List<FileSummary> summaries) {
        ColumnStats stats = dataset.stats().column(field.name());
        List<StoredColumn> stored = summaries.stream()
                .map(summary -> summary.column(field.name()))
                .flatMap(Optional::stream)
                .toList();
        grid.row(
                field.name(),
                field.type() + (field.nullable() ? "" : " not null"),
                count(stats.nullCount()),
                bound(stats.min()),
                bound(stats.max()),
                ByteSize.format(
                        stored.stream().mapToLong(StoredColumn::byteSize).sum()),
                joined(stored.stream()
                        .flatMap(column -> column.codecs().stream())
                        .toList()),
                joined(stored.stream()
                        .flatMap(column -> column.encodings().stream())
                        .toList()));
    }

    private static String count(OptionalLong count) {
        return count.isPresent() ? String.format(Locale.ROOT, "%,d", count.getAsLong()) : UNKNOWN;
    }

    private static String bound(Optional<Object> bound) {
        return bound.map(value -> value instanceof byte[] bytes
                        ? "0x" + HexFormat.of().formatHex(bytes)
                        : Objects.toString(value))
                .orElse(UNKNOWN);
    }

    private static String joined(List<String> names) {
        return String.join(", ", names.stream().distinct().sorted().toList());
    }
}
