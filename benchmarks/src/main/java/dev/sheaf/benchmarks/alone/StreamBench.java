package dev.sheaf.benchmarks.alone;

import dev.sheaf.benchmarks.options.BenchOptions.RowCount;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.StreamingGroupBy;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `sheaf bench stream`: generated rows summed by key as they come, each thread for itself, then merged. Memory
/// is to follow the keys, not the rows. The total of all sums is checked against the formula.
@Command(name = "stream", description = "Sum generated rows by key as they come; how fast, and in how much memory.")
public final class StreamBench implements Runnable {
    @Option(names = "--rows", converter = RowCount.class, paramLabel = "N", description = "Rows (default: 1e9).")
    private long rows = 1_000_000_000;

    @Option(names = "--keys", converter = RowCount.class, paramLabel = "N", description = "Keys (default: 1e5).")
    private long keys = 100_000;

    @Option(names = "--threads", paramLabel = "N", description = "Threads (default: processors).")
    private int threads = Runtime.getRuntime().availableProcessors();

    /// What a run found: seconds, the sum of all sums, groups, and the most bytes in use at one time.
    record Outcome(double seconds, long total, long groups, long peakBytes) {}

    @Override
    public void run() {
        Outcome outcome = measure(rows, keys, threads);
        System.out.printf(
                Locale.ROOT,
                "%,d rows over %,d keys on %d threads: %.2f s, %.0f M rows/s, at most %s of memory%n",
                rows,
                outcome.groups(),
                threads,
                outcome.seconds(),
                rows / outcome.seconds() / 1e6,
                ByteSize.format(outcome.peakBytes()));
    }

    /// Runs and checks the answer.
    ///
    /// @throws IllegalStateException if it is wrong
    static Outcome measure(long rows, long keys, int threads) {
        try (MemoryPool pool = MemoryPool.create()) {
            QueryContext context =
                    QueryContext.builder().pool(pool).threads(threads).build();
            GroupByRequest request = GroupByRequest.of(
                    NumberStream.SCHEMA,
                    List.of("key"),
                    Expressions.sum("value").as("sum"),
                    Expressions.count().as("rows"));
            long start = System.nanoTime();
            List<StreamingGroupBy> parts = new ArrayList<>();
            try {
                for (int i = 0; i < threads; i++) {
                    parts.add(StreamingGroupBy.open(request, context));
                }
                Workers.runOnAll(context, worker -> feed(parts.get(worker), worker, rows, keys, threads, pool));
                parts.subList(1, threads).forEach(parts.getFirst()::merge);
                try (Table result = parts.getFirst().finalizeResult()) {
                    double seconds = (System.nanoTime() - start) / 1e9;
                    return checked(result, rows, seconds, pool);
                }
            } finally {
                parts.forEach(StreamingGroupBy::close);
            }
        }
    }

    private static void feed(StreamingGroupBy part, int worker, long rows, long keys, int threads, MemoryPool pool) {
        long first = rows / threads * worker;
        long end = worker == threads - 1 ? rows : first + rows / threads;
        try (NumberStream stream = new NumberStream(first, end, keys, pool)) {
            stream.forEachBatch(part::add);
        }
    }

    private static Outcome checked(Table result, long rows, double seconds, MemoryPool pool) {
        long total = LongStream.of(result.longs("sum")).sum();
        long counted = LongStream.of(result.longs("rows")).sum();
        if (total != NumberStream.total(rows) || counted != rows) {
            throw new IllegalStateException("wrong answer: " + counted + " rows with a total of " + total);
        }
        return new Outcome(seconds, total, result.rowCount(), pool.peakBytes());
    }
}
