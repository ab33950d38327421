package dev.sheaf.benchmarks.shapes.grammar;

import java.util.List;
import java.util.SplittableRandom;

/// Random choices.
record Dice(SplittableRandom random) {

    /// One of these, all as likely.
    <T> T pick(List<T> options) {
        return options.get(random.nextInt(options.size()));
    }

    /// True with this probability.
    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /// 1 to `most`, all as likely.
    int upTo(int most) {
        return 1 + random.nextInt(most);
    }

    /// 1 to `most`, each power of two as likely as the next.
    int logUpTo(int most) {
        return (int) Math.floor(Math.pow(most + 1.0, random.nextDouble()));
    }

    /// A share between 0 and 1.
    double share() {
        return chance(Grammar.LOG_UNIFORM_SHARES)
                ? Math.pow(Grammar.LEAST_SHARE, random.nextDouble())
                : random.nextDouble();
    }
}
