package dev.sheaf.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.function.ThrowingConsumer;

/// Runs a test over many seeds and names the one that fails: the one place where random suites take their count and
/// their seeds from.
///
/// A test joins by calling [#run(int, ThrowingConsumer)] with the number of cases that it has in full. A build runs
/// a twentieth of them, and small suites 20 cases or all they have, 5 for each invocation of a parameterised test.
/// `./sheaf soak` runs them all, finds the suites by their calls, and goes on where it was stopped. Seeds come from the
/// commit, so that a build that passed passes again and another commit tries others; the first test of a process
/// prints what was taken. A failure says how to run its case alone.
///
/// | property | meaning |
/// |---|---|
/// | `sheaf.random.scale` | which part of the full number is run, 0.05 if it is not set |
/// | `sheaf.base` | a number that all seeds come from, instead of the commit |
/// | `sheaf.seed` | the one case to run, of each test |
/// | `sheaf.invocation` | with `sheaf.seed`: the one invocation of a parameterised test to run it in, from 1 |
/// | `sheaf.cases` | how many cases of each test to run, whatever their full number |
/// | `sheaf.soak` | a folder for the journal of a soak run; all cases are run |
public final class RandomCases {
    private static final double SCALE = Double.parseDouble(System.getProperty("sheaf.random.scale", "0.05"));
    private static final int FEW = 20;
    private static final int FEW_OF_AN_INVOCATION = 5;
    private static final long DEFAULT_BASE = 0x5EAF;
    private static final int DIGITS_OF_A_COMMIT = 15;
    private static final long BASE = base();

    private RandomCases() {}

    /// Runs `test` with a generator of numbers for each of its cases, of which there are `cases` in full.
    public static void run(int cases, ThrowingConsumer<SplittableRandom> test) {
        run(cases, cases, test);
    }

    /// The same for cases that take long: a build runs at most `mostInABuild` of them.
    public static void run(int cases, int mostInABuild, ThrowingConsumer<SplittableRandom> test) {
        CurrentTest.Running running = CurrentTest.get();
        Long single = Long.getLong("sheaf.seed");
        String soak = System.getProperty("sheaf.soak");
        int call = running.nextCall();
        SplittableRandom seeds = seeds(call);
        if (single != null) {
            if (running.invocation() == Integer.getInteger("sheaf.invocation", running.invocation())) {
                runOne(running, single, test);
            }
        } else if (soak != null) {
            new SoakRun(SoakJournal.in(Path.of(soak)), running.set(call), cases)
                    .run(seeds, seed -> runOne(running, seed, test));
        } else {
            int few = running.invocation() == 0 ? FEW : FEW_OF_AN_INVOCATION;
            int count = Integer.getInteger("sheaf.cases", scaled(cases, few, mostInABuild, SCALE));
            for (int i = 0; i < count; i++) {
                runOne(running, seeds.nextLong(), test);
            }
        }
    }

    /// The seeds of one of the calls of a test, which has others than the calls before it.
    static SplittableRandom seeds(int call) {
        return new SplittableRandom(call == 0 ? BASE : BASE ^ new SplittableRandom(call).nextLong());
    }

    /// How many of so many cases are run: no fewer than `few` if there are as many.
    static int scaled(int cases, int few, int mostInABuild, double scale) {
        int part = Math.max((int) Math.ceil(cases * scale), Math.min(cases, few));
        return scale < 1 ? Math.min(part, mostInABuild) : part;
    }

    static void runOne(CurrentTest.Running running, long seed, ThrowingConsumer<SplittableRandom> test) {
        try {
            test.accept(new SplittableRandom(seed));
        } catch (Throwable failure) {
            throw new AssertionError("failed for " + alone(running, seed) + ": " + failure.getMessage(), failure);
        }
    }

    /// What to type, or to hand to Maven, for this case and no other.
    private static String alone(CurrentTest.Running running, long seed) {
        String property = "-Dsheaf.seed=" + seed;
        return running.suite().isEmpty()
                ? property
                : property + " (./sheaf soak '" + running.name() + "' --case " + seed + ")";
    }

    private static long base() {
        Long given = Long.getLong("sheaf.base");
        long base = given != null ? given : baseOf(commit());
        String scale = System.getProperty("sheaf.soak") == null ? "-Dsheaf.random.scale=" + SCALE : "all of them,";
        System.out.println("random cases: " + scale + " -Dsheaf.base=" + base);
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
