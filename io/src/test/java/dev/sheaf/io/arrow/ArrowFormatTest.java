package dev.sheaf.io.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.testing.PoolCheck;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ArrowFormatTest {
    private final MemoryPool pool = MemoryPool.withLimit(64 << 20);

    @RegisterExtension
    final PoolCheck nothingIsLeft = PoolCheck.of(pool);

    @TempDir
    private Path folder;

    @Test
    void tablesAreWrittenAndReadAsBatches() {
        Path file = folder.resolve("t.arrow");
        try (Table a = Table.of("k", new int[] {1, 2}, "s", new String[] {"x", null});
                Table b = Table.of("k", new int[] {3}, "s", new String[] {"z"})) {
            write(file, a, b);
        }

        assertThat(rows(FileFormats.open(file.toString()), "s", "k")).containsExactly("0: x 1", "1: null 2", "2: z 3");
        assertThat(FileFormats.of(file).summary(file).rowCount()).isEqualTo(3);
        assertThat(FileFormats.of(file).summary(file).rowGroupCount()).isEqualTo(2);
    }

    @Test
    void streamsAreReadLikeFiles() throws IOException {
        Path file = folder.resolve("t.arrows");
        try (Table table = Table.of("k", new long[] {7});
                FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                ArrowWriter writer = ArrowWriter.stream(channel, table.schema(), pool)) {
            writer.write(table);
            writer.finish();
        }

        assertThat(rows(FileFormats.open(file.toString()), "k")).containsExactly("0: 7");
    }

    @Test
    void filesAreOneDatasetByTheNamesOfTheirColumns() {
        try (Table a = Table.of("k", new int[] {1}, "v", new double[] {0.5});
                Table b = Table.of("v", new double[] {1.5}, "k", new int[] {2});
                Table wider = Table.of("k", new long[] {3});
                Table other = Table.of("k", new String[] {"x"})) {
            write(folder.resolve("1.arrow"), a);
            write(folder.resolve("2.arrow"), b);
            write(folder.resolve("33.arrow"), wider);
            write(folder.resolve("other.arrow"), other);
        }

        assertThat(rows(FileFormats.open(folder + "/?.arrow"), "k", "v")).containsExactly("0: 1 0.5", "1: 2 1.5");
        assertThat(rows(FileFormats.open(folder + "/*[1-3].arrow"), "k", "v"))
                .hasSize(3)
                .startsWith("0: 1 0.5", "1: 2 1.5")
                .last()
                .asString()
                .endsWith(": 3 null");
        assertThatThrownBy(() -> FileFormats.open(folder + "/*.arrow"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("other.arrow");
    }

    @Test
    void halfAFileIsDamaged() throws IOException {
        Path file = folder.resolve("t.arrow");
        try (Table table = Table.of("k", new long[1000])) {
            write(file, table);
        }
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, 2000));
        Dataset dataset = FileFormats.open(file.toString());

        assertThatThrownBy(() -> rows(dataset, "k")).isInstanceOf(CorruptFileException.class);
    }

    /// Other writers do not check what their schema says, and plans leave out tests for nulls that it rules out.
    @Test
    void nullsInAColumnThatIsNotNullableAreDamage() throws IOException {
        Path file = folder.resolve("t.arrow");
        try (Table table = Table.of("k", new Integer[] {1, null});
                Table promised = new Table(
                        Schema.of(new Field("k", DataType.INT32, false)),
                        List.of(table.column("k").retain()),
                        2)) {
            write(file, promised);
        }
        Dataset dataset = FileFormats.open(file.toString());

        assertThatThrownBy(() -> rows(dataset, "k"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("column \"k\" has 1 nulls where the schema says that it has none");
    }

    @Test
    void textThatIsNotUtf8IsDamaged() throws IOException {
        Path file = folder.resolve("t.arrow");
        try (Table table = Table.of("s", new String[] {"a\u00e9z", null, "b"})) {
            write(file, table);
        }
        byte[] bytes = Files.readAllBytes(file);
        int at = 0;
        while (bytes[at] != (byte) 0xC3 || bytes[at + 1] != (byte) 0xA9) {
            at++;
        }
        bytes[at + 1] = '(';
        Files.write(file, bytes);
        Dataset dataset = FileFormats.open(file.toString());

        assertThatThrownBy(() -> rows(dataset, "s"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("column \"s\" holds text that is not valid UTF-8");
    }

    @Test
    void rowsOfMixedFilesInPartitionsAreNumberedInTheirOrder() throws IOException {
        Path one = Files.createDirectory(folder.resolve("p=1"));
        Path two = Files.createDirectory(folder.resolve("p=2"));
        try (Table narrow = Table.of("k", new long[] {1});
                Table wide = Table.of("k", new long[] {2}, "s", new String[] {"x"});
                Table last = Table.of("k", new long[] {3})) {
            write(one.resolve("a.arrow"), narrow);
            write(one.resolve("b.arrow"), wide);
            write(two.resolve("c.arrow"), last);
        }

        assertThat(rows(FileFormats.open(folder + "/**/*.arrow"), "k", "s", "p"))
                .containsExactly("0: 1 null 1", (1L << 40) + ": 2 x 1", (2L << 40) + ": 3 null 2");
    }

    @Test
    void anUnfinishedFileDoesNotAppear() {
        Path file = folder.resolve("t.arrow");
        try (Table table = Table.of("k", new long[] {1});
                BatchSink sink = FileFormats.of(file)
                        .create(
                                file,
                                table.schema(),
                                QueryContext.builder().pool(pool).build())) {
            sink.write(table);
        }

        assertThat(folder).isEmptyDirectory();
    }

    private void write(Path file, Table... tables) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (BatchSink sink = FileFormats.of(file).create(file, tables[0].schema(), context)) {
            for (Table table : tables) {
                sink.write(table);
            }
            sink.commit();
        }
    }

    private List<String> rows(Dataset dataset, String... columns) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        List<String> rows = new ArrayList<>();
        try (BatchSource source = dataset.scan(Scan.of(List.of(columns)), context)) {
            for (Batch batch = source.next(context); batch != null; batch = source.next(context)) {
                try (Batch open = batch) {
                    for (long row = 0; row < open.rowCount(); row++) {
                        StringBuilder text = new StringBuilder()
                                .append(open.firstRow() + row)
                                .append(':');
                        for (String column : columns) {
                            text.append(' ').append(open.table().column(column).get(row));
                        }
                        rows.add(text.toString());
                    }
                }
            }
        }
        return rows;
    }
}
