package dev.sheaf.benchmarks;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Questions;
import dev.sheaf.benchmarks.data.Variant;
import dev.sheaf.benchmarks.data.Workload;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.cli.datagen.HitsDataset;
import dev.sheaf.cli.datagen.LineitemDataset;
import dev.sheaf.cli.datagen.OrdersDataset;
import java.util.List;

/// The tables of the benchmarks, generated when they are first asked for.
final class Workloads {
    private static final long SEED = 1;

    private Workloads() {}

    static Workload groupBy(Variant variant, boolean inMemory, BenchOptions options) {
        return groupBy(variant, options.rows(), inMemory, options);
    }

    static Workload groupBy(Variant variant, long rows, boolean inMemory, BenchOptions options) {
        List<Question> questions = options.select(Questions.GROUP_BY);
        return new Workload(
                "x",
                options.data().file("groupby-" + variant + "-" + rows, variant.dataset(rows)),
                rows,
                questions,
                inMemory);
    }

    static Workload orders(BenchOptions options) {
        List<Question> questions = options.select(Questions.ORDERS);
        long rows = options.rows();
        return new Workload(
                "orders",
                options.data().file("orders-" + rows, new OrdersDataset(rows, SEED, 0, true)),
                rows,
                questions,
                false);
    }

    static Workload lineitem(BenchOptions options) {
        List<Question> questions = options.select(Questions.TPCH);
        long rows = options.rows();
        return new Workload(
                "lineitem",
                options.data().file("lineitem-" + rows, new LineitemDataset(rows, SEED, true)),
                rows,
                questions,
                true);
    }

    static Workload hits(BenchOptions options) {
        return hits(options.select(Questions.CLICKBENCH), options);
    }

    static Workload members(BenchOptions options) {
        return hits(options.select(Questions.MEMBERS), options);
    }

    private static Workload hits(List<Question> questions, BenchOptions options) {
        long rows = options.rows();
        return new Workload(
                "hits", options.data().file("hits-" + rows, new HitsDataset(rows, SEED)), rows, questions, true);
    }
}
