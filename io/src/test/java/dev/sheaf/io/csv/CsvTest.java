package dev.sheaf.io.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.io.rows.TextFiles;
import dev.sheaf.io.text.BadRow;
import dev.sheaf.io.text.BadRows;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormats;
import dev.sheaf.testing.PoolCheck;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class CsvTest {
    private final MemoryPool pool = MemoryPool.withLimit(64 << 20);

    @RegisterExtension
    final PoolCheck nothingIsLeft = PoolCheck.of(pool);

    @TempDir
    private Path folder;

    @Test
    void infersHeaderAndTypes() {
        Dataset dataset = open("""
                id,price,day,at,ok,name
                1,2.5,2024-02-29,2024-02-29 12:30:00.25,true,Ångström
                -2,3,1969-12-31,1969-12-31T23:59,FALSE,"a ""b"", c"
                ,,,,,
                """);

        assertThat(dataset.schema())
                .hasToString(Schema.of(
                                field("id", DataType.INT64),
                                field("price", DataType.FLOAT64),
                                field("day", DataType.DATE),
                                field("at", DataType.TIMESTAMP),
                                field("ok", DataType.BOOL),
                                field("name", DataType.STRING))
                        .toString());
        assertThat(rows(dataset))
                .containsExactly(
                        row(
                                1L,
                                2.5,
                                LocalDate.of(2024, 2, 29),
                                LocalDateTime.of(2024, 2, 29, 12, 30, 0, 250_000_000),
                                true,
                                "Ångström"),
                        row(
                                -2L,
                                3.0,
                                LocalDate.of(1969, 12, 31),
                                LocalDateTime.of(1969, 12, 31, 23, 59),
                                false,
                                "a \"b\", c"),
                        row(null, null, null, null, null, null));
    }

    @Test
    void emptyFieldsAreNullAndQuotedOnesAreEmpty() {
        assertThat(rows(open("a,b\n,\"\"\nx,y\n"))).containsExactly(row(null, ""), row("x", "y"));
    }

    @Test
    void rowsEndInLineFeedsReturnsOrBoth() {
        assertThat(rows(open("a,b\r\n1,2\r\n3,4"))).containsExactly(row(1L, 2L), row(3L, 4L));
        assertThat(rows(open("a,b\r1,2\r3,4\r"))).containsExactly(row(1L, 2L), row(3L, 4L));
        assertThat(rows(open("a,b\n\n1,2\n\r\n3,4\n\n"))).containsExactly(row(1L, 2L), row(3L, 4L));
    }

    @Test
    void quotedFieldsHoldLineBreaks() {
        assertThat(rows(open("a,b\n\"x\ny\r\nz\",1\n\"\n\",2\n"))).containsExactly(row("x\ny\r\nz", 1L), row("\n", 2L));
    }

    @Test
    void quotesInsideAFieldStandForThemselves() {
        assertThat(rows(open("a,b\n5'10\",1\n6\"\"2,2\n"))).containsExactly(row("5'10\"", 1L), row("6\"\"2", 2L));
    }

    /// By a comma there are thrice as many rows, and two of three have two fields.
    @Test
    void delimitersWithinQuotesAreNoDelimiters() {
        String row = "\"a\"\t\"first\nsecond, line\nthird, too\"\t\"b\"\n";

        Dataset dataset = open("\"x\"\t\"y\"\t\"z\"\n" + row.repeat(20));

        assertThat(dataset.schema().names()).containsExactly("x", "y", "z");
        assertThat(rows(dataset)).hasSize(20).containsOnly(row("a", "first\nsecond, line\nthird, too", "b"));
    }

    @Test
    void delimitersAreInferred() {
        assertThat(rows(open("a;b\n1,5;2\n"))).containsExactly(row("1,5", 2L));
        assertThat(rows(open("a\tb\n1\t2\n"))).containsExactly(row(1L, 2L));
        assertThat(rows(open("a|b\n1|2\n"))).containsExactly(row(1L, 2L));
    }

    @Test
    void aFileWithoutHeaderGetsNumberedNames() {
        Dataset dataset = open("1,x\n2,y\n");

        assertThat(dataset.schema().names()).containsExactly("column0", "column1");
        assertThat(rows(dataset)).containsExactly(row(1L, "x"), row(2L, "y"));
    }

    @Test
    void namesThatRepeatGetNumbers() {
        assertThat(open("a,A,,a\n1,2,3,4\n").schema().names()).containsExactly("a", "A_1", "column2", "a_2");
    }

    @Test
    void oneColumnKeepsEmptyLinesAsNulls() {
        assertThat(rows(open("a\n1\n\n3\n"))).containsExactly(row(1L), row(new Object[] {null}), row(3L));
    }

    @Test
    void emptyFilesHaveNoRows() {
        assertThat(rows(open(""))).isEmpty();
        assertThat(rows(open("a,b\n"))).isEmpty();
    }

    @Test
    void numbersReadToTheLastBit() {
        Dataset dataset = open("i,d\n9223372036854775807,1.7976931348623157e308\n-9223372036854775808,4.9e-324\n"
                + "+7,0.1\n 8 ,123456789012345678\n0,-0.0\n00012,NaN\n1,-inf\n");

        assertThat(rows(dataset))
                .containsExactly(
                        row(Long.MAX_VALUE, Double.MAX_VALUE),
                        row(Long.MIN_VALUE, Double.MIN_VALUE),
                        row(7L, 0.1),
                        row(8L, 123456789012345678.0),
                        row(0L, -0.0),
                        row(12L, Double.NaN),
                        row(1L, Double.NEGATIVE_INFINITY));
    }

    @Test
    void integersThatDoNotFitAreFloats() {
        assertThat(open("i\n9223372036854775808\n").schema().type("i")).isEqualTo(DataType.FLOAT64);
        assertThat(open("d\n1d\n").schema().type("d")).isEqualTo(DataType.STRING);
        assertThat(open("d\n2023-02-29\n").schema().type("d")).isEqualTo(DataType.STRING);
    }

    @Test
    void datesAndTimestampsTogetherAreTimestamps() {
        assertThat(rows(open("t\n2024-01-01\n2024-01-02 03:04:05.123456789\n")))
                .containsExactly(
                        row(LocalDateTime.of(2024, 1, 1, 0, 0)),
                        row(LocalDateTime.of(2024, 1, 2, 3, 4, 5, 123_456_000)));
    }

    @Test
    void timestampsWithOffsetsAreMomentsInUtc() {
        assertThat(rows(open("t\n2024-01-01T00:30:00+02:00\n2024-01-01T00:30:00Z\n2024-01-01 00:30-0130\n")))
                .containsExactly(
                        row(Instant.parse("2023-12-31T22:30:00Z")),
                        row(Instant.parse("2024-01-01T00:30:00Z")),
                        row(Instant.parse("2024-01-01T02:00:00Z")));
    }

    @Test
    void typesThatAreGivenWin() {
        Dataset dataset = Csv.open(
                CsvOptions.INFER.type("a", DataType.decimal(10, 2)).type("b", DataType.STRING),
                file("x.csv", "a,b\n1.50,007\n-2,8\n").toString());

        assertThat(rows(dataset))
                .containsExactly(row(new BigDecimal("1.50"), "007"), row(new BigDecimal("-2.00"), "8"));
    }

    @Test
    void optionsSayHowAFileIsWritten() {
        CsvOptions options = CsvOptions.INFER
                .delimiter('!')
                .quote('\'')
                .header(false)
                .names("k", "v")
                .nullTexts("NA", "")
                .skipLines(2);

        assertThat(rows(Csv.open(
                        options,
                        file("x.txt", "about\nthis\n'a!b'!NA\n'NA'!3\n").toString())))
                .containsExactly(row("a!b", null), row("NA", 3L));
    }

    @Test
    void aBadValueEndsTheQueryAndSaysWhere() {
        StringBuilder text = new StringBuilder("id,price\n");
        for (int i = 0; i < 50; i++) {
            text.append(i).append(",1.5\n");
        }
        Path file = file("bad.csv", text + "50,\"x\n\"\n51,abc\n");
        Dataset dataset = Csv.open(CsvOptions.INFER.sampleBytes(100), file.toString());

        assertThatThrownBy(() -> rows(dataset))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage(file + ", line 52, column \"price\": \"x\n\" is not of type float64");
    }

    @Test
    void badRowsAreSkippedOrCollected() {
        String text = "a,b\n1,2\n3\n4,5,6\n7,x\n8,9\n\"q\"z,1\n";
        Path file = file("bad.csv", text);
        Set<BadRow> bad = ConcurrentHashMap.newKeySet();
        CsvOptions typed = CsvOptions.INFER.type("a", DataType.INT64).type("b", DataType.INT64);

        assertThat(rows(Csv.open(typed.badRows(BadRows.SKIP), file.toString())))
                .containsExactly(row(1L, 2L), row(8L, 9L));
        assertThat(rows(Csv.open(typed.badRows(bad::add), file.toString()))).containsExactly(row(1L, 2L), row(8L, 9L));
        assertThat(bad)
                .extracting(BadRow::message)
                .containsExactlyInAnyOrder(
                        file + ", line 3: has 1 field where the file has 2",
                        file + ", line 4: has 3 fields where the file has 2",
                        file + ", line 7: text follows the end of a quoted field",
                        file + ", line 5, column \"b\": \"x\" is not of type int64");
    }

    @Test
    void aCastThatFailsNamesItsLine() {
        Path file = file("bad.csv", "a\n1.5\nx\n");
        Dataset dataset = Csv.open(CsvOptions.INFER.type("a", DataType.decimal(5, 1)), file.toString());

        assertThatThrownBy(() -> rows(dataset))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith(file + ", line 3, column \"a\": ");
    }

    @Test
    void aQuoteThatNobodyClosesIsABadRow() {
        Path file = file("bad.csv", "a,b\n1,2\n\"3,4\n5,6\n");

        assertThatThrownBy(() -> rows(FileFormats.open(file.toString())))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage(file + ", line 3: a quoted field does not end");
    }

    @Test
    void textHasToBeUtf8() {
        Path latin = file("latin.csv", "a,b\n1,2\ncaf\u00e9,3\n".getBytes(StandardCharsets.ISO_8859_1));
        Path wide = file("wide.csv", "a,b\n1,2\n".getBytes(StandardCharsets.UTF_16));

        assertThatThrownBy(() -> rows(FileFormats.open(latin.toString())))
                .hasMessage(latin + ", line 3: text that is not valid UTF-8");
        assertThatThrownBy(() -> FileFormats.open(wide.toString())).hasMessageContaining("UTF-16");
    }

    @Test
    void aByteOrderMarkIsNoText() {
        assertThat(open("\uFEFFa,b\n1,2\n").schema().names()).containsExactly("a", "b");
    }

    @Test
    void filesAreReadByNameWithNullsAndWiderTypes() {
        file("part/1.csv", "a,b\n1,x\n");
        file("part/2.csv", "b,a,c\ny,2.5,true\n");

        Dataset dataset = FileFormats.open(folder.resolve("part").toString());

        assertThat(dataset.schema().names()).containsExactly("a", "b", "c");
        assertThat(rows(dataset)).containsExactly(row(1.0, "x", null), row(2.5, "y", true));
    }

    @Test
    void compressedFilesAreDecompressed() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write("a,b\n1,2\n".getBytes(StandardCharsets.UTF_8));
        }
        Path whole = file("x.csv.gz", bytes.toByteArray());
        Path half = file("half.csv.gz", Arrays.copyOf(bytes.toByteArray(), bytes.size() - 9));

        assertThat(rows(FileFormats.open(whole.toString()))).containsExactly(row(1L, 2L));
        assertThatThrownBy(() -> rows(FileFormats.open(half.toString()))).isInstanceOf(CorruptFileException.class);
    }

    @Test
    void theSummaryCountsRows() {
        Path file = file("x.csv", "a,b\n1,\"x\ny\"\n2,z\n");

        assertThat(FileFormats.of(file).summary(file).rowCount()).isEqualTo(2);
    }

    private static dev.sheaf.column.Field field(String name, DataType type) {
        return new dev.sheaf.column.Field(name, type);
    }

    private static List<Object> row(Object... values) {
        return Arrays.asList(values);
    }

    private Dataset open(String text) {
        return FileFormats.open(file("x.csv", text).toString());
    }

    private Path file(String name, String text) {
        return file(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private Path file(String name, byte[] bytes) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.write(file, bytes);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    /// The rows by chunks of 16 bytes, which cut a file wherever they can, and by one chunk, which agree.
    private List<List<Object>> rows(Dataset dataset) {
        List<List<Object>> cut = TextFiles.rows(dataset, pool, 16, 1);
        assertThat(TextFiles.rows(dataset, pool, 1 << 20, 1)).isEqualTo(cut);
        return cut;
    }
}
