package dev.sheaf.expr.eval;

import dev.sheaf.column.DataType;
import dev.sheaf.memory.MemoryPool;
import org.jspecify.annotations.Nullable;

/// The numbers that a column had in earlier batches of a stream, as one dictionary for these and later batches: what
/// expressions give for it is computed once. It grows with the range of the numbers where the rows since it was made
/// pay for another. Thread-safe.
final class NumbersSoFar implements AutoCloseable {
    /// There have to be as many rows for each number of the range.
    private static final int REPEATS = 16;

    private final boolean keeps;
    private long rows;
    private @Nullable Numbers numbers;

    /// No numbers yet, and never any unless it `keeps` them.
    NumbersSoFar(boolean keeps) {
        this.keeps = keeps;
    }

    /// Takes note of the rows of a batch, and returns the numbers before it, to be closed by the caller.
    synchronized @Nullable Numbers before(long batchRows) {
        rows += batchRows;
        return numbers == null ? null : numbers.retain();
    }

    /// Numbers with all of a batch, to be closed by the caller: with those of earlier batches if these are not too many
    /// beside them, else alone. Null if the rows do not pay for them. They may be more than the rows of the batch.
    synchronized @Nullable Numbers with(NumberRange range, long batchRows, DataType type, MemoryPool pool) {
        long least = numbers == null ? range.least() : Math.min(numbers.least(), range.least());
        long most = numbers == null ? range.most() : Math.max(numbers.most(), range.most());
        if (numbers != null && least == numbers.least() && most == numbers.most()) {
            return numbers.retain();
        }
        if (pays(least, most, Math.min(batchRows, rows / REPEATS))) {
            return kept(Numbers.of(type, least, most, pool));
        }
        boolean isAlone = numbers == null || batchRows >= numbers.values().length();
        return isAlone && pays(range.least(), range.most(), batchRows / REPEATS)
                ? kept(Numbers.of(type, range.least(), range.most(), pool))
                : null;
    }

    private static boolean pays(long least, long most, long limit) {
        return most - least >= 0 && most - least < limit;
    }

    private Numbers kept(Numbers fresh) {
        if (keeps) {
            close();
            numbers = fresh.retain();
            rows = 0;
        }
        return fresh;
    }

    @Override
    public synchronized void close() {
        if (numbers != null) {
            numbers.close();
            numbers = null;
        }
    }
}
