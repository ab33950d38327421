package dev.sheaf.column;

import dev.sheaf.column.copy.Starts;
import dev.sheaf.column.copy.TakenRows;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.RunCopies;
import dev.sheaf.memory.RunMemory;
import dev.sheaf.memory.RunPlaces;
import java.lang.foreign.MemorySegment;

/// Gathers texts: what the rows of each task take, from which follows where each task writes, then the bytes.
///
/// Bytes that lie under nulls count: nulls come in no order, and a branch for each would be wrong as often as there is
/// one. A negative row number gives no bytes.
final class TakeText {
    private static final String PURPOSE = "selected texts";

    private final Starts starts;
    private final RunMemory source;
    private final TakenRows chosen;
    private final long count;
    private final long[] ends;

    private TakeText(VarColumn source, TakenRows chosen) {
        this.starts = source.offsets().starts();
        this.source = source.runs();
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
                    texts.copy(Starts.of(offsets.segment(), wide), bytes.segment(), tasks);
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
        long[] bytes = new long[1];
        if (chosen.isInRuns()) {
            chosen.forEachRun(from, to, (row, _, size) -> bytes[0] += starts.get(row + size) - starts.get(row));
        } else {
            chosen.forEachBlock(from, to, (rows, size, _) -> bytes[0] += starts.bytes(rows, size));
        }
        return bytes[0];
    }

    private static int task(long from) {
        return (int) (from / RowTasks.ROWS);
    }

    private void copy(Starts offsets, MemorySegment target, Tasks tasks) {
        RowTasks.run(count, tasks, (from, to) -> {
            if (chosen.isInRuns()) {
                copyRuns(from, to, offsets, target);
            } else {
                // Another task writes behind this one's texts.
                long room = ends[task(from) + 1] + (to == count ? Long.BYTES : 0);
                copyEach(from, to, offsets, target, ends[task(from)], room);
            }
        });
    }

    private void copyRuns(long from, long to, Starts offsets, MemorySegment target) {
        long[] end = {ends[task(from)]};
        chosen.forEachRun(from, to, (row, place, size) -> {
            long first = starts.get(row);
            long bytes = starts.get(row + size) - first;
            MemorySegment.copy(source.bytes(), first, target, end[0], bytes);
            starts.shift(row + 1, end[0] - first, size, offsets, place + 1);
            end[0] += bytes;
        });
    }

    private void copyEach(long from, long to, Starts offsets, MemorySegment target, long first, long room) {
        RunPlaces places = new RunPlaces(source, RunPlaces.ROWS);
        RunCopies copies = RunCopies.of(source, target.asSlice(first, room - first));
        long[] end = new long[1];
        chosen.forEachBlock(from, to, RunPlaces.ROWS, (rows, size, at) -> {
            places.find(rows, size);
            end[0] = copies.copy(places, size, end[0]);
            for (int i = 0; i < size; i++) {
                offsets.put(at + i + 1, first + places.starts[i]);
            }
        });
    }
}
