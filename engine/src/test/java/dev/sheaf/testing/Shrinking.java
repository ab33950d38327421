package dev.sheaf.testing;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Cuts a failing sample down while it still fails.
public final class Shrinking {
    private static final int MAX_TRIALS = 2_000;

    private final Function<Sample, @Nullable Throwable> test;
    private Sample smallest;
    private Throwable failure;
    private int trials;

    private Shrinking(Function<Sample, @Nullable Throwable> test, Sample sample, Throwable failure) {
        this.test = test;
        this.smallest = sample;
        this.failure = failure;
    }

    /// Runs `test` on a sample; if it throws, throws again with the smallest sample found that makes it throw.
    public static void check(Sample sample, org.junit.jupiter.api.function.ThrowingConsumer<Sample> test) {
        Function<Sample, @Nullable Throwable> run = candidate -> {
            try {
                test.accept(candidate);
                return null;
            } catch (Throwable failure) {
                return failure;
            }
        };
        Throwable failure = run.apply(sample);
        if (failure != null) {
            Shrinking shrinking = new Shrinking(run, sample, failure);
            shrinking.shrink();
            throw new AssertionError(
                    shrinking.failure.getMessage() + "\nsmallest failing input: " + shrinking.smallest,
                    shrinking.failure);
        }
    }

    private void shrink() {
        tryInstead(smallest.plain());
        for (int rows = Math.max(1, smallest.rowCount() / 2); rows >= 1; rows /= 2) {
            dropRows(rows);
        }
        for (int column = smallest.schema().size() - 1;
                column >= 0 && smallest.schema().size() > 1;
                column--) {
            tryInstead(smallest.withoutColumn(column));
        }
    }

    private void dropRows(int rows) {
        int from = 0;
        while (from < smallest.rowCount()) {
            if (!tryInstead(smallest.withoutRows(from, Math.min(from + rows, smallest.rowCount())))) {
                from += rows;
            }
        }
    }

    private boolean tryInstead(Sample candidate) {
        if (++trials > MAX_TRIALS) {
            return false;
        }
        Throwable thrown = test.apply(candidate);
        if (thrown == null || thrown.getClass() != failure.getClass()) {
            return false;
        }
        smallest = candidate;
        failure = thrown;
        return true;
    }
}
