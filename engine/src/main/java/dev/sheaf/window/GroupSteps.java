package dev.sheaf.window;

import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;

/// Numbers the groups of peers of all runs one after the other: the number of each row's group, and where each begins.
final class GroupSteps implements AutoCloseable {
    private final Buffer numbers;
    private final Buffer starts;
    private final MemorySegment number;
    private final MemorySegment begin;

    private GroupSteps(Buffer numbers, Buffer starts) {
        this.numbers = numbers;
        this.starts = starts;
        this.number = numbers.segment();
        this.begin = starts.segment();
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
                Runs.set(begin, groups++, i);
            }
            Runs.set(number, i, groups - 1);
        }
    }

    /// The number of a row's group, from 0 for the first of all runs.
    int of(int row) {
        return Runs.get(number, row);
    }

    /// Writes for each row where the group `distance` behind its own begins, the one after that for an upper end.
    void write(long distance, boolean upper, int start, int end, int from, int to, MemorySegment out) {
        long near = Math.clamp(distance, -1L << 32, 1L << 32) + (upper ? 1 : 0);
        for (int i = from; i < to; i++) {
            Runs.set(out, i, begin(of(i) + near, start, end));
        }
    }

    /// The same of distances of their own.
    void write(RowSteps steps, boolean upper, int start, int end, int from, int to, MemorySegment out) {
        int near = upper ? 1 : 0;
        for (int i = from; i < to; i++) {
            Runs.set(out, i, begin(of(i) + steps.end(i) + near, start, end));
        }
    }

    private int begin(long group, int start, int end) {
        return group < of(start) ? start : group > of(end - 1) ? end : Runs.get(begin, (int) group);
    }

    @Override
    public void close() {
        numbers.close();
        starts.close();
    }
}
