package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.BackendStatus;
import dev.sheaf.groupby.Backends;
import dev.sheaf.query.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlCommandTest {
    private static final String TOTALS =
            "SELECT o_orderstatus, COUNT(*) AS n, MAX(o_orderkey) AS last FROM orders GROUP BY 1 ORDER BY 1";

    @TempDir
    private static Path folder;

    private static Path orders;

    @BeforeAll
    static void makeOrders() {
        orders = folder.resolve("orders.parquet");
        assertThat(Outcome.of("datagen", "orders", "--rows", 1000, "-o", orders).exitCode())
                .isZero();
    }

    private static Outcome sql(Object... arguments) {
        Object[] all = new Object[arguments.length + 3];
        all[0] = "sql";
        all[1] = "-t";
        all[2] = "orders=" + orders;
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return Outcome.of(all);
    }

    private static Path pipe(String name) throws Exception {
        Path pipe = folder.resolve(name);
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }

    @Nested
    class Formats {
        @Test
        void aTableUnlessSaidOtherwise() {
            assertThat(sql(TOTALS)).isEqualTo(new Outcome(0, """
                                    ┌───────────────┬───────┬───────┐
                                    │ o_orderstatus │     n │  last │
                                    │ string        │ int64 │ int64 │
                                    ├───────────────┼───────┼───────┤
                                    │ F             │   492 │  4000 │
                                    │ O             │   484 │  3974 │
                                    │ P             │    24 │  3970 │
                                    └───────────────┴───────┴───────┘
                                    3 rows, 3 columns
                                    """, ""));
        }

        @Test
        void csv() {
            assertThat(sql("--format", "csv", TOTALS))
                    .isEqualTo(new Outcome(0, "o_orderstatus,n,last\nF,492,4000\nO,484,3974\nP,24,3970\n", ""));
        }

        @Test
        void json() {
            assertThat(sql("--format=json", "SELECT o_orderkey, o_clerk FROM orders LIMIT 2"))
                    .isEqualTo(new Outcome(0, """
                                    [
                                    {"o_orderkey":1,"o_clerk":"Clerk#000000001"},
                                    {"o_orderkey":2,"o_clerk":"Clerk#000000001"}
                                    ]
                                    """, ""));
        }

        @Test
        void markdown() {
            assertThat(sql("--format", "markdown", TOTALS).out()).isEqualTo("""
                            | o_orderstatus | n | last |
                            |---|---:|---:|
                            | F | 492 | 4000 |
                            | O | 484 | 3974 |
                            | P | 24 | 3970 |
                            """);
        }

        @Test
        void parquetNeedsAFile() {
            assertThat(sql("--format", "parquet", TOTALS))
                    .isEqualTo(new Outcome(2, "", "sheaf: parquet needs a file; add -o FILE\n"));
        }

        @Test
        void tablesShowAsManyRowsAsAsked() {
            assertThat(sql("--max-rows", 4, "SELECT o_orderkey FROM orders").out())
                    .contains("│          2 │\n│          · │\n│       3975 │\n│       4000 │\n")
                    .endsWith("1,000 rows (4 shown), 1 column\n");
            assertThat(sql("SELECT o_orderkey FROM orders").out()).endsWith("1,000 rows (40 shown), 1 column\n");
            assertThat(sql("--max-rows", "all", "SELECT o_orderkey FROM orders").out())
                    .endsWith("\n1,000 rows, 1 column\n");
        }
    }

    @Nested
    class OutputFiles {
        @Test
        void endingsDecideTheFormat() {
            Path csv = folder.resolve("totals.csv");

            assertThat(sql("-o", csv, TOTALS)).isEqualTo(new Outcome(0, "", ""));
            assertThat(csv).hasContent("o_orderstatus,n,last\nF,492,4000\nO,484,3974\nP,24,3970\n");
        }

        @Test
        void formatsDecideBeforeEndings() {
            Path file = folder.resolve("totals.out");

            assertThat(sql("-o", file, TOTALS).err()).contains("does not tell the format");
            assertThat(sql("-o", file, "--format", "json", TOTALS)).isEqualTo(new Outcome(0, "", ""));
            assertThat(file).content().startsWith("[\n{\"o_orderstatus\":\"F\",\"n\":492");
        }

        @Test
        void linesOfJsonCanBeReadAgain() {
            Path file = folder.resolve("totals.ndjson.gz");

            assertThat(sql("-o", file, TOTALS)).isEqualTo(new Outcome(0, "", ""));
            assertThat(sql("--format", "ndjson", "SELECT last, n, o_orderstatus FROM '" + file + "' ORDER BY last")
                            .out())
                    .isEqualTo("""
                            {"last":3970,"n":24,"o_orderstatus":"P"}
                            {"last":3974,"n":484,"o_orderstatus":"O"}
                            {"last":4000,"n":492,"o_orderstatus":"F"}
                            """);
        }

        @Test
        void parquetCanBeReadAgain() {
            Path file = folder.resolve("totals.parquet");

            assertThat(sql("-o", file, TOTALS)).isEqualTo(new Outcome(0, "", ""));
            assertThat(Outcome.of("sql", "--format", "csv", "SELECT * FROM \"" + file + "\" WHERE n > 100"))
                    .isEqualTo(new Outcome(0, "o_orderstatus,n,last\nF,492,4000\nO,484,3974\n", ""));
        }

        @Test
        void aFailedQueryLeavesTheFileAsItWas() throws IOException {
            Path file = Files.writeString(folder.resolve("kept.csv"), "before");

            assertThat(sql("-o", file, "SELECT o_orderkey / 0 FROM nowhere").exitCode())
                    .isEqualTo(2);
            assertThat(file).hasContent("before");
            assertThat(folder).isDirectoryNotContaining("glob:**unfinished");
        }
    }

    @Nested
    class Queries {
        @Test
        void comeFromStandardInput() {
            assertThat(Outcome.reading("SELECT COUNT(*) AS n FROM \"" + orders + "\"\n", "sql", "--format", "csv", "-"))
                    .isEqualTo(new Outcome(0, "n\n1000\n", ""));
        }

        @Test
        void comeFromAFile() throws IOException {
            Path query = Files.writeString(folder.resolve("query.sql"), TOTALS + ";\n");

            assertThat(sql("--format", "csv", "-f", query).out()).startsWith("o_orderstatus,n,last\nF,492");
            assertThat(sql("-f", query, TOTALS).exitCode()).isEqualTo(2);
            assertThat(sql("-f", folder.resolve("no.sql")))
                    .isEqualTo(new Outcome(2, "", "sheaf: no file " + folder.resolve("no.sql") + "\n"));
        }

        @Test
        void mayBeginWithAByteOrderMark() throws IOException {
            Path query = Files.writeString(folder.resolve("marked.sql"), "\uFEFFSELECT 1 AS n");

            assertThat(sql("--format", "csv", "-f", query)).isEqualTo(new Outcome(0, "n\n1\n", ""));
            assertThat(Outcome.reading("\uFEFFSELECT 1 AS n", "sql", "--format", "csv", "-"))
                    .isEqualTo(new Outcome(0, "n\n1\n", ""));
        }

        @Test
        void areSaidToBeMissingWhereThereIsNone() throws IOException {
            Path binary = Files.write(folder.resolve("binary.sql"), new byte[] {(byte) 0xFF, 1});

            assertThat(Outcome.of("sql", "-"))
                    .isEqualTo(
                            new Outcome(2, "", "sheaf: there is no query in standard input; it is empty or closed\n"));
            assertThat(sql("-f", binary).err()).endsWith(": it is not text in UTF-8\n");
        }

        @Test
        @DisabledOnOs(OS.WINDOWS)
        void mayComeThroughAPipe() throws Exception {
            Path pipe = pipe("query.pipe");
            Thread writer = Thread.ofPlatform().start(() -> {
                try {
                    Files.writeString(pipe, "SELECT 1 AS n");
                } catch (IOException failure) {
                    throw new AssertionError(failure);
                }
            });

            assertThat(sql("--format", "csv", "-f", pipe)).isEqualTo(new Outcome(0, "n\n1\n", ""));
            writer.join();
        }

        @Test
        void haveToBeGiven() {
            assertThat(Outcome.of("sql").exitCode()).isEqualTo(2);
            assertThat(Outcome.of("sql").err()).startsWith("sheaf: no query; ");
        }

        @Test
        void tablesCanTakeTheirNameFromTheFile() {
            assertThat(Outcome.of("sql", "-t", orders, "--format", "csv", "SELECT COUNT(*) AS n FROM orders"))
                    .isEqualTo(new Outcome(0, "n\n1000\n", ""));
        }

        @Test
        void canReadManyFilesAsOne() {
            Path part = folder.resolve("part");
            for (int seed = 1; seed <= 3; seed++) {
                Outcome.of(
                        "datagen",
                        "orders",
                        "--rows",
                        10,
                        "--seed",
                        seed,
                        "-o",
                        folder.resolve("part-" + seed + ".parquet"));
            }

            assertThat(Outcome.of(
                                    "sql",
                                    "-t",
                                    "p=" + part + "-*.parquet",
                                    "--format",
                                    "csv",
                                    "SELECT COUNT(*) AS n FROM p")
                            .out())
                    .isEqualTo("n\n30\n");
        }
    }

    @Nested
    class Statements {
        @Test
        void eachRunsInItsTurn() {
            assertThat(sql(
                            "--format",
                            "csv",
                            "CREATE TABLE few AS SELECT * FROM orders LIMIT 3; SELECT count(*) AS n FROM few;"
                                    + " INSERT INTO few SELECT * FROM few; SELECT count(*) AS n FROM few"))
                    .isEqualTo(new Outcome(0, "n\n3\nn\n6\n", ""));
        }

        @Test
        void copyWritesFiles() throws IOException {
            Path copy = folder.resolve("copy.csv");

            assertThat(sql("-v", "COPY (SELECT 1 AS x) TO '" + copy + "'"))
                    .isEqualTo(new Outcome(0, "", "done, 1 row\n"));

            assertThat(copy).hasContent("x\n1");
        }

        @Test
        void mistakesNameTheirPlaceInAllOfTheText() {
            assertThat(sql("SELECT 1 AS x;\n-- one more\n SELECT 2 AS y; SELECT z"))
                    .satisfies(outcome -> assertThat(outcome.err()).startsWith("sheaf: line 3, column 24: "));
            assertThat(sql("CREATE TABLE t AS SELECT 1 AS x; DROP TABLE t;\n\nDROP TABLE t"))
                    .satisfies(outcome -> assertThat(outcome.err()).startsWith("sheaf: line 3, column 1: "));
        }

        @Test
        void mistakesInGrammarAreFoundBeforeAnythingRuns() {
            assertThat(sql("SELECT 1 AS x; SELEC 2").out()).isEmpty();
        }

        @Test
        void oneFileTakesTheRowsOfOneQuery() {
            Path file = folder.resolve("two.csv");

            assertThat(sql("-o", file, "SELECT 1 AS x; SELECT 2 AS x"))
                    .isEqualTo(new Outcome(2, "", "sheaf: -o is for one query; 2 statements here give rows\n"));
            assertThat(sql("-o", file, "DROP TABLE orders"))
                    .isEqualTo(new Outcome(2, "", "sheaf: -o is for one query; no statement here gives rows\n"));
            assertThat(sql("--explain", "SELECT 1 AS x; SELECT 2 AS x").err())
                    .isEqualTo("sheaf: --explain shows one query; there are several statements\n");
            assertThat(sql("-o", file, "CREATE TABLE t AS SELECT 3 AS x; SELECT * FROM t"))
                    .isEqualTo(new Outcome(0, "", ""));
            assertThat(file).hasContent("x\n3");
        }
    }

    @Nested
    class Mistakes {
        @Test
        void inSqlAreOneLineThatNamesTheirPlace() {
            Outcome outcome = sql("SELECT o_orderstat FROM orders");

            assertThat(outcome.exitCode()).isEqualTo(2);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err())
                    .startsWith("sheaf: line 1, column 8: ")
                    .endsWith("Did you mean \"o_orderstatus\"?\n")
                    .hasLineCount(1);
        }

        @Test
        void missingFilesAreNamed() {
            Path missing = folder.resolve("ordres.parquet");

            assertThat(Outcome.of("sql", "-t", "o=" + missing, "SELECT 1"))
                    .isEqualTo(
                            new Outcome(2, "", "sheaf: no file " + missing + ". Did you mean \"orders.parquet\"?\n"));
        }

        @Test
        @Timeout(60)
        @DisabledOnOs(OS.WINDOWS)
        void pipesAreRefusedAsTables() throws Exception {
            Path pipe = pipe("table.parquet");

            assertThat(Outcome.of("sql", "-t", "t=" + pipe, "SELECT 1").err())
                    .startsWith("sheaf: " + pipe + " is a pipe or a device, ");
            assertThat(Outcome.of("sql", "SELECT * FROM '" + pipe + "'").exitCode())
                    .isEqualTo(2);
            assertThat(Outcome.of("describe", pipe).exitCode()).isEqualTo(2);
        }

        @ParameterizedTest
        @ValueSource(strings = {"a[", "a{b", "[z-a]", "a[]"})
        void inPatternsAreSaidInOneLine(String pattern) {
            Outcome outcome = Outcome.of("sql", "-t", "t=" + folder.resolve(pattern), "SELECT 1");

            assertThat(outcome.exitCode()).isEqualTo(2);
            assertThat(outcome.err()).contains("it is no pattern either").hasLineCount(1);
        }

        @Test
        void aFunctionIsNotTakenForAnyOtherOfThreeLetters() {
            assertThat(sql("SELECT wow()").err()).contains("wow").doesNotContain("Did you mean");
        }

        @Test
        void damagedFilesAreNotWrongRequests() throws IOException {
            Path damaged = folder.resolve("damaged.parquet");
            byte[] bytes = Files.readAllBytes(orders);
            Files.write(damaged, java.util.Arrays.copyOf(bytes, bytes.length / 2));

            Outcome outcome = Outcome.of("sql", "SELECT COUNT(o_clerk) FROM \"" + damaged + "\"");

            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err()).startsWith("sheaf: " + damaged).hasLineCount(1);
        }

        @Test
        void tooLittleMemoryIsNotAWrongRequest() {
            Outcome outcome = sql("--memory-limit", "10kB", "SELECT o_orderkey, COUNT(*) FROM orders GROUP BY 1");

            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err()).startsWith("sheaf: no room for ").hasLineCount(1);
        }

        @Test
        void tablesNeedAName() {
            assertThat(Outcome.of("sql", "-t", "=x", "SELECT 1").err()).contains("write -t NAME=PATH");
        }
    }

    @Nested
    class Plans {
        @Test
        void areShownInsteadOfRows() {
            Outcome outcome = sql("--explain", TOTALS);

            assertThat(outcome.exitCode()).isZero();
            assertThat(outcome.out()).contains("group by o_orderstatus", "cpu: ", "orders.parquet");
        }

        @Test
        void sumsAreReproducibleOnRequest() {
            String averages = "SELECT o_orderstatus, AVG(o_totalprice) FROM orders GROUP BY 1";
            assertThat(sql("--explain", averages).out()).doesNotContain("reproducible");
            assertThat(sql("--sums", "reproducible", "--explain", averages).out())
                    .contains("reproducible");
            assertThat(sql("--sums", "exact", averages).err()).contains("write fast or reproducible");
        }

        @Test
        void aMissingGpuIsNotedAndTheCpuAnswers() {
            Outcome outcome = sql("--backend", "cuda", "--format", "csv", TOTALS);
            assertThat(outcome.out()).contains("F,492,4000");
            assertThat(outcome.exitCode()).isZero();
            assertThat(outcome.err()).isEqualTo(whyNoGpu());
        }

        @Test
        void theReasonIsAmongTheTimings() {
            assumeFalse(whyNoGpu().isEmpty(), "there is a GPU");
            String reason = whyNoGpu().substring(whyNoGpu().indexOf(": ", 7)).strip();

            assertThat(sql("--backend", "cuda", "--timing", "--format", "csv", TOTALS)
                            .err())
                    .contains("  not cuda" + reason + "\n");
        }

        @Test
        void aGroupByThatTheGpuDoesNotTakeIsAReasonOnce() {
            Decision refused = new Decision("group by", "cpu: hash", "", List.of("cuda: sketches", "other: x"));
            Decision taken = new Decision("group by", "cuda: fast", "", List.of("cpu: slower"));

            assertThat(BackendOption.reasons(List.of(refused, taken, refused))).containsExactly("sketches");
        }

        private static String whyNoGpu() {
            return Backends.all().stream()
                    .filter(backend -> backend.name().equals("cuda"))
                    .map(Backend::status)
                    .map(status -> switch (status) {
                        case BackendStatus.Available _ -> "";
                        case BackendStatus.Unavailable(String reason) ->
                            "sheaf: running on the CPU, since there is no GPU to use: " + reason + "\n";
                    })
                    .findFirst()
                    .orElseThrow();
        }

        @Test
        void timesGoToStandardError() {
            Outcome outcome = sql("--timing", "--format", "csv", TOTALS);

            assertThat(outcome.out()).startsWith("o_orderstatus,n,last\n");
            assertThat(outcome.err())
                    .contains("group by: ", "│ phase ", "│ read ", "│ write ", " s to plan, ", " of memory");
        }
    }
}
