package dev.sheaf.benchmarks.alone;

import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.topK;

import dev.sheaf.cli.datagen.GroupByDataset;
import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Decision;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;

/// Processor time of db-benchmark's ten group-by questions over a table in memory, for work on the inner loops.
///
/// ```
/// java -cp ... dev.sheaf.benchmarks.QuestionsProfile rows=10000000 part=5000000 runs=9 questions=q1,q5
/// ```
/// The table has `rows` rows, `part` of them are asked about, on `threads` threads (1): half the rows on one
/// thread say what all would take on two that did not disturb each other. Times are the processor time of
/// Java's threads, divided by `threads`, so that other programs on the machine matter little; of several runs
/// the least and the median. Before the clock starts, each
/// question's answer is compared with that of another strategy (`cpu.grouper=rows`). `variant` is one of `base`,
/// `k2`, `nulls`, `sorted`, `zipf`; `order=random` mixes the questions' runs, of which the
/// first `warmups` do not count; settings are passed as
/// `cpu.chunk.rows=1024`, and with `versus=cpu.textIndex.maxBits:0` every run is followed by one with that setting;
/// `phases=true` adds what each phase takes; `wall=true` measures elapsed time.
public final class QuestionsProfile {
    private static final double TOLERANCE = 1e-7;
    private static final double NANOS = 1e6;

    private final Map<String, String> options;
    private final Map<String, String> settings = new HashMap<>();
    private final Table table;
    private final int threads;
    private final MemoryPool pool = MemoryPool.create();
    private final ThreadMXBean clock = ManagementFactory.getThreadMXBean();

    private QuestionsProfile(Map<String, String> options) {
        this.options = options;
        options.forEach((name, value) -> {
            if (name.contains(".")) {
                settings.put(name, value);
            }
        });
        this.threads = Integer.parseInt(options.getOrDefault("threads", "1"));
        this.table = generate();
    }

