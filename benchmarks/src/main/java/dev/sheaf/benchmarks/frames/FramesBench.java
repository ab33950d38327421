package dev.sheaf.benchmarks.frames;

import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Runs;
import dev.sheaf.benchmarks.report.Means;
import dev.sheaf.benchmarks.report.Report;
import dev.sheaf.frame.LazyFrame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
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

    @Option(
            names = "--vs",
            split = ",",
            paramLabel = "PEER",
            description = "dflib, tablesaw, polars (default: all), or none.")
    private List<String> peers = List.of("dflib", "tablesaw", "polars");

    @Override
    public void run() {
        BenchOptions.checkPositive("--count", count);
        FrameRows data = FrameRows.of(Math.toIntExact(options.rows()));
        List<FrameLibrary> others = new ArrayList<>();
        try (SheafFrames sheaf = new SheafFrames(data, options.threads())) {
            names().forEach(peer -> others.add(peer(peer, data, sheaf)));
            List<Map<String, Object>> rows = new ArrayList<>();
            for (Operation operation : new Operations(seed).draw(count)) {
                rows.add(row(operation, sheaf, others));
                System.err.println(rows.getLast());
            }
            Map<String, Object> parameters = options.parameters();
            parameters.put("seed", seed);
            parameters.put("peers", others.stream().map(FrameLibrary::name).toList());
            options.publish(new Report("frames", parameters, rows, summary(rows, names())));
        } finally {
            others.forEach(FrameLibrary::close);
        }
    }

    private List<String> names() {
        return peers.equals(List.of("none")) ? List.of() : peers;
    }

    private FrameLibrary peer(String name, FrameRows data, SheafFrames sheaf) {
        return switch (name) {
            case "dflib" -> new DflibFrames(data);
            case "tablesaw" -> new TablesawFrames(data);
            case "polars" -> new PolarsFrames(sheaf, options.peerFolder(), options.threads());
            default ->
                throw new IllegalArgumentException(
                        "there is no peer \"" + name + "\"; there are dflib, tablesaw, polars and none");
        };
    }

    private Map<String, Object> row(Operation operation, SheafFrames sheaf, List<FrameLibrary> others) {
        Answer expected = sheaf.answer(operation);
        List<Supplier<Cost>> all = new ArrayList<>();
        all.add(() -> sheaf.cost(operation));
        for (FrameLibrary other : others) {
            if (other.has(operation)) {
                check(operation, expected, other);
                all.add(() -> other.cost(operation));
            }
        }
        Optional<LazyFrame> lazy = sheaf.lazy(operation);
        lazy.ifPresent(query -> all.add(() -> sheaf.cost(query)));
        Iterator<Cost> costs = costs(all).iterator();
        Cost ours = costs.next();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("operation", operation.toString());
        put(row, "sheaf", ours);
        for (int i = 0; i < others.size(); i++) {
            Cost theirs = others.get(i).has(operation) ? costs.next() : Cost.none();
            put(row, names().get(i), theirs);
            row.put("ratio " + names().get(i), ours.wall() / theirs.wall());
            row.put("processor ratio " + names().get(i), ours.processor() / theirs.processor());
        }
        Cost plan = lazy.isPresent() ? costs.next() : Cost.none();
        put(row, "lazy", plan);
        row.put("overhead", ours.wall() - plan.wall());
        row.put("processor overhead", ours.processor() - plan.processor());
        return row;
    }

    private static void put(Map<String, Object> row, String name, Cost cost) {
        row.put(name, cost.wall());
        row.put(name + " processor", cost.processor());
    }

    private static void check(Operation operation, Answer expected, FrameLibrary other) {
        Answer answer = other.answer(operation);
        if (!expected.isLike(answer)) {
            throw new IllegalStateException(
                    operation + ": sheaf answers " + expected + ", " + other.name() + " " + answer);
        }
    }

    /// By turns, after warm-ups by turns.
    private List<Cost> costs(List<Supplier<Cost>> all) {
        Runs runs = options.runs();
        laps(all, runs::isWarm);
        return laps(all, runs::isEnough).stream().map(Cost::typical).toList();
    }

    private interface Enough {
        boolean after(int runs, long startNanos);
    }

    private static List<List<Cost>> laps(List<Supplier<Cost>> all, Enough enough) {
        List<List<Cost>> costs = new ArrayList<>();
        all.forEach(_ -> costs.add(new ArrayList<>()));
        long start = System.nanoTime();
        for (int i = 0; !enough.after(i, start); i++) {
            for (int one = 0; one < all.size(); one++) {
                costs.get(one).add(all.get(one).get());
            }
        }
        return costs;
    }

    private static Map<String, Object> summary(List<Map<String, Object>> rows, List<String> peers) {
        Map<String, Object> summary = new LinkedHashMap<>();
        for (String peer : peers) {
            summary.put("geometric mean of ratios to " + peer, mean(rows, "ratio " + peer));
            summary.put("geometric mean of processor time to " + peer, mean(rows, "processor ratio " + peer));
        }
        summary.put(
                "operations that take more than 5 % and 1 ms beside the same plan run lazily",
                (double) rows.stream().filter(FramesBench::isOver).count());
        return summary;
    }

    private static double mean(List<Map<String, Object>> rows, String name) {
        return Means.geometric(
                rows.stream().mapToDouble(row -> number(row, name)).filter(ratio -> !Double.isNaN(ratio)));
    }

    private static boolean isOver(Map<String, Object> row) {
        double overhead = number(row, "overhead");
        return overhead > 1 && overhead > 0.05 * number(row, "lazy");
    }

    private static double number(Map<String, Object> row, String name) {
        return row.get(name) instanceof Double number ? number : Double.NaN;
    }
}
