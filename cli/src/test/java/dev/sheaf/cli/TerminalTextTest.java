package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// That names and values out of a file do not steer the terminal, whatever they are called.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "files there cannot be called so")
class TerminalTextTest {
    private static final String EVIL = "x\u001B[2J\u009B31m\u202E";

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void makeAFile() {
        file = folder.resolve(EVIL + ".parquet");
        String rows = "SELECT '" + EVIL + "' AS \"" + EVIL + "\"";
        assertThat(Outcome.of("sql", "-o", file, rows)).isEqualTo(new Outcome(0, "", ""));
    }

    private String query(String select) {
        return select + " FROM '" + file + "'";
    }

    /// A run whose streams both go to a terminal of 80 columns without styles.
    private static Outcome onTerminal(Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                Arrays.stream(arguments).map(Object::toString).toArray(String[]::new),
                new Terminal(
                        new ByteArrayInputStream(new byte[0]),
                        out,
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        true,
                        true,
                        80,
                        false));
        return new Outcome(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /// The progress bar erases itself by a sequence of its own.
    private static void assertHarmless(Outcome outcome) {
        assertThat((outcome.out() + outcome.err()).replace("\r\u001B[K", ""))
                .containsIgnoringCase("\\u001B[2J")
                .doesNotContainPattern("[\\p{Cc}\\u202E&&[^\\n\\t]]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"table", "csv", "json", "markdown"})
    void everyFormOnATerminal(String format) {
        assertHarmless(onTerminal("sql", "--format", format, query("SELECT *")));
    }

    @Test
    void plansTimingsAndDescriptions() {
        assertHarmless(onTerminal("sql", "--explain", query("SELECT *")));
        assertHarmless(
                onTerminal("sql", "--timing", "SELECT \"" + EVIL + "\", count(*) FROM '" + file + "' GROUP BY 1"));
        assertHarmless(onTerminal("describe", file));
    }

    @Test
    void errorsAndWhatWasWritten() {
        assertHarmless(onTerminal("sql", query("SELECT y")));
        assertHarmless(onTerminal("sql", "-t", "t=" + file, "SELECT y FROM t"));
        assertHarmless(onTerminal("sql", "SELECT * FROM '" + folder.resolve(EVIL) + "'"));
        assertHarmless(onTerminal("sql", "-f", folder.resolve(EVIL)));
        assertHarmless(onTerminal("sql", "--" + EVIL));
        assertHarmless(onTerminal("--debug", "sql", query("SELECT y")));
        assertHarmless(onTerminal("sql", "-o", folder.resolve(EVIL + ".csv"), "SELECT 1"));
        assertHarmless(onTerminal("datagen", "orders", "--rows", 1, "-o", folder.resolve(EVIL + ".csv")));
    }

    @Test
    void toProgramsCsvIsWrittenAsItIsAndJsonAsEscapes() {
        assertThat(Outcome.of("sql", "--format", "csv", query("SELECT *")).out())
                .isEqualTo((EVIL + "\n").repeat(2));
        assertThat(Outcome.of("sql", "--format", "json", query("SELECT *")).out())
                .contains("\"x\\u001b[2J\\u009b31m\\u202e\"");
    }

    @Test
    void whatWasWrittenIsSaidToPeopleOrOnRequest() {
        Path csv = folder.resolve("a.csv");

        assertThat(onTerminal("sql", "-o", csv, "SELECT * FROM range(1500) AS t(n)")
                        .err())
                .matches("1,500 rows written to .*a\\.csv in \\d+\\.\\d s\n");
        assertThat(Outcome.of("sql", "--verbose", "-o", csv, "SELECT 1").err()).startsWith("1 row written to ");
        assertThat(Outcome.of("sql", "-o", csv, "SELECT 1").err()).isEmpty();
    }

    @Test
    void describeShowsLeastAndMostOnEightyColumns() {
        Path table = folder.resolve("t.parquet");
        Outcome.of("datagen", "orders", "--rows", 100, "-o", table);

        Outcome outcome = onTerminal("describe", table);

        assertThat(outcome.out())
                .contains("│ min ", "│ max ", "│ codec ", "│ encodings")
                .doesNotContain("│ … ");
        assertThat(outcome.out().lines())
                .allMatch(line -> line.length() <= Math.max(80, table.toString().length()));
    }
}
