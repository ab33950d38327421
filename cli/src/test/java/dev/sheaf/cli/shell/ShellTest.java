package dev.sheaf.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ShellTest {
    @TempDir
    private Path folder;

    @Test
    void statementsMayHaveSeveralLines() throws IOException {
        try (Typed shell = new Typed()) {
            shell.type("SELECT 6\r").waitFor("...> ");
            assertThat(shell.line("  * 7 AS answer;"))
                    .contains("answer")
                    .contains("42")
                    .contains("1 row");
            assertThat(shell.line("SELECT ';' AS a; SELECT 2 AS b;"))
                    .contains("a")
                    .contains("b");
        }
    }

    @Test
    void tablesAreMadeAndFilled() throws IOException {
        try (Typed shell = new Typed()) {
            assertThat(shell.line("CREATE TABLE t (region VARCHAR, units INTEGER);"))
                    .contains("done, 0 rows");
            assertThat(shell.line("INSERT INTO t VALUES ('north', 1), ('south', 2);"))
                    .contains("done, 2 rows");
            assertThat(shell.line(".tables")).contains("name").contains("t");
            assertThat(shell.line(".schema")).contains("region").contains("INTEGER");
            assertThat(shell.line(".schema t")).contains("units");
        }
    }

    @Test
    void mistakesAreToldAndTheShellGoesOn() throws IOException {
        try (Typed shell = new Typed()) {
            assertThat(shell.line("SELECT x;")).contains("column \"x\" not found");
            assertThat(shell.line(".tabels"))
                    .contains("there is no command .tabels")
                    .contains("Did you mean \".tables\"?");
            assertThat(shell.line(".mode parquet")).contains("needs a file");
            assertThat(shell.line(".timing maybe")).contains("write .timing on or .timing off");
            assertThat(shell.line(".save x.csv")).contains("there is no result to save");
            assertThat(shell.line("SELECT 1 AS one;")).contains("one");
        }
    }

    @Test
    void resultsHaveOtherForms() throws IOException {
        try (Typed shell = new Typed()) {
            shell.line(".mode csv");
            assertThat(shell.line("SELECT 1 AS a, 'x' AS b;")).contains("a,b").contains("1,x");
            shell.line(".timing on");
            assertThat(shell.line("SELECT 1 AS a;")).containsPattern("\\d\\.\\d{3} s");
        }
    }

    @Test
    void longResultsFitOnTheScreen() throws IOException {
        try (Typed shell = new Typed()) {
            String shown = shell.line("FROM range(1000) t(n);");
            assertThat(shown.lines().count()).isLessThanOrEqualTo(30);
            assertThat(shown).contains("999").contains("1,000 rows");
        }
    }

    @Test
    void filesAreReadAndWritten() throws IOException {
        Path script = Files.writeString(
                folder.resolve("s.sql"), "CREATE TABLE t AS SELECT 5 AS n;\nSELECT n + 1 AS m FROM t");
        Path out = folder.resolve("out.csv");
        try (Typed shell = new Typed()) {
            assertThat(shell.line(".read " + script)).contains("6");
            assertThat(shell.line(".save " + out)).contains("written to");
            assertThat(out).hasContent("m\n6");
            assertThat(shell.line(".read nothing.sql")).contains("cannot read nothing.sql");
        }
    }

    @Test
    void ctrlCStopsTheQueryAndNotTheShell() throws IOException, InterruptedException {
        try (Typed shell = new Typed()) {
            shell.type("SELECT max(sin(n) * cos(n)) FROM range(1000000000000) t(n);\r");
            shell.waitFor("n);");
            while (!shell.shown().contains("stopped")) {
                Thread.sleep(50);
                shell.interrupt();
            }
            Thread.sleep(300); // the last interrupt may have come after the end, and then has a prompt of its own
            shell.waitFor("sheaf> ");
            assertThat(shell.line("SELECT 1 AS one;")).contains("one");
        }
    }

    @Test
    void ctrlCForgetsWhatIsTyped() throws IOException {
        try (Typed shell = new Typed()) {
            shell.type("SELECT nonsense").waitFor("nonsense");
            shell.interrupt();
            shell.waitFor("sheaf> ");
            assertThat(shell.line("SELECT 1 AS one;")).contains("one").doesNotContain("nonsense");
        }
    }

    @Test
    void tabCompletesKeywordsTablesColumnsAndFiles() throws IOException {
        Files.writeString(folder.resolve("unique_name.csv"), "a\n1\n");
        try (Typed shell = new Typed()) {
            shell.line("CREATE TABLE purchases (quantity INTEGER);");
            assertThat(shell.line("SEL\t quant\t FROM purch\t;"))
                    .contains("quantity")
                    .contains("0 rows");
            assertThat(shell.line("FROM '" + folder + "/uniq\t;")).contains("1 row");
            assertThat(shell.line(".tab\t")).contains("purchases");
        }
    }

    @Test
    void theHistoryOutlivesTheShell() throws IOException {
        Path history = folder.resolve("history");
        try (Typed shell = new Typed(Optional.of(history))) {
            shell.line("SELECT 17 AS seventeen;");
        }
        try (Typed shell = new Typed(Optional.of(history))) {
            assertThat(shell.line("\033[A")).contains("seventeen");
        }
    }

    @Test
    void quitAndCtrlDLeave() throws Exception {
        for (String leave : new String[] {".quit\r", ".exit\r", "\004"}) {
            try (Typed shell = new Typed()) {
                shell.type(leave);
                assertThat(shell.hasEnded()).isTrue();
            }
        }
    }

    @Test
    void helpListsTheCommands() throws IOException {
        try (Typed shell = new Typed()) {
            String help = shell.line(".help");
            assertThat(DotCommands.NAMES)
                    .filteredOn(name -> !name.equals(".help"))
                    .allMatch(help::contains);
        }
    }
}
