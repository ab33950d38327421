package dev.sheaf.testing;

import java.util.SplittableRandom;
import org.junit.jupiter.api.function.ThrowingConsumer;

/// Runs a test over many seeds and names the one that fails.
///
/// The seeds of a test are the same in every run, so that a build that passed passes again. `-Dsheaf.seed=S`
/// runs the one case of seed S; `-Dsheaf.cases=N` runs N cases of each test; `-Dsheaf.base=B` takes other seeds.
public final class RandomCases {
    private static final long DEFAULT_BASE = 0x5EAF;

    private RandomCases() {}

    /// Runs `test` with a generator of numbers for each of `cases` seeds.
    public static void run(int cases, ThrowingConsumer<SplittableRandom> test) {
        Long single = Long.getLong("sheaf.seed");
        if (single != null) {
            runOne(single, test);
            return;
        }
        SplittableRandom seeds = new SplittableRandom(Long.getLong("sheaf.base", DEFAULT_BASE));
        int count = Integer.getInteger("sheaf.cases", cases);
        for (int i = 0; i < count; i++) {
            runOne(seeds.nextLong(), test);
        }
    }

    private static void runOne(long seed, ThrowingConsumer<SplittableRandom> test) {
        try {
            test.accept(new SplittableRandom(seed));
        } catch (Throwable failure) {
            throw new AssertionError("failed for -Dsheaf.seed=" + seed + ": " + failure.getMessage(), failure);
        }
    }
}
