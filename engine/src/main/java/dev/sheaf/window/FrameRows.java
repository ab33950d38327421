package dev.sheaf.window;

import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows of the frame of each row: from [#low] to [#high], less what the frame excludes. Both rise within a run.
final class FrameRows implements AutoCloseable {
    /// The stretches of rows that a frame consists of are as many pairs of ints at most.
    static final int PIECES = 6;

    private final Frame frame;
    private final Peers peers;
    private final Buffer lows;
    private final Buffer highs;
    private final MemorySegment low;
    private final MemorySegment high;

    private FrameRows(Frame frame, Peers peers, Buffer lows, Buffer highs) {
        this.frame = frame;
        this.peers = peers;
        this.lows = lows;
        this.highs = highs;
        this.low = lows.segment();
        this.high = highs.segment();
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
        if (ends.range() != null) {
            RangeEdges.rise(runs, low);
            RangeEdges.rise(runs, high);
        }
    }

    int low(int row) {
        return Runs.get(low, row);
    }

    int high(int row) {
        return Math.max(Runs.get(low, row), Runs.get(high, row));
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
