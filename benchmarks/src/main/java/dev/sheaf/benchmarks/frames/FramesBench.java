package dev.sheaf.benchmarks.frames;

import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Runs;
import dev.sheaf.benchmarks.report.Means;
import dev.sheaf.benchmarks.report.Report;
import dev.sheaf.benchmarks.report.Timing;
import dev.sheaf.frame.LazyFrame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench frames`: random operations of data frames, by turns with other libraries, after their answers were
/// compared; and what a frame costs beside the same plan run lazily.
@Command(name = "frames", description = "Random operations of data frames beside DFLib, Tablesaw and Polars.")
public final class FramesBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--seed", paramLabel = "N", description = "Which operations are drawn (default: 1).")
    private long seed = 1;

    @Option(names = "--count", paramLabel = "N", description = "How many (default: 20).")
    private int count = 20;

    @Option(names = "--vs", split = ",", paramLabel = "PEER", description = "dflib, tablesaw, polars (default: all).")
    private List<String> peers = List.of("dflib", "tablesaw", "polars");

    @Override
    public void run() {
        BenchOptions.checkPositive("--count", count);
        FrameRows data = FrameRows.of(Math.toIntExact(options.rows()));
        List<FrameLibrary> others = new ArrayList<>();
        try (SheafFrames sheaf = new SheafFrames(data, options.threads())) {
            peers.forEach(peer -> others.add(peer(peer, data, sheaf)));
            List<Map<String, Object>> rows = new ArrayList<>();
            for (Operation operation : new Operations(seed).draw(count)) {
                rows.add(row(operation, sheaf, others));
                System.err.println(rows.getLast());
            }
            Map<String, Object> parameters = options.parameters();
            parameters.put("seed", seed);
            parameters.put("peers", others.stream().map(FrameLibrary::name).toList());
            options.publish(new Report("frames", parameters, rows, summary(rows, peers)));
        } finally {
            others.forEach(FrameLibrary::close);
        }
    }

    private FrameLibrary peer(String name, FrameRows data, SheafFrames sheaf) {
        return switch (name) {
            case "dflib" -> new DflibFrames(data);
            case "tablesaw" -> new TablesawFrames(data);
            case "polars" -> new PolarsFrames(sheaf, options.peerFolder(), options.threads());
            default ->
                throw new IllegalArgumentException(
                        "there is no peer \"" + name + "\"; there are dflib, tablesaw and polars");
        };
    }

    private Map<String, Object> row(Operation operation, SheafFrames sheaf, List<FrameLibrary> others) {
        Answer expected = sheaf.answer(operation);
        List<DoubleSupplier> all = new ArrayList<>();
        all.add(() -> sheaf.millis(operation));
        for (FrameLibrary other : others) {
            if (other.has(operation)) {
                check(operation, expected, other);
                all.add(() -> other.millis(operation));
            }
        }
        Optional<LazyFrame> lazy = sheaf.lazy(operation);
        lazy.ifPresent(query -> all.add(() -> sheaf.millis(query)));
        List<Double> medians = medians(all);
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("operation", operation.toString());
        row.put("sheaf", medians.getFirst());
        int next = 1;
        for (int i = 0; i < others.size(); i++) {
            boolean has = others.get(i).has(operation);
            double millis = has ? medians.get(next++) : Double.NaN;
            row.put(peers.get(i), millis);
            row.put("ratio " + peers.get(i), medians.getFirst() / millis);
        }
        row.put("lazy", lazy.isPresent() ? medians.get(next) : Double.NaN);
        row.put("overhead", lazy.isPresent() ? medians.getFirst() - medians.get(next) : Double.NaN);
        return row;
    }

    private static void check(Operation operation, Answer expected, FrameLibrary other) {
        Answer answer = other.answer(operation);
        if (!expected.isLike(answer)) {
            throw new IllegalStateException(
                    operation + ": sheaf answers " + expected + ", " + other.name() + " " + answer);
        }
    }

    /// By turns, after warm-ups by turns.
    private List<Double> medians(List<DoubleSupplier> all) {
        Runs runs = options.runs();
        laps(all, runs::isWarm);
        return laps(all, runs::isEnough).stream().map(Timing::median).toList();
    }

    private interface Enough {
        boolean after(int runs, long startNanos);
    }

    private static List<List<Double>> laps(List<DoubleSupplier> all, Enough enough) {
        List<List<Double>> millis = new ArrayList<>();
        all.forEach(_ -> millis.add(new ArrayList<>()));
        long start = System.nanoTime();
        for (int i = 0; !enough.after(i, start); i++) {
            for (int one = 0; one < all.size(); one++) {
                millis.get(one).add(all.get(one).getAsDouble());
            }
        }
        return millis;
    }

    private static Map<String, Object> summary(List<Map<String, Object>> rows, List<String> peers) {
        Map<String, Object> summary = new LinkedHashMap<>();
        peers.forEach(peer -> summary.put(
                "geometric mean of ratios to " + peer,
                Means.geometric(rows.stream()
                        .mapToDouble(row -> number(row, "ratio " + peer))
                        .filter(ratio -> !Double.isNaN(ratio)))));
        summary.put(
                "operations that take more than 5 % and 1 ms beside the same plan run lazily",
                (double) rows.stream().filter(FramesBench::isOver).count());
        return summary;
    }

    private static boolean isOver(Map<String, Object> row) {
        double overhead = number(row, "overhead");
        return overhead > 1 && overhead > 0.05 * number(row, "lazy");
    }

    private static double number(Map<String, Object> row, String name) {
        return row.get(name) instanceof Double number ? number : Double.NaN;
    }
}
