package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatagenCommandTest {
    @TempDir
    private Path folder;

    @Test
    void writesOrders() {
        Path file = folder.resolve("orders.csv");

        Outcome outcome = Outcome.of("datagen", "orders", "--rows", 3, "-o", file);

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).matches("3 rows written to .*orders.csv in \\d+\\.\\d s\n");
        assertThat(file).hasContent("""
                        o_orderkey,o_custkey,o_orderstatus,o_totalprice,o_orderdate,o_orderpriority,o_clerk,o_shippriority
                        1,1,F,80447.13,1994-09-06,2-HIGH,Clerk#000000001,0
                        2,1,O,100514.76,1997-07-22,3-MEDIUM,Clerk#000000001,0
                        3,1,O,154701.96,1997-09-22,4-NOT SPECIFIED,Clerk#000000001,0
                        """);
    }

    @Test
    void writesTheGroupByTable() throws IOException {
        Path file = folder.resolve("x.json");

        Outcome outcome = Outcome.of(
                "datagen",
                "groupby",
                "--rows",
                "1k",
                "--groups",
                10,
                "--nulls",
                10,
                "--sorted",
                "--seed",
                7,
                "-o",
                file);

        assertThat(outcome.exitCode()).isZero();
        assertThat(Files.readAllLines(file)).hasSize(1002).element(1).asString().startsWith("{\"id1\":null,\"id2\":");
    }

    @Test
    void threadsDoNotChangeTheFile() throws IOException {
        Path one = folder.resolve("one.csv");
        Path three = folder.resolve("three.csv");

        Outcome.of("datagen", "orders", "--rows", 200_000, "--threads", 1, "-o", one);
        Outcome.of("datagen", "orders", "--rows", 200_000, "--threads", 3, "-o", three);

        assertThat(three).hasSameBinaryContentAs(one);
        assertThat(Files.readAllLines(one)).hasSize(200_001);
    }

    @Test
    void rowsAndFileMustBeGiven() {
        assertThat(Outcome.of("datagen", "orders", "--rows", 3))
                .isEqualTo(new Outcome(
                        2, "", "sheaf: missing required option: '--out=FILE'. See 'sheaf datagen orders --help'.\n"));
        assertThat(Outcome.of("datagen").err())
                .startsWith("sheaf: which table? There are orders, lineitem, groupby and hits.");
    }

    @Test
    void wrongRequestsLeaveNoFile() {
        Path file = folder.resolve("x.csv");

        assertThat(Outcome.of("datagen", "groupby", "--rows", 3, "--groups", 9, "-o", file)
                        .exitCode())
                .isEqualTo(2);
        assertThat(Outcome.of("datagen", "orders", "--rows", 3, "-o", folder.resolve("x.what")))
                .isEqualTo(new Outcome(
                        2,
                        "",
                        "sheaf: the ending of \"" + folder.resolve("x.what") + "\" does not tell the format;"
                                + " end it in .csv, .tsv, .json, .ndjson, .md, .parquet, .arrow or .txt\n"));
        assertThat(Outcome.of("datagen", "orders", "--rows", 3, "-o", folder.resolve("no/x.csv"))
                        .exitCode())
                .isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }
}
