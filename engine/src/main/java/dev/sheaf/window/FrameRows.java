package dev.sheaf.window;

import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// The rows of the frame of each row: from [#low] to [#high], less what the frame excludes. Both rise within a run.
final class FrameRows implements AutoCloseable {
    private final Frame frame;
    private final Peers peers;
    private final Buffer lows;
    private final Buffer highs;

    private FrameRows(Frame frame, Peers peers, Buffer lows, Buffer highs) {
        this.frame = frame;
        this.peers = peers;
        this.lows = lows;
        this.highs = highs;
    }

    static FrameRows of(Frame frame, Runs runs, Peers peers, Optional<Edges> edges) {
        Buffer lows = runs.ints();
        Buffer highs;
        try {
            highs = runs.ints();
        } catch (RuntimeException | Error failure) {
            lows.close();
            throw failure;
        }
        FrameRows rows = new FrameRows(frame, peers, lows, highs);
        try {
            RangeEdges range = edges.map(each -> new RangeEdges(each, runs)).orElse(null);
            GroupSteps groups = frame.unit() == Frame.Unit.GROUPS ? new GroupSteps(runs, peers) : null;
            try (groups) {
                FrameEnds ends = new FrameEnds(peers, range, groups, frame.unit());
                runs.forEach((from, to) -> rows.find(ends, from, to));
            }
            return rows;
        } catch (RuntimeException | Error failure) {
            rows.close();
            throw failure;
        }
    }

    private void find(FrameEnds ends, int from, int to) {
        ends.write(frame.lower(), false, from, to, lows.segment());
        ends.write(frame.upper(), true, from, to, highs.segment());
        MemorySegment high = highs.segment();
        for (int i = from; i < to; i++) {
            Runs.set(high, i, Math.max(low(i), high(i)));
        }
    }

    int low(int row) {
        return Runs.get(lows.segment(), row);
    }

    int high(int row) {
        return Runs.get(highs.segment(), row);
    }

    /// Writes the up to three stretches of rows that the frame of `row` consists of, rising: the start and the end
    /// of each, which are the same if there is none.
    void pieces(int row, int[] pieces) {
        int low = low(row);
        int high = high(row);
        int from = 0;
        int to = 0;
        switch (frame.exclusion()) {
            case NOTHING -> from = to = high;
            case CURRENT_ROW -> {
                from = row;
                to = row + 1;
            }
            case GROUP, TIES -> {
                from = peers.start(row);
                to = peers.end(row);
            }
        }
        boolean keepsRow = frame.exclusion() == Frame.Exclusion.TIES && row >= low && row < high;
        pieces[0] = low;
        pieces[1] = Math.clamp(from, low, high);
        pieces[2] = row;
        pieces[3] = keepsRow ? row + 1 : row;
        pieces[4] = Math.clamp(to, low, high);
        pieces[5] = high;
    }

    @Override
    public void close() {
        lows.close();
        highs.close();
    }
}
