package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.driver.Installation;
import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.cuda.gpu.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.MultipleFailuresError;

/// The CPU as oracle: every shape with random data, each strategy forced in turn, several queries at a time.
///
/// `-Dsheaf.cases.of.shape=12` runs more data and `-Dsheaf.base=B` other data, `-Dsheaf.shape.step=5` each
/// fifth shape alone, `-Dsheaf.shape=17 -Dsheaf.seed=S` one case that failed; `-Dsheaf.evidence=FILE` writes
/// what ran as JSON.
@OnGpu
@Tag("large")
@Tag("differential")
class DifferentialOnGpuTest {
    private static final int CASES_OF_A_SHAPE = Integer.getInteger("sheaf.cases.of.shape", 2);
    private static final int STEP = Integer.getInteger("sheaf.shape.step", 1);
    private static final long BASE = Long.getLong("sheaf.base", 0x5EAF);
    private static final int THREADS = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, 8);
    private static final int REPORTED = 5;

    private static final List<Ran> RAN = new ArrayList<>();

    /// What ran by some settings.
    private record Ran(Map<String, String> settings, int shapes, ShapeComparison comparison, int failed, long millis) {}

    static List<Map<String, String>> settings() {
        return List.of(
                Map.of(),
                Map.of("cuda.strategy", "registers"),
                Map.of("cuda.strategy", "block"),
                Map.of("cuda.strategy", "hash"),
                Map.of("cuda.strategy", "counts"),
                Map.of("cuda.strategy", "partition"),
                Map.of("cuda.strategy", "clustered"),
                Map.of("cuda.strategy", "members"),
                Map.of("cuda.strategy", "general"),
                Map.of("cuda.strategy", "ticket"),
                Map.of("cuda.strategy", "ticket", "cuda.chunk.rows", "37", "cuda.table.slots", "8"),
                Map.of("cuda.strategy", "sorted"),
                Map.of("cuda.strategy", "sorted", "cuda.chunk.rows", "37"),
                Map.of("cuda.strategy", "presorted"),
                Map.of("cuda.resident.bytes", "64", "cuda.chunk.rows", "61", "cuda.merged.bytes", "900"),
                Map.of("cuda.strategy", "hash", "cuda.resident.bytes", "64", "cuda.chunk.rows", "61"));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void everyShapeGivesWhatTheCpuGives(Map<String, String> settings) throws Exception {
        long start = System.nanoTime();
        ShapeComparison comparison = new ShapeComparison(new CudaBackend(), settings);
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        int shapes = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int shape = Integer.getInteger("sheaf.shape", 0); shape < Shapes.number(); shape += STEP) {
                int number = shape;
                running.add(threads.submit(() -> cases(number, settings, comparison, failures)));
                shapes++;
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        RAN.add(new Ran(settings, shapes, comparison, failures.size(), millis));
        System.out.println(shapes + " shapes, " + comparison.cases() + " cases, " + comparison.onGpu()
                + " results from the GPU, " + failures.size() + " failures, settings " + settings + ", by "
                + comparison.ways() + ", " + millis + " ms");
        if (!failures.isEmpty()) {
            throw new MultipleFailuresError(
                    failures.size() + " failures, among them",
                    failures.stream().limit(REPORTED).toList());
        }
        assertThat(comparison.onGpu()).isGreaterThan(comparison.cases() * 9 / 10);
    }

    /// The data of a shape are others by other settings.
    private static void cases(
            int shape,
            Map<String, String> settings,
            ShapeComparison comparison,
            ConcurrentLinkedQueue<Throwable> failures) {
        Long single = Long.getLong("sheaf.seed");
        SplittableRandom seeds = new SplittableRandom(BASE + settings().indexOf(settings) * 1_000_003L + shape);
        for (int i = 0; i < (single == null ? CASES_OF_A_SHAPE : 1); i++) {
            long seed = single == null ? seeds.nextLong() : single;
            try {
                comparison.compare(shape, new SplittableRandom(seed));
            } catch (RuntimeException | Error failure) {
                failures.add(new AssertionError(
                        "failed for -Dsheaf.shape=" + shape + " -Dsheaf.seed=" + seed + ": " + failure, failure));
            }
        }
    }

    @AfterAll
    static void writeEvidence() throws IOException {
        String file = System.getProperty("sheaf.evidence");
        if (file == null || !(Installation.ofThisProcess() instanceof Installation.Usable usable)) {
            return;
        }
        Results results = new Results(
                "correctness: GPU and CPU compared, random data",
                usable.driver(),
                usable.driver().device(0).info(),
                usable.nvrtc());
        for (Ran ran : RAN) {
            results.add(
                    "settings " + ran.settings(),
                    "cases",
                    new double[] {ran.comparison().cases()},
                    "shapes",
                    String.valueOf(ran.shapes()),
                    "casesOfAShape",
                    String.valueOf(CASES_OF_A_SHAPE),
                    "baseOfSeeds",
                    String.valueOf(BASE),
                    "fromTheGpu",
                    String.valueOf(ran.comparison().onGpu()),
                    "failures",
                    String.valueOf(ran.failed()),
                    "strategies",
                    "\"" + ran.comparison().ways() + "\"",
                    "seconds",
                    Results.number(ran.millis() / 1e3));
        }
        double cases = RAN.stream().mapToDouble(ran -> ran.comparison().cases()).sum();
        double failed = RAN.stream().mapToDouble(Ran::failed).sum();
        results.add("all settings", "cases", new double[] {cases}, "failures", Results.number(failed));
        results.write(Path.of(file));
    }
}