    public static void main(String[] arguments) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String argument : arguments) {
            int at = argument.indexOf('=');
            options.put(argument.substring(0, at), argument.substring(at + 1));
        }
        new QuestionsProfile(options).run();
    }

    private Table generate() {
        long rows = Long.parseLong(options.getOrDefault("rows", "10000000"));
        String variant = options.getOrDefault("variant", "base");
        GroupByDataset data = new GroupByDataset(
                rows,
                variant.equals("k2") ? 2 : 100,
                variant.equals("nulls") ? 5 : 0,
                variant.equals("sorted"),
                variant.equals("zipf") ? 1.0 : 0,
                1,
                variant.equals("dictionaries"));
        Table whole =
                LazyFrame.scan(data).collect(QueryContext.builder().threads(2).build());
        return whole.slice(0, Math.min(rows, Long.parseLong(options.getOrDefault("part", "5000000"))));
    }

    private void run() {
        List<Question> asked = Arrays.stream(Question.values())
                .filter(question ->
                        Arrays.asList(options.getOrDefault("questions", "").split(","))
                                        .contains(question.name().toLowerCase(Locale.ROOT))
                                || !options.containsKey("questions"))
                .toList();
        int runs = Integer.parseInt(options.getOrDefault("runs", "9"));
        if (!options.getOrDefault("check", "true").equals("false")) {
            asked.forEach(this::check);
        }
        int warmUps = Integer.parseInt(options.getOrDefault("warmups", "20"));
        Map<Question, List<Double>> times = new LinkedHashMap<>();
        asked.forEach(question -> times.put(question, new ArrayList<>()));
        List<Question> order = new ArrayList<>();
        for (Question question : asked) {
            order.addAll(Collections.nCopies(runs + (question == Question.Q10 ? 2 : warmUps), question));
        }
        if (options.getOrDefault("order", "").equals("random")) {
            Collections.shuffle(order, new Random(1));
        }
        Map<Question, Double> others = new HashMap<>();
        for (Question question : order) {
            times.computeIfAbsent(question, _ -> new ArrayList<>()).add(time(question, Map.of()));
            if (options.containsKey("versus")) {
                others.merge(question, time(question, versus()), Math::min);
            }
        }
        others.forEach((question, least) -> System.out.printf(
                Locale.ROOT, "%-4s %8.1f ms with %s%n", question.name(), least, options.get("versus")));
        times.forEach((question, all) -> report(question, all.subList(all.size() - runs, all.size())));
    }

    /// The setting to compare with, as `name:value`.
    private Map<String, String> versus() {
        String[] setting = options.getOrDefault("versus", "").split(":");
        return Map.of(setting[0], setting[1]);
    }

    private double time(Question question, Map<String, String> forced) {
        boolean wall = options.containsKey("wall");
        long before = wall ? System.nanoTime() : threadTime();
        ask(question, context(forced)).close();
        long after = wall ? System.nanoTime() : threadTime();
        return (after - before) / NANOS / (wall ? 1 : threads);
    }

    /// What this thread and the workers have used so far: the garbage collector and the compiler are left out.
    private long threadTime() {
        long total = clock.getCurrentThreadCpuTime();
        for (Thread thread :
                threads == 1 ? List.<Thread>of() : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("sheaf-worker")) {
                total += Math.max(0, clock.getThreadCpuTime(thread.threadId()));
            }
        }
        return total;
    }

    private QueryContext context(Map<String, String> forced) {
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(forced);
        return QueryContext.builder()
                .threads(threads)
                .pool(pool)
                .settings(new Settings(all))
                .build();
    }

    private Table ask(Question question, QueryContext context) {
        return GroupBy.on(table, question.keys.split(","))
                .nullKeys(NullKeys.INCLUDE)
                .aggregate(context, question.aggregates.toArray(Expr[]::new));
    }

    private void report(Question question, List<Double> times) {
        QueryContext context = context(Map.of());
        long groups;
        try (Table result = ask(question, context)) {
            groups = result.rowCount();
        }
        double least = Collections.min(times);
        double median = times.stream().sorted().toList().get(times.size() / 2);
        System.out.printf(
                Locale.ROOT,
                "%-4s %8.1f ms  median %8.1f  %6.2f ns a row  %,10d groups  %s%n",
                question.name().toLowerCase(Locale.ROOT),
                least,
                median,
                least * NANOS * threads / table.rowCount(),
                groups,
                context.decisions().stream().map(Decision::toString).collect(Collectors.joining("; ")));
        if (options.containsKey("phases")) {
            for (Phase phase : Phase.values()) {
                System.out.printf(
                        Locale.ROOT,
                        "     %-10s %8.1f%n",
                        phase,
                        context.phases().nanos(phase) / NANOS);
            }
        }
    }

    /// Compares the answer with that of another strategy.
    private void check(Question question) {
        try (Table plain = ask(question, context(Map.of()));
                Table other = ask(question, context(Map.of("cpu.grouper", "rows")))) {
            double[] expected = sums(other);
            double[] found = sums(plain);
            for (int i = 0; i < expected.length; i++) {
                if (Math.abs(expected[i] - found[i]) > TOLERANCE * Math.abs(expected[i])) {
                    throw new IllegalStateException(question + ", column "
                            + plain.schema().names().get(i) + ": " + found[i] + " instead of " + expected[i]);
                }
            }
        }
    }

    /// A sum over each column that depends on which key stands beside which value, and on no order of rows.
    private static double[] sums(Table result) {
        double[] sums = new double[result.columns().size() + 1];
        double[] weights = new double[(int) result.rowCount()];
        for (int i = 0; i < result.columns().size(); i++) {
            Column column = result.columns().get(i);
            for (int row = 0; row < weights.length; row++) {
                double value = column.isNull(row) ? 0.5 : value(column, row);
                weights[row] = (weights[row] * 31 + value) % 1000.0;
                sums[i] += i == 0 ? value : value * (1 + (weights[row] % 7));
            }
        }
        sums[sums.length - 1] = result.rowCount();
        return sums;
    }

    private static double value(Column column, long row) {
        return valueOf(Objects.requireNonNull(column.get(row)));
    }

    private static double valueOf(Object value) {
        return switch (value) {
            case Number number -> Math.rint(number.doubleValue() * 1e5) / 1e5;
            case List<?> list ->
                list.stream()
                        .mapToDouble(element -> valueOf(Objects.requireNonNull(element)))
                        .sum();
            default -> value.hashCode() % 1000;
        };
    }

    private enum Question {
        Q1("id1", sum("v1")),
        Q2("id1,id2", sum("v1")),
        Q3("id3", sum("v1"), mean("v3")),
        Q4("id4", mean("v1"), mean("v2"), mean("v3")),
        Q5("id6", sum("v1"), sum("v2"), sum("v3")),
        Q6("id4,id5", median("v3"), std("v3")),
        Q7("id3", max("v1"), min("v2")),
        Q8("id6", topK("v3", 2)),
        Q9("id2,id4", corr("v1", "v2")),
        Q10("id1,id2,id3,id4,id5,id6", sum("v3"), count());

        private final String keys;
        private final List<Expr> aggregates;

        Question(String keys, Expr... aggregates) {
            this.keys = keys;
            this.aggregates = new ArrayList<>();
            for (int i = 0; i < aggregates.length; i++) {
                this.aggregates.add(aggregates[i].as("a" + i));
            }
        }
    }
}
