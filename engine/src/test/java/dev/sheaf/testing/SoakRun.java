package dev.sheaf.testing;

import java.util.SplittableRandom;
import org.junit.jupiter.api.function.ThrowingConsumer;

/// Runs all cases of a set but those that an earlier process has run, and goes on after failures.
final class SoakRun {
    private static final long NANOS_BETWEEN_LINES = 1_000_000_000L;
    private static final int MOST_FAILURES = 20;

    private final SoakJournal journal;
    private final String set;
    private final int cases;
    private int done;
    private int failures;
    private long counted = System.nanoTime();

    SoakRun(SoakJournal journal, String set, int cases) {
        this.journal = journal;
        this.set = set;
        this.cases = cases;
    }

    /// @throws AssertionError if a case failed, now or in an earlier process
    void run(SplittableRandom seeds, ThrowingConsumer<Long> test) {
        SoakJournal.Progress before = journal.progress(set);
        done = before.done();
        failures = before.failedSeeds().size();
        for (int i = 0; i < done; i++) {
            seeds.nextLong();
        }
        while (done < cases && failures < MOST_FAILURES) {
            runOne(seeds.nextLong(), test);
        }
        keep();
        System.out.println(set + ": " + done + " of " + cases + " cases, " + failures + " failed");
        if (failures > 0) {
            throw new AssertionError(failures + " of " + done + " cases failed; the report names them");
        }
    }

    private void runOne(long seed, ThrowingConsumer<Long> test) {
        try {
            test.accept(seed);
        } catch (Throwable failure) {
            failures++;
            journal.failed(set, seed, failure);
            System.out.println(failure.getMessage());
        }
        done++;
        if (System.nanoTime() - counted > NANOS_BETWEEN_LINES) {
            keep();
        }
    }

    private void keep() {
        long now = System.nanoTime();
        journal.done(set, cases, done, (now - counted) / 1_000_000);
        counted = now;
    }
}
