package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.Installation;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.cuda.gpu.RunTests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;

/// What comparisons with the CPU ran, from several processes: each adds lines to the file `-Dsheaf.evidence`, and
/// `Evidence LINES FILE` sums them up as JSON.
final class Evidence {
    private static final String FILE = System.getProperty("sheaf.evidence", "");
    private static final String SHAPES = "shapes by ";

    /// The sum over requests of one kind, by one way.
    private static final class Sum {
        final Map<String, Integer> ways = new TreeMap<>();
        int shapes;
        int cases;
        int asked;
        int onGpu;
        int failures;
        long millis;

        void add(String[] line) {
            shapes += Integer.parseInt(line[1]);
            cases += Integer.parseInt(line[2]);
            asked += Integer.parseInt(line[3]);
            onGpu += Integer.parseInt(line[4]);
            failures += Integer.parseInt(line[5]);
            millis += Long.parseLong(line[6]);
            for (int i = 7; i + 1 < line.length; i += 2) {
                ways.merge(line[i], Integer.valueOf(line[i + 1]), Integer::sum);
            }
        }
    }

    private Evidence() {}

    /// What is tested by the shapes of [Shapes] with these settings.
    static String shapesBy(Map<String, String> settings) {
        return SHAPES + new TreeMap<>(settings);
    }

    /// Adds what a comparison of so many shapes came to.
    ///
    /// @param what the kind of requests and the way
    static void add(String what, int shapes, ShapeComparison comparison, int failures, long nanos) {
        if (RunTests.isStopped()) {
            return;
        }
        long millis = nanos / 1_000_000;
        if (FILE.isEmpty()) {
            System.out.println(what + ": " + shapes + " shapes, " + comparison.cases() + " cases, " + comparison.onGpu()
                    + " results from the GPU, " + failures + " failures, by " + comparison.ways() + ", " + millis
                    + " ms");
            return;
        }
        StringBuilder line = new StringBuilder(what);
        int onGpu = comparison.onGpu();
        for (long number : new long[] {shapes, comparison.cases(), comparison.asked(), onGpu, failures, millis}) {
            line.append('\t').append(number);
        }
        comparison
                .ways()
                .forEach((way, count) ->
                        line.append('\t').append(way).append('\t').append(count));
        write(line.append('\n').toString());
    }

    /// One write of a line goes behind those of other processes.
    private static void write(String line) {
        try {
            Files.writeString(Path.of(FILE), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// @param arguments the lines, and the file for the JSON
    public static void main(String[] arguments) throws IOException {
        Map<String, Sum> sums = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            String[] parts = line.split("\t");
            sums.computeIfAbsent(parts[0], _ -> new Sum()).add(parts);
        }
        Installation.Usable usable = (Installation.Usable) Installation.ofThisProcess();
        Results results = new Results(
                "correctness: GPU and CPU compared, random data",
                usable.driver(),
                usable.driver().device(0).info(),
                usable.nvrtc());
        sums.forEach((what, sum) -> add(what, sum, results));
        int shapes = sums.values().stream().mapToInt(sum -> sum.shapes).max().orElse(0);
        int cases = sums.values().stream().mapToInt(sum -> sum.cases).sum();
        int onGpu = sums.values().stream().mapToInt(sum -> sum.onGpu).sum();
        int failures = sums.values().stream().mapToInt(sum -> sum.failures).sum();
        results.add(
                "all",
                "cases",
                new double[] {cases},
                "fromTheGpu",
                String.valueOf(onGpu),
                "failures",
                String.valueOf(failures));
        results.write(Path.of(arguments[1]));
        System.out.println("evidence: up to " + shapes + " shapes by each of " + sums.size() + " ways, " + cases
                + " cases, " + onGpu + " results from the GPU, " + failures + " failures");
        sums.forEach(Evidence::check);
        System.exit(failures == 0 ? 0 : 1);
    }

    /// Requests that are for no GPU are left out. Results that overflow come from neither, so that not all of the
    /// others come from the GPU.
    private static void check(String what, Sum sum) {
        int least = what.startsWith(SHAPES) ? sum.asked * 9 / 10 : sum.asked / 2;
        if (sum.onGpu <= least) {
            System.out.println(what + ": " + sum.onGpu + " of " + sum.asked + " results are too few from the GPU");
            System.exit(1);
        }
    }

    private static void add(String what, Sum sum, Results results) {
        results.add(
                what,
                "cases",
                new double[] {sum.cases},
                "shapes",
                String.valueOf(sum.shapes),
                "fromTheGpu",
                String.valueOf(sum.onGpu),
                "failures",
                String.valueOf(sum.failures),
                "strategies",
                "\"" + sum.ways + "\"",
                "seconds",
                Results.number(sum.millis / 1e3));
    }
}
