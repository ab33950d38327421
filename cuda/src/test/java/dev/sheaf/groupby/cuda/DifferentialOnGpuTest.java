package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.gpu.OnGpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.MultipleFailuresError;

/// The CPU as oracle: every shape with random data, each strategy forced in turn, several queries at a time. A test
/// takes one part of the shapes, so that processes can share them.
///
/// `-Dsheaf.cases.of.shape=12` runs more data and `-Dsheaf.base=B` other data, `-Dsheaf.shape.step=5` each
/// fifth shape alone, `-Dsheaf.shape=17 -Dsheaf.seed=S` one case that failed; [Evidence] writes what ran.
@OnGpu
@Tag("large")
@Tag("differential")
class DifferentialOnGpuTest {
    private static final int CASES_OF_A_SHAPE = Integer.getInteger("sheaf.cases.of.shape", 1);
    private static final int STEP = Integer.getInteger("sheaf.shape.step", 1);
    private static final int ONLY = Integer.getInteger("sheaf.shape", -1);
    private static final long BASE = Long.getLong("sheaf.base", 0x5EAF);
    private static final int THREADS = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, 8);
    private static final int PARTS = 65;
    private static final int REPORTED = 5;

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
                Map.of("cuda.strategy", "general", "cuda.chunk.rows", "37", "cuda.table.slots", "8"),
                Map.of("cuda.resident.bytes", "64", "cuda.chunk.rows", "61", "cuda.merged.bytes", "900"),
                Map.of("cuda.strategy", "hash", "cuda.resident.bytes", "64", "cuda.chunk.rows", "61"));
    }

    static IntStream parts() {
        return IntStream.range(0, PARTS);
    }

    /// The settings have the same data and share kernels, so they follow each other.
    @ParameterizedTest
    @MethodSource("parts")
    void everyShapeGivesWhatTheCpuGives(int part) throws Exception {
        List<Integer> shapes = shapes(part);
        List<Run> runs = settings().stream().map(Run::new).toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int shape : shapes) {
                running.add(threads.submit(() -> runs.forEach(run -> run.cases(shape))));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
        runs.forEach(run -> run.report(shapes.size()));
        List<Throwable> failures =
                runs.stream().flatMap(run -> run.failures.stream()).toList();
        if (!failures.isEmpty()) {
            throw new MultipleFailuresError(
                    failures.size() + " failures, among them",
                    failures.stream().limit(REPORTED).toList());
        }
    }

    private static List<Integer> shapes(int part) {
        return IntStream.range(0, Shapes.number())
                .filter(shape -> shape % STEP == 0 && shape / STEP % PARTS == part)
                .filter(shape -> ONLY < 0 || shape == ONLY)
                .boxed()
                .toList();
    }

    /// What runs by some settings. Several threads add cases.
    private static final class Run {
        final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        private final AtomicLong nanos = new AtomicLong();
        private final Map<String, String> settings;
        private final ShapeComparison comparison;

        Run(Map<String, String> settings) {
            this.settings = settings;
            this.comparison = new ShapeComparison(new CudaBackend(), settings);
        }

        void cases(int shape) {
            long start = System.nanoTime();
            Long single = Long.getLong("sheaf.seed");
            SplittableRandom seeds = new SplittableRandom(BASE + shape);
            for (int i = 0; i < (single == null ? CASES_OF_A_SHAPE : 1); i++) {
                long seed = single == null ? seeds.nextLong() : single;
                try {
                    comparison.compareTwice(shape, new SplittableRandom(seed));
                } catch (RuntimeException | Error failure) {
                    failures.add(new AssertionError(
                            "failed for -Dsheaf.shape=" + shape + " -Dsheaf.seed=" + seed + ": " + failure, failure));
                }
            }
            nanos.addAndGet(System.nanoTime() - start);
        }

        void report(int shapes) {
            Evidence.add(Evidence.shapesBy(settings), shapes, comparison, failures.size(), nanos.get());
        }
    }
}
