package dev.sheaf.window;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows of the frame of each row: from [#low] to [#high], less what the frame excludes. Both rise within a run
/// if the frame [Frame#rises].
final class FrameRows implements AutoCloseable {
    /// The stretches of rows that a frame consists of are as many pairs of ints at most.
    static final int PIECES = 6;

    /// Rows in the frames of a stretch of a run that is cut, as a multiple of its rows.
    private static final long MOST_STRETCHES = 4;

    private final Frame frame;
    private final Peers peers;
    private final Buffer lows;
    private final Buffer highs;
    private final Ints low;
    private final Ints high;

    private FrameRows(Frame frame, Peers peers, Buffer lows, Buffer highs) {
        this.frame = frame;
        this.peers = peers;
        this.lows = lows;
        this.highs = highs;
        this.low = Ints.of(lows.segment());
        this.high = Ints.of(highs.segment());
    }

    /// `groups` are those of `peers`, if the frame counts them.
    static FrameRows of(Frame frame, Runs runs, Peers peers, @Nullable GroupSteps groups, Optional<Edges> edges) {
        Buffer lows = runs.ints();
        Buffer highs;
        try {
            highs = runs.ints();
        } catch (RuntimeException | Error failure) {
            lows.close();
            throw failure;
        }
        FrameRows rows = new FrameRows(frame, peers, lows, highs);
        try (RangeEdges range = RangeEdges.of(edges, runs)) {
            rows.find(new FrameEnds(peers, range, groups, frame.unit()), runs);
            return rows;
        } catch (RuntimeException | Error failure) {
            rows.close();
            throw failure;
        }
    }

    private void find(FrameEnds ends, Runs runs) {
        runs.forEachRows((start, end, from, to) -> {
            ends.write(frame.lower(), false, start, end, from, to, low);
            ends.write(frame.upper(), true, start, end, from, to, high);
        });
        if (ends.range() != null && frame.rises()) {
            RangeEdges.rise(runs, low);
            RangeEdges.rise(runs, high);
        }
    }

    int low(int row) {
        return low.get(row);
    }

    int high(int row) {
        return Math.max(low.get(row), high.get(row));
    }

    /// How many rows come into the frames of the rows from `from` to `to` of a run.
    int span(int from, int to) {
        return high(to - 1) - low(from);
    }

    /// Whether frames span few rows wherever a run is cut, so that each stretch can begin with a look at its first
    /// frame.
    boolean spanLittle(Runs runs) {
        return runs.allCuts((from, to) -> span(from, to) <= MOST_STRETCHES * (long) runs.stretchRows());
    }

    /// A loop over rows from `from` to `to` of a run; `room` is for what it keeps of as many rows as their frames span.
    interface QueueLoop {
        void run(MemorySegment room, int from, int to);
    }

    /// Runs a loop that keeps `width` bytes a row over all rows. Runs are cut if frames span little.
    void forEachQueue(Runs runs, int width, QueueLoop loop) {
        try (Buffer room = runs.pool().allocate((long) runs.rowCount() * width, Runs.PURPOSE)) {
            MemorySegment all = room.segment();
            if (spanLittle(runs)) {
                runs.forEachRows((start, end, from, to) -> {
                    if (from == start && to == end) {
                        loop.run(all.asSlice((long) from * width), from, to);
                    } else {
                        cut(runs, width, loop, from, to);
                    }
                });
            } else {
                runs.forEach((from, to) -> loop.run(all.asSlice((long) from * width), from, to));
            }
        }
    }

    /// Frames of a part of a run reach into others, which may be at work.
    private void cut(Runs runs, int width, QueueLoop loop, int from, int to) {
        try (Buffer own = runs.pool().allocate((long) span(from, to) * width, Runs.PURPOSE)) {
            loop.run(own.segment(), from, to);
        }
    }

    /// Writes the stretches of rows that the frame of `row` consists of, rising: the start and the end of each, which
    /// are the same if there is none. Returns how many numbers these are.
    int pieces(int row, int[] pieces) {
        int low = low(row);
        int high = high(row);
        pieces[0] = low;
        if (frame.exclusion() == Frame.Exclusion.NOTHING) {
            pieces[1] = high;
            return 2;
        }
        boolean current = frame.exclusion() == Frame.Exclusion.CURRENT_ROW;
        boolean keepsRow = frame.exclusion() == Frame.Exclusion.TIES && row >= low && row < high;
        pieces[1] = Math.clamp(current ? row : peers.start(row), low, high);
        pieces[2] = row;
        pieces[3] = keepsRow ? row + 1 : row;
        pieces[4] = Math.clamp(current ? row + 1 : peers.end(row), low, high);
        pieces[5] = high;
        return PIECES;
    }

    @Override
    public void close() {
        lows.close();
        highs.close();
    }
}
