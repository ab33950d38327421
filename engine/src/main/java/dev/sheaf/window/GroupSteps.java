package dev.sheaf.window;

import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;

/// Steps by groups of peers: the number of each row's group in its run, and where each group begins.
final class GroupSteps implements AutoCloseable {
    private final Peers peers;
    private final Buffer numbers;
    private final Buffer starts;

    GroupSteps(Runs runs, Peers peers) {
        this.peers = peers;
        this.numbers = runs.ints();
        try {
            this.starts = runs.ints();
        } catch (RuntimeException | Error failure) {
            numbers.close();
            throw failure;
        }
    }

    /// Writes for each row where the group `distance` behind its own begins, the one after that for an upper end.
    void write(long distance, boolean upper, int from, int to, MemorySegment out) {
        int groups = number(from, to);
        long near = Math.clamp(distance, -1L << 32, 1L << 32) + (upper ? 1 : 0);
        for (int i = from; i < to; i++) {
            long group = Runs.get(numbers.segment(), i) + near;
            Runs.set(out, i, group < 0 ? from : group >= groups ? to : Runs.get(starts.segment(), from + (int) group));
        }
    }

    private int number(int from, int to) {
        int groups = 0;
        for (int i = from; i < to; i++) {
            if (peers.start(i) == i) {
                Runs.set(starts.segment(), from + groups++, i);
            }
            Runs.set(numbers.segment(), i, groups - 1);
        }
        return groups;
    }

    @Override
    public void close() {
        numbers.close();
        starts.close();
    }
}
