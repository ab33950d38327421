package dev.sheaf.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.benchmarks.report.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoakReportTest {
    @TempDir
    private Path folder;

    private SoakReport report(String... lines) throws IOException {
        Files.write(folder.resolve("io.journal"), List.of(lines));
        return new SoakReport(0x5eaf, Journal.read(folder), List.of("GpuTest#onACard"));
    }

    @Test
    void theLastLineOfASetSaysHowFarItIs() throws IOException {
        SoakReport report = report(
                "done\tATest#a\t100\t40\t1500\t.",
                "",
                "done\tATest#a\t100\t100\t500\t.",
                "done\tBTest#b\t100\t60\t9",
                "not a line");

        assertThat(report.isGood()).isTrue();
        assertThat(report.sets()).containsOnlyKeys("ATest#a");
        assertThat(report.text()).contains("| io     |    1 |   100 |      0 |       2 |", "did not run here: GpuTest");
    }

    @Test
    void aFailureSaysHowToRunItsCase() throws IOException {
        SoakReport report =
                report("failed\tATest#a[3]/2\t-7\tthis is not that\t.", "done\tATest#a[3]/2\t100\t100\t1\t.");

        assertThat(report.isGood()).isFalse();
        assertThat(report.text()).contains("failed: ./sheaf soak 'ATest#a[3]' --case -7\n  this is not that\n");
    }

    @Test
    void aSetThatIsNotDoneIsNotGood() throws IOException {
        SoakReport report = report("done\tATest#a\t100\t40\t1500\t.");

        assertThat(report.isGood()).isFalse();
        assertThat(report.text()).contains("ATest#a: 40 of 100 cases ran");
    }

    @Test
    void aSuiteHasAllSetsOfItsTest() throws IOException {
        SoakReport report = report(
                "done\tATest#a[3]/2\t100\t100\t1\t.",
                "done\tATest#a[4]\t100\t100\t1\t.",
                "done\tATest#ab\t100\t7\t1\t.");

        SoakReport own = report.of(
                List.of(new Suite("io", "ATest", "a", List.of(100)), new Suite("io", "BTest", "b", List.of(100))));

        assertThat(own.sets()).containsOnlyKeys("ATest#a[3]/2", "ATest#a[4]");
        assertThat(own.missing()).containsExactly("BTest#b");
        assertThat(own.isGood()).isTrue();
    }

    @Test
    void theFiledJsonHasEverySuite() throws IOException {
        Path file = report("done\tATest#a\t100\t100\t1500\t.").save(folder);

        assertThat(file.getFileName()).hasToString("soak-5eaf.json");
        Map<?, ?> filed = (Map<?, ?>) JsonReader.read(Files.readString(file));
        assertThat((Object) filed.get("cases")).isEqualTo(100L);
        assertThat((Object) filed.get("failed")).isEqualTo(0L);
        assertThat((Object) filed.get("notRunHere")).isEqualTo(List.of("GpuTest#onACard"));
        assertThat((List<?>) filed.get("suites")).hasSize(1);
    }
}
