package dev.sheaf.window;

import dev.sheaf.column.Validity;
import dev.sheaf.window.RunFunction.RankMethod;
import dev.sheaf.window.RunFunction.Ranked;
import dev.sheaf.window.RunFunction.Share;

/// Numbers the rows of a run. `start` has what the rows before have left.
record RankLoop(Peers peers, RunResult result, Start start) {

    void rowNumbers(int from, int to) {
        Carry carry = start.carry();
        for (int i = from; i < to; i++) {
            result.set(i, carry.rows + i - from + 1);
        }
        carry.rows += to - from;
    }

    void cumulativeShares(int from, int to) {
        for (int i = from; i < to; i++) {
            result.set(i, (peers.end(i) - from) / (double) (to - from));
        }
    }

    /// The first parts get one row more than the others if it does not come out even.
    void tiles(long parts, int from, int to) {
        long size = (to - from) / parts;
        long larger = (to - from) % parts;
        long before = larger * (size + 1);
        for (int i = from; i < to; i++) {
            long row = (long) i - from;
            result.set(i, 1 + (row < before ? row / (size + 1) : larger + (row - before) / size));
        }
    }

    /// Rows that are null in `validity`, which are last, get no rank if they are skipped.
    void ranks(Ranked ranked, Validity validity, int from, int to) {
        int end = to;
        while (ranked.skipNulls() && end > from && !validity.isValid(end - 1)) {
            end--;
        }
        double most = ranked.method() == RankMethod.DENSE ? groups(from, end) : end - from;
        Carry carry = start.carry();
        long before = 2 * carry.rows;
        for (int i = from; i < end; i++) {
            carry.groups += peers.start(i) == i ? 1 : 0;
            long twice = ranked.method() == RankMethod.DENSE
                    ? 2 * carry.groups
                    : before + twice(ranked.method(), i, from, Math.min(end, peers.end(i)));
            set(i, ranked, twice, most);
        }
        carry.rows += to - from;
    }

    private int groups(int from, int to) {
        int groups = 0;
        for (int i = from; i < to; i++) {
            groups += peers.start(i) == i ? 1 : 0;
        }
        return groups;
    }

    /// Two times the rank, which is whole for averages, too.
    private long twice(RankMethod method, int row, int from, int peersEnd) {
        return switch (method) {
            case FIRST -> 2L * (row - from + 1);
            case MIN -> 2L * (peers.start(row) - from + 1);
            case MAX -> 2L * (peersEnd - from);
            case AVERAGE -> peers.start(row) - from + 1L + peersEnd - from;
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
