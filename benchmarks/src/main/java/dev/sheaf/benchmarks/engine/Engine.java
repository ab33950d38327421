package dev.sheaf.benchmarks.engine;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Workload;

/// An engine under measurement, in this process or in one of its own.
public interface Engine extends AutoCloseable {

    /// As it is called in results: `duckdb`.
    String name();

    /// Its release.
    String version();

    /// Both, as reports name it: `duckdb 1.4.0`.
    default String nameAndVersion() {
        return name() + " " + version();
    }

    /// Whether it works in this process, so that its processor time can be told.
    boolean isInProcess();

    /// Makes the table of a workload known, and loads it into memory if the workload says so.
    void load(Workload workload);

    /// Runs a question once, with the whole answer made and then dropped, and gives the milliseconds it took.
    double millis(Question question);

    @Override
    void close();
}
