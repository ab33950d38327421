package dev.sheaf.benchmarks.options;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Questions;
import dev.sheaf.benchmarks.data.Variant;
import dev.sheaf.benchmarks.data.Workload;
import dev.sheaf.cli.datagen.HitsDataset;
import dev.sheaf.cli.datagen.OrdersDataset;
import java.nio.file.Path;
import java.util.List;

/// The tables of the benchmarks, generated when they are first asked for.
public final class Workloads {
    private static final long SEED = 1;

    private Workloads() {}

    public static Workload groupBy(Variant variant, boolean inMemory, BenchOptions options) {
        return groupBy(variant, options.rows(), inMemory, options);
    }

    public static Workload groupBy(Variant variant, long rows, boolean inMemory, BenchOptions options) {
        List<Question> questions = options.select(Questions.GROUP_BY);
        return new Workload("x", groupByFile(variant, rows, options), rows, questions, inMemory);
    }

    /// The file of db-benchmark's table.
    public static Path groupByFile(Variant variant, long rows, BenchOptions options) {
        return options.data().file("groupby-" + variant + "-" + rows, variant.dataset(rows));
    }

    public static Workload orders(BenchOptions options) {
        List<Question> questions = options.select(Questions.ORDERS);
        long rows = options.rows();
        return new Workload(
                "orders",
                options.data().file("orders-" + rows, new OrdersDataset(rows, SEED, 0, true)),
                rows,
                questions,
                false);
    }

    public static Workload members(BenchOptions options) {
        return hits(options.select(Questions.MEMBERS), options);
    }

    private static Workload hits(List<Question> questions, BenchOptions options) {
        long rows = options.rows();
        return new Workload(
                "hits", options.data().file("hits-" + rows, new HitsDataset(rows, SEED)), rows, questions, true);
    }
}
