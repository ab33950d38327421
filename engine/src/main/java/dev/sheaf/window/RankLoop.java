package dev.sheaf.window;

import dev.sheaf.column.Validity;
import dev.sheaf.window.RunFunction.RankMethod;
import dev.sheaf.window.RunFunction.Ranked;
import dev.sheaf.window.RunFunction.Share;
import org.jspecify.annotations.Nullable;

/// Numbers the rows from `from` to `to` of a run from `start` to `end`. `before` has what earlier parts of the run have
/// left.
record RankLoop(Peers peers, @Nullable GroupSteps groups, RunResult result, Carry before) {

    void rowNumbers(int start, int end, int from, int to) {
        long first = before.rows - start + 1;
        for (int i = from; i < to; i++) {
            result.set(i, first + i);
        }
    }

    void cumulativeShares(int start, int end, int from, int to) {
        for (int i = from; i < to; i++) {
            result.set(i, (peers.end(i) - start) / (double) (end - start));
        }
    }

    /// The first parts get one row more than the others if it does not come out even.
    void tiles(long parts, int start, int end, int from, int to) {
        long size = (end - start) / parts;
        long larger = (end - start) % parts;
        long first = larger * (size + 1);
        for (int i = from; i < to; i++) {
            long row = (long) i - start;
            result.set(i, 1 + (row < first ? row / (size + 1) : larger + (row - first) / size));
        }
    }

    /// Rows that are null in `validity`, which are last, get no rank if they are skipped.
    void ranks(Ranked ranked, Validity validity, int start, int end, int from, int to) {
        int last = end;
        while (ranked.skipNulls() && last > start && !validity.isValid(last - 1)) {
            last--;
        }
        boolean dense = ranked.method() == RankMethod.DENSE;
        double most = last == start ? 0 : dense ? group(last - 1) - group(start) + 1 : last - start;
        for (int i = from; i < Math.min(to, last); i++) {
            long twice = dense
                    ? 2 * (before.groups + group(i) - group(start) + 1)
                    : 2 * before.rows + twice(ranked.method(), i, start, Math.min(last, peers.end(i)));
            set(i, ranked, twice, most);
        }
        for (int i = Math.max(from, last); i < to; i++) {
            result.setNull(i);
        }
    }

    private long group(int row) {
        return java.util.Objects.requireNonNull(groups).of(row);
    }

    /// Two times the rank, which is whole for averages, too.
    private long twice(RankMethod method, int row, int start, int peersEnd) {
        return switch (method) {
            case FIRST -> 2L * (row - start + 1);
            case MIN -> 2L * (peers.start(row) - start + 1);
            case MAX -> 2L * (peersEnd - start);
            case AVERAGE -> peers.start(row) - start + 1L + peersEnd - start;
            case DENSE -> throw new AssertionError(method);
        };
    }

    private void set(int row, Ranked ranked, long twice, double most) {
        switch (ranked.share()) {
            case NONE -> {
                if (ranked.method() == RankMethod.AVERAGE) {
                    result.set(row, twice / 2.0);
                } else {
                    result.set(row, twice / 2);
                }
            }
            case OF_COUNT -> result.set(row, twice / 2.0 / most);
            case FROM_ZERO -> result.set(row, most == 1 ? 0.0 : (twice / 2.0 - 1) / (most - 1));
        }
    }

    /// Whether such ranks are floats.
    static boolean isFloating(Ranked ranked) {
        return ranked.method() == RankMethod.AVERAGE || ranked.share() != Share.NONE;
    }
}
