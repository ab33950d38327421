package dev.sheaf.cli.datagen;

import java.util.BitSet;
import java.util.function.LongPredicate;

/// A key column as numbers in `[0, count)` and the rows in which it is null.
record KeyNumbers(long count, Numbers numbers, LongPredicate nulls) {

    /// Draws a number for every row; `nullPercent` of the numbers, rounded down, stand for null.
    static KeyNumbers drawn(long count, int nullPercent, double zipf, Draws draws, Draws nullDraws) {
        Numbers numbers = Numbers.below(count, zipf, draws);
        long nullNumbers = count * nullPercent / 100;
        if (nullNumbers == 0) {
            return new KeyNumbers(count, numbers, GeneratedColumn.NO_NULLS);
        }
        BitSet chosen = choose(count, nullNumbers, nullDraws);
        return new KeyNumbers(count, numbers, row -> chosen.get((int) numbers.at(row)));
    }

    /// `wanted` of the numbers below `count`, each set of them as likely as any other.
    ///
    /// @see <a href="https://doi.org/10.1145/30401.315746">Bentley, Floyd: Programming pearls: a sample of
    ///     brilliance, CACM 30(9) 1987</a>
    private static BitSet choose(long count, long wanted, Draws draws) {
        BitSet chosen = new BitSet();
        for (long last = count - wanted; last < count; last++) {
            int drawn = (int) draws.below(last, last + 1);
            chosen.set(chosen.get(drawn) ? (int) last : drawn);
        }
        return chosen;
    }
}
