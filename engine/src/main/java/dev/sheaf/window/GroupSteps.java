package dev.sheaf.window;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;

/// Numbers the groups of peers of all runs one after the other: the number of each row's group, and where each begins.
final class GroupSteps implements AutoCloseable {
    private final Buffer numbers;
    private final Buffer starts;
    private final Ints number;
    private final Ints begin;

    private GroupSteps(Buffer numbers, Buffer starts) {
        this.numbers = numbers;
        this.starts = starts;
        this.number = Ints.of(numbers.segment());
        this.begin = Ints.of(starts.segment());
    }

    static GroupSteps of(Runs runs, Peers peers) {
        Buffer numbers = runs.ints();
        Buffer starts;
        try {
            starts = runs.ints();
        } catch (RuntimeException | Error failure) {
            numbers.close();
            throw failure;
        }
        GroupSteps made = new GroupSteps(numbers, starts);
        try {
            int[] before = runs.countBefore((from, to) -> count(peers, from, to));
            runs.tasks()
                    .forEach(
                            runs.stretches(),
                            stretch -> made.number(
                                    peers, before[stretch], runs.stretchStart(stretch), runs.stretchEnd(stretch)));
            return made;
        } catch (RuntimeException | Error failure) {
            made.close();
            throw failure;
        }
    }

    private static int count(Peers peers, int from, int to) {
        int groups = 0;
        for (int i = from; i < to; i++) {
            groups += peers.start(i) == i ? 1 : 0;
        }
        return groups;
    }

    private void number(Peers peers, int before, int from, int to) {
        int groups = before;
        for (int i = from; i < to; i++) {
            if (peers.start(i) == i) {
                begin.put(groups++, i);
            }
            number.put(i, groups - 1);
        }
    }

    /// The number of a row's group, from 0 for the first of all runs.
    int of(int row) {
        return number.get(row);
    }

    /// Writes for each row where the group `distance` behind its own begins, the one after that for an upper end.
    void write(long distance, boolean upper, int start, int end, int from, int to, Ints out) {
        long near = Math.clamp(distance, -1L << 32, 1L << 32) + (upper ? 1 : 0);
        for (int i = from; i < to; i++) {
            out.put(i, begin(of(i) + near, start, end));
        }
    }

    /// The same of distances of their own.
    void write(RowSteps steps, boolean upper, int start, int end, int from, int to, Ints out) {
        int near = upper ? 1 : 0;
        for (int i = from; i < to; i++) {
            out.put(i, begin(of(i) + steps.end(i) + near, start, end));
        }
    }

    private int begin(long group, int start, int end) {
        return group < of(start) ? start : group > of(end - 1) ? end : begin.get((int) group);
    }

    @Override
    public void close() {
        numbers.close();
        starts.close();
    }
}
