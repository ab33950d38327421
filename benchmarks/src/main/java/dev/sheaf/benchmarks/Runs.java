package dev.sheaf.benchmarks;

/// How often each question is run: warm-ups until both limits are reached, then measured runs until both are, or
/// there are enough.
///
/// @param seconds the time that warm-ups and measured runs each should take, all engines together
record Runs(int warmUps, int least, int most, double seconds) {
    /// At least two warm-ups and three measured runs, and more of quick questions.
    static Runs lasting(double seconds) {
        return new Runs(2, 3, 99, seconds);
    }

    /// Exactly so many, after as many warm-ups.
    static Runs of(int count) {
        return new Runs(count, count, count, 0);
    }

    boolean isWarm(int runs, long startNanos) {
        return (runs >= warmUps && seconds(startNanos) >= seconds) || runs >= most;
    }

    boolean isEnough(int runs, long startNanos) {
        return (runs >= least && seconds(startNanos) >= seconds) || runs >= most;
    }

    private static double seconds(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e9;
    }
}
