package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.chunk.CpuSettings;

/// When rows are worth being tried without ids: not before a table knows its keys, and less often the more often
/// a row stops the loop.
///
/// | the loop | next try |
/// |---|---|
/// | has not begun | after `cpu.direct.afterRows` |
/// | has no slots for the keys yet | after [#LOOK_CHUNKS] chunks, or the pause if that is longer |
/// | was stopped, after enough rows to pay | after half the pause |
/// | was stopped before | after twice the pause, at most [#MAX_PAUSE_ROWS] |
final class LoopPause {
    private static final long MAX_PAUSE_ROWS = 1L << 20;

    /// As many chunks as pay for being stopped once.
    private static final long PAYING_CHUNKS = 8;

    /// After so many chunks it is seen again whether keys have slots now.
    private static final int LOOK_CHUNKS = 4;

    private final int chunkRows;
    private long position;
    private long resumeAt;
    private long pause;
    private long addedSinceStop;

    LoopPause(CpuSettings settings) {
        this.chunkRows = settings.chunkRows();
        this.pause = chunkRows;
        this.resumeAt = settings.directAfterRows();
    }

    /// Whether row `from` of the morsel comes too soon.
    boolean holds(int from) {
        return position + from < resumeAt;
    }

    /// How many rows from `from` on are to be grouped with ids before the next try; at least one.
    int rows(int from, int to) {
        return Math.clamp(resumeAt - position - from, 1, to - from);
    }

    /// Takes note that the rows of a morsel are done.
    void passed(int rows) {
        position += rows;
    }

    void added(int rows) {
        addedSinceStop += rows;
    }

    /// Keys have no slots at row `from`.
    void lookLater(int from) {
        resumeAt = position + from + Math.max(pause, LOOK_CHUNKS * (long) chunkRows);
    }

    /// Row `done` stopped the loop. It has paid if it took enough chunks since it was stopped before, in whichever
    /// morsels: sorted input has a new key now and then.
    void stopped(int done) {
        boolean paid = addedSinceStop >= PAYING_CHUNKS * chunkRows;
        addedSinceStop = 0;
        pause = paid ? Math.max(chunkRows, pause / 2) : Math.min(2 * pause, MAX_PAUSE_ROWS);
        resumeAt = position + done + pause;
    }
}
