package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `sheaf head`, `groupby` and `convert`.
class FileCommandsTest {
    @TempDir
    private Path folder;

    private Path sales;

    @BeforeEach
    void write() throws IOException {
        sales = Files.writeString(
                folder.resolve("sales of \"May\".csv"),
                "region,store,units\nsouth,b,3\nnorth,a,1\nsouth,a,2\nnorth,a,4\n");
    }

    @Test
    void headShowsTheFirstRows() {
        assertThat(Outcome.of("head", sales, "-n", "2", "--format", "csv"))
                .isEqualTo(new Outcome(0, "region,store,units\nsouth,b,3\nnorth,a,1\n", ""));
        assertThat(Outcome.of("head", sales).out()).contains("4 rows, 3 columns");
    }

    @Test
    void groupsAreOrderedByTheirKeys() {
        assertThat(Outcome.of(
                        "groupby",
                        sales,
                        "--by",
                        "region,store",
                        "--agg",
                        "sum(units) AS u, mean(units) AS m",
                        "--format",
                        "csv"))
                .isEqualTo(new Outcome(0, "region,store,u,m\nnorth,a,5,2.5\nsouth,a,2,2.0\nsouth,b,3,3.0\n", ""));
        assertThat(Outcome.of(
                        "groupby", sales, "--by", "upper(region) AS r", "--where", "units > 1", "--format", "csv"))
                .isEqualTo(new Outcome(0, "r,count(*)\nNORTH,1\nSOUTH,2\n", ""));
    }

    @Test
    void groupsMayBeWritten() {
        Path out = folder.resolve("groups.parquet");
        assertThat(Outcome.of("groupby", sales, "--by", "store", "-o", out)).isEqualTo(new Outcome(0, "", ""));
        assertThat(Outcome.of("head", out, "--format", "csv").out()).isEqualTo("store,count(*)\na,3\nb,1\n");
    }

    @Test
    void convertWritesAnotherFormat() {
        for (String ending : new String[] {"parquet", "arrow", "tsv", "csv.gz"}) {
            Path out = folder.resolve("sales." + ending);
            Outcome outcome = Outcome.of("convert", sales, out, "-v");
            assertThat(outcome.err()).startsWith("4 rows written to ");
            assertThat(outcome.exitCode()).isZero();
            assertThat(Outcome.of("head", out, "--format", "csv").out())
                    .isEqualTo("region,store,units\nsouth,b,3\nnorth,a,1\nsouth,a,2\nnorth,a,4\n");
        }
    }

    @Test
    void filesThatDoNotSayHowTheyAreWrittenAreReadByOptions() throws IOException {
        Path odd = Files.writeString(folder.resolve("o'dd.txt"), "007;NA\n008;1,5\n");
        String read = "csv, delim=';', names=['id', 'x'], header=false, nullstr='NA', types={'id': 'VARCHAR'}";
        assertThat(Outcome.of("head", odd, "--read", read, "--format", "csv"))
                .isEqualTo(new Outcome(0, "id,x\n007,\n008,\"1,5\"\n", ""));
        Path out = folder.resolve("even.parquet");
        assertThat(Outcome.of("convert", odd, out, "--read", read)).isEqualTo(new Outcome(0, "", ""));
        assertThat(Outcome.of("groupby", out, "--by", "id", "--format", "csv").out())
                .isEqualTo("id,count(*)\n007,1\n008,1\n");
        assertThat(Outcome.of("head", odd, "--read", "csv, delimm=';'").err())
                .contains("takes no option delimm")
                .contains("Did you mean \"delim\"?");
        assertThat(Outcome.of("head", odd, "--read", "delim=';'").err()).contains("--read begins with a format");
    }

    @Test
    void mistakesAreWrongRequests() {
        assertThat(Outcome.of("groupby", sales))
                .isEqualTo(new Outcome(2, "", "sheaf: name what to group by: --by region,store\n"));
        assertThat(Outcome.of("groupby", sales, "--by", "regoin").err()).contains("Did you mean \"region\"?");
        assertThat(Outcome.of("head", folder.resolve("nothing.csv")).exitCode()).isEqualTo(2);
        assertThat(Outcome.of("convert", sales, folder.resolve("x.words")).err())
                .contains("does not tell the format");
        assertThat(Outcome.of("convert", sales))
                .isEqualTo(
                        new Outcome(2, "", "sheaf: missing required parameter: 'OUT'. See 'sheaf convert --help'.\n"));
        assertThat(Outcome.of("head").err()).startsWith("sheaf: missing required parameter: 'FILE'.");
        assertThat(Outcome.of("head", sales, "-n", "-1").exitCode()).isEqualTo(2);
    }
}
