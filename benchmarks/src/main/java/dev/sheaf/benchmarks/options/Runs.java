package dev.sheaf.benchmarks.options;

/// How often each question is run: warm-ups until both limits are reached, then measured runs until both are, or
/// there are enough.
///
/// Quick questions are warmed up longer, as the compilers need a number of runs and not a time.
///
/// @param seconds the time that warm-ups and measured runs each should take, all engines together
/// @param longest the time after which three measured runs are enough
/// @param isSteady whether runs on more and on fewer processors are compared, which takes quieter compilers
public record Runs(int warmUps, int least, int most, double seconds, double longest, boolean isSteady) {
    /// So many warm-ups are enough, however quick they are.
    private static final int ENOUGH_WARM_UPS = 20;

    /// Warm-ups of quick questions take so many times `seconds` at most.
    private static final int LONGER = 4;

    /// So many times `seconds`, and what the first question shares with others is compiled.
    private static final int COMPILED = 6;

    /// Medians of fewer runs differ by a tenth from one process to the next.
    private static final int STEADY_RUNS = 41;

    /// They take so many times `seconds` at most, and waiting for the compilers before them half of that.
    private static final int STEADY = 15;

    /// Other runs wait so many times `seconds` for the compilers at most.
    private static final int QUIETENING = 3;

    /// Slow questions are measured so often, however long it takes.
    private static final int LEAST_RUNS = 5;

    /// Fewest runs whose median means something.
    private static final int FEWEST = 3;

    /// At least two warm-ups and five measured runs, and more of quick questions.
    public static Runs lasting(double seconds) {
        return new Runs(2, LEAST_RUNS, 99, seconds, Double.POSITIVE_INFINITY, false);
    }

    /// Enough runs to compare the same work on more or fewer processors.
    public static Runs steady(double seconds) {
        return new Runs(2, STEADY_RUNS, 99, seconds, STEADY * seconds, true);
    }

    /// Exactly so many, after as many warm-ups.
    public static Runs of(int count) {
        return new Runs(count, count, count, 0, Double.POSITIVE_INFINITY, false);
    }

    public boolean isWarm(int runs, long startNanos) {
        double past = seconds(startNanos);
        boolean manyOrLong = runs >= ENOUGH_WARM_UPS || past >= LONGER * seconds;
        return (runs >= warmUps && past >= seconds && manyOrLong) || runs >= most;
    }

    /// Whether code that was cold at the start has run for long enough to be compiled.
    public boolean isCompiled(long startNanos) {
        return seconds(startNanos) >= COMPILED * seconds;
    }

    public boolean isEnough(int runs, long startNanos) {
        double past = seconds(startNanos);
        return (runs >= least && past >= seconds) || runs >= most || (runs >= FEWEST && past >= longest);
    }

    /// How many seconds to wait for the compilers at most.
    public double quietening() {
        return (isSteady ? STEADY / 2.0 : QUIETENING) * seconds;
    }

    private static double seconds(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e9;
    }
}
