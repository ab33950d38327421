package dev.sheaf.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.function.ThrowingConsumer;

/// Runs a test over many seeds and names the one that fails: the one place where random suites take their count and
/// their seeds from.
///
/// A suite says how many cases it has in full. A build runs a twentieth of them, and small suites 20 cases or all they
/// have; `./sheaf test -Dsheaf.random.scale=1` runs them all. Seeds come from the commit, so that a build that passed
/// passes again and another commit tries others; the first test of a process prints what was taken.
///
/// | property | meaning |
/// |---|---|
/// | `sheaf.random.scale` | which part of the full number is run, 0.05 if it is not set |
/// | `sheaf.base` | a number that all seeds come from, instead of the commit |
/// | `sheaf.seed` | the one case to run, of each test |
/// | `sheaf.cases` | how many cases of each test to run, whatever their full number |
public final class RandomCases {
    private static final double SCALE = Double.parseDouble(System.getProperty("sheaf.random.scale", "0.05"));
    private static final int FEW = 20;
    private static final long DEFAULT_BASE = 0x5EAF;
    private static final int DIGITS_OF_A_COMMIT = 15;
    private static final long BASE = base();

    private RandomCases() {}

    /// Runs `test` with a generator of numbers for each of its cases, of which there are `cases` in full.
    public static void run(int cases, ThrowingConsumer<SplittableRandom> test) {
        Long single = Long.getLong("sheaf.seed");
        if (single != null) {
            runOne(single, test);
            return;
        }
        SplittableRandom seeds = new SplittableRandom(BASE);
        int count = Integer.getInteger("sheaf.cases", scaled(cases, SCALE));
        for (int i = 0; i < count; i++) {
            runOne(seeds.nextLong(), test);
        }
    }

    /// How many of so many cases are run.
    static int scaled(int cases, double scale) {
        return Math.max((int) Math.ceil(cases * scale), Math.min(cases, FEW));
    }

    private static void runOne(long seed, ThrowingConsumer<SplittableRandom> test) {
        try {
            test.accept(new SplittableRandom(seed));
        } catch (Throwable failure) {
            throw new AssertionError("failed for -Dsheaf.seed=" + seed + ": " + failure.getMessage(), failure);
        }
    }

    private static long base() {
        Long given = Long.getLong("sheaf.base");
        long base = given != null ? given : baseOf(commit());
        System.out.println("random cases: -Dsheaf.random.scale=" + SCALE + " -Dsheaf.base=" + base);
        return base;
    }

    /// The number that a commit gives; the same for all that is no commit.
    static long baseOf(String commit) {
        return commit.matches("[0-9a-f]{40}")
                ? Long.parseLong(commit.substring(0, DIGITS_OF_A_COMMIT), 16)
                : DEFAULT_BASE;
    }

    /// The commit that is checked out, or nothing where there is no checkout or no git.
    private static String commit() {
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "HEAD")
                    .redirectErrorStream(true)
                    .start();
            String printed = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 ? printed : "";
        } catch (IOException absent) {
            return "";
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
