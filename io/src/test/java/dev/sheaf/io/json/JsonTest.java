package dev.sheaf.io.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.io.rows.TextFiles;
import dev.sheaf.io.text.BadRow;
import dev.sheaf.io.text.BadRows;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormats;
import dev.sheaf.testing.PoolCheck;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    private final MemoryPool pool = MemoryPool.withLimit(64 << 20);

    @RegisterExtension
    final PoolCheck nothingIsLeft = PoolCheck.of(pool);

    @TempDir
    private Path folder;

    @Test
    void infersTypes() {
        Dataset dataset = open("t.ndjson", """
                {"id":1,"price":2.5,"day":"2024-02-29","at":"2024-02-29T12:30:00.25","ok":true,"name":"Ångström"}
                {"id":-9223372036854775808,"price":3,"day":"1969-12-31","at":"2024-02-29","ok":false,"name":"12"}
                {"id":null}
                """);

        assertThat(dataset.schema())
                .hasToString("(id: int64, price: float64, day: date, at: timestamp[us], ok: bool, name: string)");
        assertThat(rows(dataset))
                .containsExactly(
                        row(1L, 2.5, LocalDate.of(2024, 2, 29), at(2024, 2, 29, 12, 30, 250), true, "Ångström"),
                        row(Long.MIN_VALUE, 3.0, LocalDate.of(1969, 12, 31), at(2024, 2, 29, 0, 0, 0), false, "12"),
                        row(null, null, null, null, null, null));
    }

    private static LocalDateTime at(int year, int month, int day, int hour, int minute, int millis) {
        return LocalDateTime.of(year, month, day, hour, minute, 0, millis * 1_000_000);
    }

    @Test
    void objectsAreStructsAndArraysAreLists() {
        Dataset dataset = open("t.json", """
                [{"a": {"x": 1, "y": [1.5, null]}, "b": [{"z": "q"}, {}, null]},
                 {"a": null, "b": []},
                 {"a": {"y": [], "new": true}}]
                """);

        assertThat(dataset.schema())
                .hasToString("(a: struct<x: int64, y: list<float64>, new: bool>, b: list<struct<z: string>>)");
        assertThat(texts(dataset))
                .containsExactly(
                        "{\"a\":{\"x\":1,\"y\":[1.5,null],\"new\":null},\"b\":[{\"z\":\"q\"},{\"z\":null},null]}",
                        "{\"a\":null,\"b\":[]}",
                        "{\"a\":{\"x\":null,\"y\":[],\"new\":true},\"b\":null}");
    }

    @Test
    void valuesOfSeveralKindsAreTheirJson() {
        assertThat(rows(open("t.ndjson", """
                {"a":1,"b":{}}
                {"a":"x \\"y","b":[ { "k" : [ 1, "a b" ] } ]}
                {"a":[true , 1.50]}
                """)))
                .containsExactly(row("1", "{}"), row("\"x \\\"y\"", "[{\"k\":[1,\"a b\"]}]"), row("[true,1.50]", null));
    }

    @Test
    void integersBeyondInt64AreDecimals() {
        Dataset dataset = open("t.ndjson", "{\"a\":18446744073709551616}\n{\"a\":-1}\n");

        assertThat(dataset.schema().type("a")).isEqualTo(DataType.decimal(38, 0));
        assertThat(rows(dataset)).containsExactly(row(new BigDecimal("18446744073709551616")), row(new BigDecimal(-1)));
    }

    @Test
    void escapesAreWhatTheyStandFor() {
        assertThat(rows(open("t.ndjson", """
                {"a\\u0062":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u20AC\\ud83d\\ude00é€😀"}
                {"ab":""}
                """))).containsExactly(row("\"\\/\b\f\n\r\té€😀é€😀"), row(""));
    }

    @Test
    void aTypedColumnReadsEscapedTextToo() {
        assertThat(rows(Json.open(
                        JsonOptions.INFER.type("d", DataType.DATE).type("n", DataType.decimal(10, 2)),
                        file("t.ndjson", "{\"d\":\"2024\\u002d01-02\",\"n\":1.25}\n{\"n\":\"-3\"}"))))
                .containsExactly(
                        row(LocalDate.of(2024, 1, 2), new BigDecimal("1.25")), row(null, new BigDecimal("-3.00")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"a\":1},{\"a\":2}]",
                " [ {\"a\":1}\n,\n{\"a\":2} ] \n",
                "{\"a\":1}\n{\"a\":2}",
                "\n{\"a\":1}\r\n\r\n{\"a\":2}\r\n",
                "{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n",
                "{\"a\":1}{\"a\":2}",
                "\uFEFF[{\"a\":1},{\"a\":2}]"
            })
    void everyFormIsFoundWhateverTheChunk(String text) {
        for (int chunk = 1; chunk < 12; chunk++) {
            assertThat(TextFiles.rows(open("t.json", text), pool, chunk, 1)).containsExactly(row(1L), row(2L));
        }
    }

    @Test
    void compressedFilesAreRead() throws IOException {
        Path file = folder.resolve("t.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("{\"a\":1}\n{\"a\":2}\n".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(rows(FileFormats.open(file.toString()))).containsExactly(row(1L), row(2L));
    }

    @Test
    void filesAreUnitedByName() {
        String one = file("1.ndjson", "{\"a\":1,\"b\":{\"x\":1}}");
        String two = file("2.json", "[{\"b\":{\"y\":\"t\"},\"a\":0.5}]");

        Dataset dataset = Json.open(JsonOptions.INFER, one, two);

        assertThat(dataset.schema()).hasToString("(a: float64, b: struct<x: int64, y: string>)");
        assertThat(texts(dataset))
                .containsExactly(
                        "{\"a\":1.0,\"b\":{\"x\":1,\"y\":null}}", "{\"a\":0.5,\"b\":{\"x\":null,\"y\":\"t\"}}");
    }

    @Test
    void columnsThatAreNotAskedForAreNotRead() {
        Dataset dataset = open("t.ndjson", "{\"a\":1,\"b\":\"x\"}\n{\"b\":\"y\",\"c\":[],\"a\":2}");

        assertThat(TextFiles.rows(dataset, List.of("b"), pool, 100, 1)).containsExactly(row("x"), row("y"));
        assertThat(TextFiles.rows(dataset, List.of(), pool, 100, 1)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '#',
            value = {
                "{\"a\":01}!a number begins with 0 (byte 8 of the line)",
                "{\"a\":.5}!expected a value, not . (byte 6 of the line)",
                "{\"a\":5.}!expected a digit, not } (byte 8 of the line)",
                "{\"a\":1e}!expected a digit, not } (byte 8 of the line)",
                "{\"a\":+1}!expected a value, not + (byte 6 of the line)",
                "{\"a\":NaN}!expected a value, not N (byte 6 of the line)",
                "{\"a\":nul}!expected a value, not n (byte 6 of the line)",
                "{\"a\":1e999}!the number is beyond float64 (byte 6 of the line)",
                "{\"a\":1,}!expected a name in quotes, not } (byte 8 of the line)",
                "{a:1}!expected a name in quotes, not a (byte 2 of the line)",
                "{'a':1}!expected a name in quotes, not ' (byte 2 of the line)",
                "{\"a\" 1}!expected :, not 1 (byte 6 of the line)",
                "{\"a\":1!expected , or }, not the end (byte 7 of the line)",
                "{\"a\":1}}!expected the end of the line, not } (byte 8 of the line)",
                "{\"a\":\"x}!a string does not end (byte 9 of the line)",
                "{\"a\":\"\\x\"}!a backslash that begins no escape (byte 7 of the line)",
                "{\"a\":\"\\u12g4\"}!\\u without four hexadecimal digits (byte 7 of the line)",
                "{\"a\":\"\\ud800\"}!half of a surrogate pair (byte 13 of the line)",
                "{\"a\":\"\\ud800\\u0041\"}!half of a surrogate pair (byte 19 of the line)",
                "{\"a\":\"\\udc00\"}!half of a surrogate pair (byte 13 of the line)",
                "{\"a\":\"\t\"}!a control character in a string, which has to be written as an escape (byte 7 of the line)",
                "{\"a\":1,\"a\":2}!an object has the name \"a\" twice (byte 12 of the line)",
                "[1]!a row is an object, and does not begin with [ (byte 1 of the line)",
                "é!a row is an object, and does not begin with é (byte 1 of the line)"
            })
    void whatIsNoJsonIsToldWithItsPlace(String line, String problem) {
        String file = file("t.ndjson", "{\"a\":1}\n" + line + "\n{\"a\":2}\n");

        assertThatThrownBy(() -> rows(FileFormats.open(file)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage(file + ", line 2: " + problem);
    }

    @Test
    void badRowsAreSkippedOrCollected() {
        String file = file("t.ndjson", "{\"a\":1}\n{\"a\":tru}\n{\"a\":2}\n{\"a\":\"x\"}\n{\"a\":[3]}\n{\"a\":3}");
        List<BadRow> bad = new ArrayList<>();
        JsonOptions options = JsonOptions.INFER.type("a", DataType.INT64);

        assertThat(rows(Json.open(options.badRows(BadRows.SKIP), file))).containsExactly(row(1L), row(2L), row(3L));
        assertThat(rows(Json.open(options.badRows(bad::add), file))).containsExactly(row(1L), row(2L), row(3L));
        assertThat(bad.stream().map(BadRow::message))
                .containsExactly(
                        file + ", line 2: expected a value, not t (byte 6 of the line)",
                        file + ", line 4, column \"a\": \"x\" is not of type int64",
                        file + ", line 5, column \"a\": \"[3]\" is not of type int64");
    }

    @Test
    void rowsWhoseInnerValuesDoNotFitAreLeftOut() {
        DataType type = new DataType.ListType(new DataType.StructType(List.of(new Field("x", DataType.INT64))));
        String file = file("t.ndjson", """
                {"a":[{"x":1}]}
                {"a":[]}
                {"a":[{"x":2},{"x":"y"}]}
                {"a":[{"x":3},4]}
                {"a":{"x":5}}
                {"a":[{"x":6},null]}
                """);
        List<BadRow> bad = new ArrayList<>();

        assertThat(texts(Json.open(JsonOptions.INFER.type("a", type).badRows(bad::add), file)))
                .containsExactly("{\"a\":[{\"x\":1}]}", "{\"a\":[]}", "{\"a\":[{\"x\":6},null]}");
        assertThat(bad.stream().map(row -> row.line() + ": " + row.problem()))
                .containsExactlyInAnyOrder(
                        "4: expected {, not 4", "5: expected [, not {", "3: \"y\" is not of type int64");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '#',
            value = {
                "[{\"a\":1},!expected a value",
                "[{\"a\":1}!the array does not end",
                "[{\"a\":1}]x!expected nothing after the array, not x",
                "[{\"a\":1} {\"a\":2}]!expected , or ], not {",
                "[{\"a\":1},{\"a\":2]!expected , or }, not ]",
                "[1,2]!a row is an object, and does not begin with 1",
                "[[1],[2]]!a row is an object, and does not begin with [",
                "hello!a row is an object, and does not begin with h",
                "[]!does not begin with an object that has members",
                "{}!does not begin with an object that has members"
            })
    void anArrayIsReadToItsEnd(String text, String problem) {
        String file = file("t.json", text);
        String found = problem.equals("expected a value") ? "a row is an object, and does not begin with" : problem;

        assertThatThrownBy(() -> rows(FileFormats.open(file)))
                .hasMessageContaining(file)
                .hasMessageContaining(found);
    }

    @Test
    void textThatIsNotUtf8IsRefused() throws IOException {
        Path file = folder.resolve("t.ndjson");
        Files.write(file, new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xC3, '"', '}', '\n'});

        assertThatThrownBy(() -> FileFormats.open(file.toString()))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage(file + ", line 1: text that is not valid UTF-8");
    }

    @Test
    void nestingHasALimit() {
        String deep = "[".repeat(100_000);
        String file = file("t.ndjson", "{\"a\":1}\n{\"a\":" + deep + "\n");

        assertThatThrownBy(() -> rows(FileFormats.open(file)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("more than 500 values inside each other");
    }

    @Test
    void deepValuesAreTheirJson() {
        String deep = "[".repeat(400) + "]".repeat(400);

        assertThat(texts(open("t.ndjson", "{\"a\":" + deep + "}\n")).getFirst()).contains("[".repeat(350));
    }

    @Test
    void aSummaryCountsRows() {
        assertThat(new JsonFormat()
                        .summary(Path.of(file("t.json", "[{\"a\":1},\n{\"b\":2}]")))
                        .rowCount())
                .isEqualTo(2);
    }

    private Dataset open(String name, String text) {
        return FileFormats.open(file(name, text));
    }

    private String file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text).toString();
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    private List<List<@Nullable Object>> rows(Dataset dataset) {
        return TextFiles.rows(dataset, pool, 1 << 20, 1);
    }

    private List<String> texts(Dataset dataset) {
        return TextFiles.texts(dataset, pool);
    }

    private static List<@Nullable Object> row(@Nullable Object... values) {
        return Arrays.asList(values);
    }
}
