package dev.sheaf.frame.verb;

import dev.sheaf.frame.index.Index;
import java.util.LinkedHashSet;
import java.util.SplittableRandom;

/// Rows chosen by position. `F` is what the rows come as: a frame of a frame, a series of a series.
public interface RowVerbs<F> {
    /// The labels of the rows.
    Index index();

    /// `rows` rows from `start` on; shared.
    ///
    /// @throws IndexOutOfBoundsException if they are not all there
    F slice(long start, long rows);

    /// The rows at some positions, in this order; negative ones count from the end.
    ///
    /// @throws IndexOutOfBoundsException for one that is not there
    F take(int... rows);

    /// The first five rows.
    default F head() {
        return head(5);
    }

    /// The first `n` rows, or all there are; shared. A negative `n` leaves out that many at the end.
    default F head(long n) {
        return slice(0, counted(n));
    }

    /// The last five rows.
    default F tail() {
        return tail(5);
    }

    /// The last `n` rows, or all there are; shared. A negative `n` leaves out that many at the start.
    default F tail(long n) {
        long rows = counted(n);
        return slice(index().size() - rows, rows);
    }

    private long counted(long n) {
        long size = index().size();
        return n < 0 ? Math.max(0, size + n) : Math.min(n, size);
    }

    /// The rows at positions `from` to `to - 1`; shared. Negative positions count from the end.
    default F iloc(long from, long to) {
        long size = index().size();
        long first = from < 0 ? from + size : from;
        return slice(first, (to < 0 ? to + size : to) - first);
    }

    /// `n` different rows by chance; the same ones for the same seed.
    ///
    /// @throws IllegalArgumentException if there are fewer
    default F sample(int n, long seed) {
        long size = index().size();
        if (n < 0 || n > size) {
            throw new IllegalArgumentException("a sample of " + n + " of " + size + " rows");
        }
        SplittableRandom random = new SplittableRandom(seed);
        LinkedHashSet<Integer> rows = new LinkedHashSet<>();
        for (long last = size - n; last < size; last++) {
            int row = (int) random.nextLong(last + 1);
            rows.add(rows.contains(row) ? (int) last : row);
        }
        return take(rows.stream().mapToInt(row -> row).toArray());
    }
}
