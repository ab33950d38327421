package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page of a query's flow: what it holds, and that a browser draws it.
class FlowTest {
    private static final String QUERY =
            "SELECT o_custkey, count(*) AS \"</script>\", sum(o_totalprice) FROM orders GROUP BY 1 ORDER BY 2 DESC";
    private static final Pattern SPAN = Pattern.compile("\\[(\\d+),(\\d+),(\\d+),(\\d+),(-?\\d+),(-?\\d+)]");
    private static final Pattern PHASE = Pattern.compile("\\{\"name\":\"([a-z]+)\",\"micros\":(\\d+)}");
    private static final Pattern LANE = Pattern.compile("\\{\"name\":\"([^\"]*)\",\"spans\":\\[(.*?)]]");

    @TempDir
    private static Path folder;

    private static Path page;
    private static String json;

    private record Span(int phase, int depth, long start, long length, long rows, long bytes) {
        long end() {
            return start + length;
        }
    }

    @BeforeAll
    static void makePage() throws IOException {
        Path orders = folder.resolve("orders.parquet");
        assertThat(Outcome.of("datagen", "orders", "--rows", 200_000, "-o", orders)
                        .exitCode())
                .isZero();
        page = folder.resolve("flow.html");
        Outcome outcome = Outcome.of(
                "sql",
                "-t",
                "orders=" + orders,
                "--memory-limit",
                "40MB",
                "--backend",
                "cpu",
                "--flow",
                page,
                "-o",
                folder.resolve("out.csv"),
                QUERY);
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        String text = Files.readString(page);
        String before = "<script type=\"application/json\" id=\"flow\">";
        json = text.substring(text.indexOf(before) + before.length(), text.indexOf("</script>"));
    }

    private static List<List<Span>> lanes() {
        return LANE.matcher(json)
                .results()
                .map(lane -> SPAN.matcher(lane.group(2) + "]")
                        .results()
                        .map(FlowTest::span)
                        .toList())
                .toList();
    }

    private static Span span(MatchResult found) {
        return new Span(
                Integer.parseInt(found.group(1)),
                Integer.parseInt(found.group(2)),
                Long.parseLong(found.group(3)),
                Long.parseLong(found.group(4)),
                Long.parseLong(found.group(5)),
                Long.parseLong(found.group(6)));
    }

    @Test
    void aThreadDoesOneThingAtATime() {
        assertThat(lanes()).isNotEmpty();
        for (List<Span> lane : lanes()) {
            List<Span> open = new ArrayList<>();
            for (Span span : lane) {
                open.removeIf(other -> other.depth() >= span.depth());
                assertThat(open).hasSize(span.depth());
                assertThat(open).allMatch(outer -> span.start() >= outer.start() && span.end() <= outer.end() + 2);
                open.add(span);
            }
            for (int depth = 0; depth < 3; depth++) {
                int level = depth;
                List<Span> same =
                        lane.stream().filter(span -> span.depth() == level).toList();
                for (int i = 1; i < same.size(); i++) {
                    assertThat(same.get(i).start())
                            .isGreaterThanOrEqualTo(same.get(i - 1).end() - 2);
                }
            }
        }
    }

    @Test
    void stretchesAddUpToThePhases() {
        List<Span> all = lanes().stream().flatMap(List::stream).toList();
        List<MatchResult> phases = PHASE.matcher(json).results().toList();
        long outermost = all.stream()
                .filter(span -> span.depth() == 0)
                .mapToLong(Span::length)
                .sum();
        long sum = phases.stream()
                .mapToLong(phase -> Long.parseLong(phase.group(2)))
                .sum();

        assertThat(phases).hasSize(13);
        assertThat(sum).isCloseTo(outermost, org.assertj.core.api.Assertions.within(all.size() + 13L));
    }

    @Test
    void rowsBytesAndReasonsAreThere() {
        List<Span> all = lanes().stream().flatMap(List::stream).toList();

        assertThat(all).anyMatch(span -> span.phase() == 0 && span.rows() > 0);
        assertThat(json).contains("\"operator\":\"group by\"", "\"reason\":").contains("\\u003c/script\\u003e");
    }

    @Test
    void aBrowserDrawsEverySpan() throws IOException, InterruptedException {
        Path browser = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(browser != null, "no Chromium is installed");
        Path dom = folder.resolve("dom.html");
        Path picture =
                Files.createDirectories(Path.of("target")).resolve("flow.png").toAbsolutePath();
        assertThat(browse(browser, dom, "--dump-dom")).isTrue();
        assertThat(browse(browser, folder.resolve("log"), "--screenshot=" + picture))
                .isTrue();

        long spans = lanes().stream().mapToLong(List::size).sum();
        assertThat(Files.readString(dom)).contains("data-drawn=\"" + spans + "\"");
        assertThat(picture).isNotEmptyFile();
    }

    private static boolean browse(Path browser, Path output, String what) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        browser.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--window-size=1200,900",
                        what,
                        page.toUri().toString())
                .redirectOutput(output.toFile())
                .redirectError(folder.resolve("errors").toFile())
                .start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        return ended && process.exitValue() == 0;
    }
}
