package dev.sheaf.column;

import dev.sheaf.column.copy.Starts;
import dev.sheaf.column.copy.TakenRows;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.RunPlaces;
import java.lang.foreign.MemorySegment;

/// Gathers texts: what the rows of each task take, from which follows where each task writes, then the bytes.
///
/// Bytes that lie under nulls count: nulls come in no order, and a branch for each would be wrong as often as there is
/// one. A negative row number gives no bytes.
final class TakeText {
    private static final String PURPOSE = "selected texts";

    private final MemorySegment starts;
    private final boolean wideStarts;
    private final MemorySegment source;
    private final TakenRows chosen;
    private final long count;
    private final long[] ends;

    private TakeText(VarColumn source, TakenRows chosen) {
        this.starts = source.offsets().segment();
        this.wideStarts = source.offsets().wide();
        this.source = source.segment();
        this.chosen = chosen;
        this.count = chosen.count();
        this.ends = new long[RowTasks.count(count) + 1];
    }

    /// The texts of the rows as a column that takes over `validity`.
    static VarColumn rows(VarColumn source, TakenRows chosen, Validity validity, MemoryPool pool, Tasks tasks) {
        long count = chosen.count();
        TakeText texts = new TakeText(source, chosen);
        if (source.length() > 0) {
            texts.measure(tasks);
        }
        long size = texts.ends[texts.ends.length - 1];
        boolean wide = size > Integer.MAX_VALUE;
        Buffer offsets = pool.allocateZeroed((count + 1) * (wide ? Long.BYTES : Integer.BYTES), PURPOSE);
        try {
            Buffer bytes = pool.allocate(size + Long.BYTES, PURPOSE);
            try {
                if (source.length() > 0) {
                    texts.copy(offsets.segment(), wide, bytes.segment(), tasks);
                }
                return new VarColumn(source.type(), new Offsets(offsets, wide, count), bytes, validity);
            } catch (RuntimeException | Error failure) {
                bytes.close();
                throw failure;
            }
        } catch (RuntimeException | Error failure) {
            offsets.close();
            throw failure;
        }
    }

    private void measure(Tasks tasks) {
        RowTasks.run(count, tasks, (from, to) -> ends[task(from) + 1] = bytes(from, to));
        for (int task = 1; task < ends.length; task++) {
            ends[task] += ends[task - 1];
        }
    }

    private long bytes(long from, long to) {
        if (!chosen.isInRuns()) {
            return Starts.bytes(starts, wideStarts, chosen.rows(), from, to);
        }
        long[] bytes = new long[1];
        chosen.forEachRun(
                from,
                to,
                (row, _, size) ->
                        bytes[0] += Starts.get(starts, wideStarts, row + size) - Starts.get(starts, wideStarts, row));
        return bytes[0];
    }

    private static int task(long from) {
        return (int) (from / RowTasks.ROWS);
    }

    private void copy(MemorySegment offsets, boolean wide, MemorySegment target, Tasks tasks) {
        RowTasks.run(count, tasks, (from, to) -> {
            long end = ends[task(from)];
            if (chosen.isInRuns()) {
                copyRuns(from, to, offsets, wide, target);
                return;
            }
            long room = ends[task(from) + 1] + (to == count ? Long.BYTES : 0);
            RunPlaces places = new RunPlaces();
            for (long i = from; i < to; i += RunPlaces.ROWS) {
                int block = (int) Math.min(RunPlaces.ROWS, to - i);
                places.find(starts, wideStarts, source, chosen.rows(), i, block);
                end = copy(source, places, block, target, end, room);
                Starts.putAll(places.starts, block, offsets, wide, i + 1);
            }
        });
    }

    private void copyRuns(long from, long to, MemorySegment offsets, boolean wide, MemorySegment target) {
        long[] end = {ends[task(from)]};
        chosen.forEachRun(from, to, (row, place, size) -> {
            long first = Starts.get(starts, wideStarts, row);
            long bytes = Starts.get(starts, wideStarts, row + size) - first;
            MemorySegment.copy(source, first, target, end[0], bytes);
            Starts.shift(starts, wideStarts, row + 1, end[0] - first, size, offsets, wide, place + 1);
            end[0] += bytes;
        });
    }

    /// Copies texts to `first` and on, not past `room`, where another task writes. Returns the end of the last
    /// text, and writes those of all over the starts of the texts.
    private static long copy(
            MemorySegment source, RunPlaces places, int block, MemorySegment target, long first, long room) {
        long end = first;
        for (int i = 0; i < block; i++) {
            long size = places.sizes[i];
            ByteRuns.copy(source, places.starts[i], size, target, end, room);
            end += size;
            places.starts[i] = end;
        }
        return end;
    }
}
