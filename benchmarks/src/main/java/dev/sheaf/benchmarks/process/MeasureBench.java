package dev.sheaf.benchmarks.process;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Variant;
import dev.sheaf.benchmarks.data.Workload;
import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.Engine;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Peers;
import dev.sheaf.benchmarks.options.Workloads;
import dev.sheaf.benchmarks.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench measure`, which other benchmarks run in processes of their own: one engine loads the table and runs
/// the questions, in each round in another order. Prints `q1 12.3` for each run, then `loaded` and `peak`, the
/// resident memory in KiB when the table was loaded and at most after that.
@Command(name = "measure", hidden = true)
public final class MeasureBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--engine")
    private String engineName = "sheaf";

    @Option(names = "--rounds")
    private int rounds = 1;

    @Option(names = "--seed")
    private long seed;

    @Override
    public void run() {
        Workload workload = Workloads.groupBy(Variant.BASE, true, options);
        try (Engine engine = engineName.equals("sheaf")
                ? new SheafEngine(options.threads())
                : Peers.of(List.of(engineName), options).getFirst()) {
            engine.load(workload);
            long loadedKib = resetPeak();
            Random random = new Random(seed);
            List<Question> questions = new ArrayList<>(workload.questions());
            for (int round = 0; round < rounds; round++) {
                Collections.shuffle(questions, random);
                questions.forEach(question ->
                        System.out.printf(Locale.ROOT, "%s %.4f%n", question.name(), millis(engine, question)));
            }
            System.out.println("loaded " + loadedKib);
            System.out.println("peak " + Machine.statusKib("VmHWM"));
        }
    }

    /// DuckDB's later runs would try another way, which needs more memory.
    private static double millis(Engine engine, Question question) {
        return engine instanceof DuckDb duckdb ? duckdb.firstMillis(question) : engine.millis(question);
    }

    /// Starts the count of the most resident memory anew, where the kernel lets us; gives what is resident now.
    private static long resetPeak() {
        System.gc();
        try {
            Files.writeString(Path.of("/proc/self/clear_refs"), "5");
        } catch (IOException notAllowed) {
            System.err.println("the peak includes loading: " + notAllowed.getMessage());
        }
        return Machine.statusKib("VmRSS");
    }
}
