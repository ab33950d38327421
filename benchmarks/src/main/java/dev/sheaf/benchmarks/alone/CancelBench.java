package dev.sheaf.benchmarks.alone;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Questions;
import dev.sheaf.benchmarks.data.Variant;
import dev.sheaf.benchmarks.data.Workload;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Workloads;
import dev.sheaf.benchmarks.report.Report;
import dev.sheaf.benchmarks.report.Timing;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.io.parquet.ParquetFormat;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench cancel`: how long a query goes on once it is cancelled, at moments spread at random over its run,
/// until its call has ended and its memory pool is empty. Questions over a table in memory and over a file, a sort,
/// and two queries that have to go to disk.
@Command(name = "cancel", description = "How long queries go on once they are cancelled, at random moments.")
public final class CancelBench implements Runnable {
    private static final int DEFAULT_ROUNDS = 30;

    /// The limit of queries that have to go to disk: 256 MB for 10 million rows.
    private static final double SPILLING_BYTES_A_ROW = 25.6;

    private static final long LEAST_LIMIT = 64 << 20;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--seed", paramLabel = "S", description = "Other moments (default: 1).")
    private long seed = 1;

    @Override
    public void run() {
        Workload workload = Workloads.groupBy(Variant.BASE, true, options);
        List<Map<String, Object>> rows = new ArrayList<>();
        try (SheafEngine sheaf = new SheafEngine(options.threads())) {
            sheaf.load(workload);
            for (Cancelled query : queries(sheaf, workload)) {
                rows.add(row(query));
                System.err.println(rows.getLast());
            }
        }
        double worst = rows.stream()
                .mapToDouble(row -> (double) row.getOrDefault("mostMillis", Double.NaN))
                .max()
                .orElse(Double.NaN);
        options.publish(new Report("cancel", options.parameters(), rows, Map.of("most milliseconds", worst)));
    }

    private List<Cancelled> queries(SheafEngine sheaf, Workload workload) {
        long limit = Math.max(LEAST_LIMIT, (long) (options.rows() * SPILLING_BYTES_A_ROW));
        SqlSession file = new SqlSession();
        file.register(workload.table(), LazyFrame.scanParquet(workload.file().toString()));
        List<Cancelled> queries = new ArrayList<>();
        for (Question question : workload.questions()) {
            queries.add(inMemory(
                    question.name(),
                    (_, context) -> sheaf.answer(question, context).close()));
            queries.add(inMemory(
                    question.name() + " of a file",
                    (_, context) -> file.query(question.sql()).collect(context).close()));
        }
        String all = "SELECT * FROM " + workload.table();
        queries.add(inMemory(
                "a file read", (_, context) -> file.query(all).collect(context).close()));
        queries.add(inMemory(
                "a sort",
                (_, context) ->
                        sheaf.query(all + " ORDER BY v3, id3").collect(context).close()));
        String groups = Questions.GROUP_BY.getLast().sql();
        queries.add(toDisk("groups on disk", limit, file.query(groups)));
        queries.add(toDisk("groups and a sort on disk", limit, file.query(groups + " ORDER BY id3, id4, id6, n, v3")));
        return queries;
    }

    private Cancelled inMemory(String name, BiConsumer<Path, QueryContext> query) {
        return new Cancelled(name, Long.MAX_VALUE, options.threads(), query);
    }

    private Cancelled toDisk(String name, long limit, LazyFrame query) {
        return new Cancelled(
                name,
                limit,
                options.threads(),
                (folder, context) -> query.sink(new ParquetFormat(), folder.resolve("out.parquet"), context));
    }

    private Map<String, Object> row(Cancelled query) {
        try {
            Path folder = Files.createTempDirectory("sheaf-cancel");
            Cancelled.Times times = query.times(folder, options.rounds(DEFAULT_ROUNDS), new Random(seed));
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("question", query.name());
            row.put("fullMillis", times.fullMillis());
            row.put("cancelled", times.millis().size());
            row.put("medianMillis", times.millis().isEmpty() ? 0.0 : Timing.median(times.millis()));
            row.put(
                    "mostMillis",
                    times.millis().stream().mapToDouble(one -> one).max().orElse(0));
            return row;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
