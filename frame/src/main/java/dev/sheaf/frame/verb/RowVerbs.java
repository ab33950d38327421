package dev.sheaf.frame.verb;

import dev.sheaf.frame.index.Index;
import java.util.LinkedHashSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

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

    /// Each row several times, one copy behind the other: `times` is one number for all rows, or one a row; 0
    /// leaves a row out. Labels repeat with the rows.
    ///
    /// @throws IllegalArgumentException if there is neither one number nor one a row, or one is negative
    default F repeat(int... times) {
        int size = Math.toIntExact(index().size());
        if ((times.length != 1 && times.length != size) || IntStream.of(times).anyMatch(each -> each < 0)) {
            throw new IllegalArgumentException(
                    size + " rows are repeated by one number of 0 or more, or one each, not by " + times.length
                            + ", the least " + IntStream.of(times).min().orElse(0));
        }
        return take(IntStream.range(0, size)
                .flatMap(row ->
                        IntStream.range(0, times[times.length == 1 ? 0 : row]).map(_ -> row))
                .toArray());
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
