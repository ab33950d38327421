package dev.sheaf.cli;

import dev.sheaf.column.Field;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.query.ColumnStats;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormat;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.FileSummary;
import dev.sheaf.query.StoredColumn;
import dev.sheaf.text.Grid;
import dev.sheaf.text.Grid.Heading;
import dev.sheaf.text.Printable;
import dev.sheaf.text.Screen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
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
        terminal.print(head(files, summaries) + columns(dataset, summaries));
    }

    private String head(List<Path> files, List<FileSummary> summaries) {
        long rows = summaries.stream().mapToLong(FileSummary::rowCount).sum();
        long bytes = summaries.stream().mapToLong(FileSummary::byteSize).sum();
        int rowGroups = summaries.stream().mapToInt(FileSummary::rowGroupCount).sum();
        String writers = String.join(
                ", ", summaries.stream().map(FileSummary::writer).distinct().toList());
        return Printable.line(path) + (files.size() == 1 ? "" : ": " + files.size() + " files") + "\n"
                + String.format(
                        Locale.ROOT,
                        "%,d rows in %,d row group%s, %s",
                        rows,
                        rowGroups,
                        rowGroups == 1 ? "" : "s",
                        ByteSize.format(bytes))
                + (writers.isEmpty() ? "" : ", written by " + Printable.line(writers)) + "\n";
    }

    /// One table, or on a screen too narrow for it two: what the values are, and how they are stored.
    private String columns(Dataset dataset, List<FileSummary> summaries) {
        Screen screen = terminal.screen();
        Grid all = grid(Part.VALUES, Part.STORAGE);
        Grid values = grid(Part.VALUES);
        Grid storage = grid(Part.STORAGE);
        for (Field field : dataset.schema().fields()) {
            String[] inValues = values(field, dataset);
            String[] inStorage = storage(field, summaries);
            all.row(Stream.of(new String[] {field.name()}, inValues, inStorage)
                    .flatMap(Stream::of)
                    .toArray(String[]::new));
            values.row(
                    Stream.concat(Stream.of(field.name()), Stream.of(inValues)).toArray(String[]::new));
            storage.row(
                    Stream.concat(Stream.of(field.name()), Stream.of(inStorage)).toArray(String[]::new));
        }
        return all.hiddenColumns(screen) == 0 ? all.draw(screen) : values.draw(screen) + storage.draw(screen);
    }

    /// A group of the table's columns.
    private enum Part {
        VALUES(
                Heading.text("type"),
                Heading.number("nulls"),
                new Heading("min", "", false, BOUND_WIDTH),
                new Heading("max", "", false, BOUND_WIDTH)),
        STORAGE(Heading.number("bytes"), Heading.text("codec"), Heading.text("encodings"));

        private final List<Heading> headings;

        Part(Heading... headings) {
            this.headings = List.of(headings);
        }
    }

    private static Grid grid(Part... parts) {
        List<Heading> headings = new ArrayList<>(List.of(Heading.text("column")));
        for (Part part : parts) {
            headings.addAll(part.headings);
        }
        return new Grid(headings);
    }

    private static String[] values(Field field, Dataset dataset) {
        ColumnStats stats = dataset.stats().column(field.name());
        return new String[] {
            field.type() + (field.nullable() ? "" : " not null"),
            count(stats.nullCount()),
            bound(stats.min()),
            bound(stats.max())
        };
    }

    private static String[] storage(Field field, List<FileSummary> summaries) {
        List<StoredColumn> stored = summaries.stream()
                .map(summary -> summary.column(field.name()))
                .flatMap(Optional::stream)
                .toList();
        return new String[] {
            ByteSize.format(stored.stream().mapToLong(StoredColumn::byteSize).sum()),
            joined(stored.stream().flatMap(column -> column.codecs().stream()).toList()),
            joined(stored.stream()
                    .flatMap(column -> column.encodings().stream())
                    .toList())
        };
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
