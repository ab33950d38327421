package dev.sheaf.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.text.Screen;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ResultFormatTest {

    private static Table sales() {
        return Table.of(
                "region", new String[] {"north", "south", null},
                "units", new int[] {12, 7, 30},
                "price", new Double[] {1.5, null, 1.23456789e10});
    }

    /// One row of a type; null is a second row.
    private static Table both(DataType type, Object value) {
        return new TableBuilder(Schema.of(new Field("v", type)), MemoryPool.shared())
                .row(value)
                .row((Object) null)
                .build();
    }

    @Nested
    class Tables {
        @Test
        void showNamesTypesAndNulls() {
            assertThat(Written.as(ResultFormat.TABLE, sales())).isEqualTo("""
                            ┌────────┬───────┬───────────────┐
                            │ region │ units │         price │
                            │ string │ int32 │       float64 │
                            ├────────┼───────┼───────────────┤
                            │ north  │    12 │           1.5 │
                            │ south  │     7 │          NULL │
                            │ NULL   │    30 │ 12345678900.0 │
                            └────────┴───────┴───────────────┘
                            3 rows, 3 columns
                            """);
        }

        @Test
        void withoutRowsStillShowColumns() {
            assertThat(Written.as(ResultFormat.TABLE, Table.of("a", new int[0])))
                    .isEqualTo("""
                            ┌───────┐
                            │     a │
                            │ int32 │
                            ├───────┤
                            └───────┘
                            0 rows, 1 column
                            """);
        }

        @Test
        void ofManyRowsShowTheFirstAndTheLast() {
            Table[] batches = IntStream.range(0, 4)
                    .mapToObj(batch -> Table.of(
                            "n", IntStream.range(batch * 300, batch * 300 + 300).toArray()))
                    .toArray(Table[]::new);

            assertThat(Written.as(ResultFormat.TABLE, 5, Screen.UNLIMITED, batches))
                    .isEqualTo("""
                            ┌───────┐
                            │     n │
                            │ int32 │
                            ├───────┤
                            │     0 │
                            │     1 │
                            │     2 │
                            │     · │
                            │  1198 │
                            │  1199 │
                            └───────┘
                            1,200 rows (5 shown), 1 column
                            """);
        }

        @Test
        void ofJustEnoughRowsShowThemAll() {
            assertThat(Written.as(ResultFormat.TABLE, 3, Screen.UNLIMITED, sales()))
                    .contains("north", "south", "30")
                    .endsWith("3 rows, 3 columns\n");
        }

        @Test
        void canShowNoRowsAtAll() {
            assertThat(Written.as(ResultFormat.TABLE, 0, Screen.UNLIMITED, sales()))
                    .endsWith("3 rows (0 shown), 3 columns\n");
        }

        @Test
        void tellTheStringNullFromNull() {
            assertThat(Written.as(ResultFormat.TABLE, Table.of("s", new String[] {"NULL", null, ""})))
                    .contains("│ \"NULL\" │\n│ NULL   │\n│        │\n");
        }

        @Test
        void keepControlCharactersFromTheTerminal() {
            assertThat(Written.as(ResultFormat.TABLE, Table.of("s", new String[] {"a\nb\t\u001B[31m\u202E"})))
                    .contains("│ a\\nb\\t\\u001B[31m\\u202E │");
        }

        @Test
        void countWideAndCombiningCharacters() {
            assertThat(Written.as(ResultFormat.TABLE, Table.of("s", new String[] {"日本", "e\u0301t", "🙂!"})))
                    .contains("│ 日本   │\n", "│ e\u0301t     │\n", "│ 🙂!    │\n");
        }

        @Test
        void cutWhatIsTooWide() {
            String wide = "x".repeat(200);
            assertThat(Written.as(ResultFormat.TABLE, Table.of("s", new String[] {wide})))
                    .contains("│ " + "x".repeat(63) + "… │");
        }

        @Test
        void fitTheTerminalByCuttingTheWidestColumns() {
            Table table = Table.of("a", new String[] {"x".repeat(60)}, "b", new int[] {1});

            assertThat(Written.as(ResultFormat.TABLE, 40, new Screen(30, false), table)
                            .lines())
                    .allMatch(line -> line.length() <= 30)
                    .anyMatch(line -> line.equals("│ " + "x".repeat(17) + "… │     1 │"));
        }

        @Test
        void leaveOutColumnsInTheMiddleWhenTheTerminalIsTooNarrow() {
            Object[] columns = IntStream.range(0, 6)
                    .boxed()
                    .flatMap(i -> java.util.stream.Stream.of("column " + i, new int[] {i}))
                    .toArray();

            assertThat(Written.as(ResultFormat.TABLE, 40, new Screen(40, false), Table.of(columns)))
                    .isEqualTo("""
                            ┌──────────┬──────────┬───┬──────────┐
                            │ column 0 │ column 1 │ … │ column 5 │
                            │    int32 │    int32 │ … │    int32 │
                            ├──────────┼──────────┼───┼──────────┤
                            │        0 │        1 │ … │        5 │
                            └──────────┴──────────┴───┴──────────┘
                            1 row, 6 columns (3 shown)
                            """);
        }

        @Test
        void areFaintOnlyOnTerminals() {
            assertThat(Written.as(ResultFormat.TABLE, 40, new Screen(80, true), Table.of("s", new String[] {null})))
                    .contains("│ \u001B[2mNULL\u001B[0m   │");
        }
    }

    @Nested
    class Csv {
        @Test
        void hasNamesAndEmptyNulls() {
            assertThat(Written.as(ResultFormat.CSV, sales()))
                    .isEqualTo("region,units,price\nnorth,12,1.5\nsouth,7,\n,30,12345678900.0\n");
        }

        @Test
        void quotesWhatNeedsQuotes() {
            Table table = Table.of("a,b", new String[] {"x,y", "say \"hi\"", "two\nlines", "", null, " spaced "});

            assertThat(Written.as(ResultFormat.CSV, table))
                    .isEqualTo("\"a,b\"\n\"x,y\"\n\"say \"\"hi\"\"\"\n\"two\nlines\"\n\"\"\n\n spaced \n");
        }

        @Test
        void floatsReadBackToTheSameBits() {
            long seed = System.nanoTime();
            Random random = new Random(seed);
            double[] values = random.longs(10_000)
                    .mapToDouble(Double::longBitsToDouble)
                    .filter(Double::isFinite)
                    .toArray();
            values = java.util.stream.DoubleStream.concat(
                            java.util.stream.DoubleStream.of(
                                    0.0, -0.0, 1e7, 1e21, 9.999999999999999e20, 1e-3, 1e-6, 9.99e-7, Double.MIN_VALUE),
                            Arrays.stream(values))
                    .toArray();

            String csv = Written.as(ResultFormat.CSV, Table.of("v", values));

            assertThat(csv.lines().skip(1).mapToDouble(Double::parseDouble).toArray())
                    .as("seed %d", seed)
                    .containsExactly(values);
        }

        @Test
        void floatsHaveNoMoreDigitsThanTheyNeed() {
            Table table = Table.of(
                    "v", new double[] {0.1, 1e7, 123456789.25, 1e21, 0.00025, 1e-7, Double.NaN}, "f", new float[] {
                        0.1f, 1e7f, 123456792f, 1e21f, 0.00025f, 1e-7f, Float.NEGATIVE_INFINITY
                    });

            assertThat(Written.as(ResultFormat.CSV, table).lines().skip(1))
                    .containsExactly(
                            "0.1,0.1",
                            "10000000.0,10000000.0",
                            "123456789.25,123456790.0",
                            "1.0E21,1.0E21",
                            "0.00025,0.00025",
                            "1.0E-7,1.0E-7",
                            "NaN,-Infinity");
        }
    }

    @Nested
    class Json {
        @Test
        void isAnArrayOfObjects() {
            assertThat(Written.as(ResultFormat.JSON, sales())).isEqualTo("""
                            [
                            {"region":"north","units":12,"price":1.5},
                            {"region":"south","units":7,"price":null},
                            {"region":null,"units":30,"price":12345678900.0}
                            ]
                            """);
        }

        @Test
        void linesAreAnObjectEach() {
            assertThat(Written.as(ResultFormat.NDJSON, sales())).isEqualTo("""
                            {"region":"north","units":12,"price":1.5}
                            {"region":"south","units":7,"price":null}
                            {"region":null,"units":30,"price":12345678900.0}
                            """);
            assertThat(Written.as(ResultFormat.NDJSON, Table.of("a", new int[0])))
                    .isEmpty();
        }

        @Test
        void withoutRowsIsAnEmptyArray() {
            assertThat(Written.as(ResultFormat.JSON, Table.of("a", new int[0]))).isEqualTo("[]\n");
        }

        @Test
        void escapesStrings() {
            Table table = Table.of("a\"b", new String[] {"\\ \" \n \u0001 é 🙂"});

            assertThat(Written.as(ResultFormat.JSON, table))
                    .isEqualTo("[\n{\"a\\\"b\":\"\\\\ \\\" \\n \\u0001 é 🙂\"}\n]\n");
        }

        @Test
        void writesNumbersThatJsonHasNotAsStrings() {
            Table table = Table.of("v", new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1e300});

            assertThat(Written.as(ResultFormat.JSON, table))
                    .isEqualTo("[\n{\"v\":\"NaN\"},\n{\"v\":\"Infinity\"},\n{\"v\":-1.0E300}\n]\n");
        }

        @Test
        void nestsListsAndStructs() {
            DataType type = new DataType.StructType(
                    List.of(new Field("a", new DataType.ListType(DataType.INT32)), new Field("b", DataType.STRING)));

            assertThat(Written.as(ResultFormat.JSON, both(type, Map.of("a", Arrays.asList(1, null), "b", "x"))))
                    .isEqualTo("[\n{\"v\":{\"a\":[1,null],\"b\":\"x\"}},\n{\"v\":null}\n]\n");
        }
    }

    @Nested
    class Markdown {
        @Test
        void alignsNumbersAndEscapesBars() {
            Table table = Table.of("a|b", new String[] {"x|y", "<b>\n", null}, "n", new int[] {1, 2, 3});

            assertThat(Written.as(ResultFormat.MARKDOWN, table)).isEqualTo("""
                            | a\\|b | n |
                            |---|---:|
                            | x\\|y | 1 |
                            | &lt;b><br> | 2 |
                            | NULL | 3 |
                            """);
        }
    }

    @Nested
    class Values {
        private static void reads(DataType type, Object value, String text) {
            assertThat(Written.as(ResultFormat.CSV, both(type, value))).isEqualTo("v\n" + text + "\n\n");
        }

        @Test
        void ofEveryTypeHaveAText() {
            reads(DataType.BOOL, true, "true");
            reads(DataType.INT8, -128, "-128");
            reads(DataType.UINT64, new BigInteger("18446744073709551615"), "18446744073709551615");
            reads(DataType.decimal(38, 2), new BigDecimal("-12345678901234567890.50"), "-12345678901234567890.50");
            reads(DataType.decimal(5, 3), new BigDecimal("0.001"), "0.001");
            reads(DataType.DATE, LocalDate.of(2024, 2, 29), "2024-02-29");
            reads(DataType.TIME, LocalTime.of(12, 30, 0, 500_000_000), "12:30:00.5");
            reads(DataType.TIMESTAMP, LocalDateTime.of(2024, 2, 29, 1, 2, 3), "2024-02-29 01:02:03");
            reads(
                    new DataType.TimestampType(TimeUnit.MILLI, Optional.of("Europe/Berlin")),
                    Instant.parse("2024-07-01T10:00:00.250Z"),
                    "2024-07-01 12:00:00.25+02:00");
            reads(DataType.DURATION, Duration.ofMillis(1500), "PT1.5S");
            reads(DataType.INTERVAL, new Interval(14, -3, 1_500_000_000), "P14M-3DT1.5S");
            reads(DataType.INTERVAL, new Interval(0, 0, 0), "PT0S");
            reads(DataType.BINARY, new byte[] {(byte) 0xDE, 1}, "0xde01");
            reads(new DataType.ListType(DataType.STRING), List.of("a", "b"), "\"[a, b]\"");
            reads(new DataType.StructType(List.of(new Field("a", DataType.INT32))), Map.of("a", 1), "{a: 1}");
        }
    }

    @Test
    void formatsAreFoundByLabelAndEnding() {
        assertThat(ResultFormat.named("CSV")).isEqualTo(ResultFormat.CSV);
        assertThat(ResultFormat.of(Path.of("a.b/c.Parquet"))).contains(ResultFormat.PARQUET);
        assertThat(ResultFormat.of(Path.of("a.csv/c"))).isEmpty();
        assertThatThrownBy(() -> ResultFormat.named("jsno"))
                .hasMessage("\"jsno\" is not a format; there are table, csv, json, ndjson, markdown, parquet, arrow."
                        + " Did you mean \"json\"?");
    }
}
