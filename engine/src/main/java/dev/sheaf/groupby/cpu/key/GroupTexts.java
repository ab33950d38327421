package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.ByteHeap;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The texts of groups whose packed keys have only hashes of them, one after the other in the order of ids.
///
/// A row whose packed key is that of a group is compared with the text of that group, and so no two texts with one
/// hash are taken for the same.
final class GroupTexts implements AutoCloseable {
    private static final String PURPOSE = "group text";

    private final MemoryPool pool;

    /// Where the text of each group ends.
    private final StateColumn ends;

    private final ByteHeap heap;
    private int count;

    GroupTexts(MemoryPool pool) {
        this.pool = pool;
        this.ends = new StateColumn(pool, PURPOSE, Long.BYTES, 0);
        this.heap = new ByteHeap(pool, PURPOSE);
    }

    /// Takes the texts of new groups among rows `first` to `last` of a chunk that begins at row `from` of a column.
    /// New ids come in their order. Nulls, which `valid` has as 0, are empty.
    void add(VarColumn column, long from, byte[] valid, int first, int last, int[] ids) {
        for (int i = first; i < last; i++) {
            if (ids[i] == count) {
                long row = from + i;
                ends.ensure(count + 1);
                heap.append(
                        column.segment(),
                        column.offsets().start(row),
                        column.offsets().size(row) * valid[i]);
                ends.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, endAt(count), heap.size());
                count++;
            }
        }
    }

    private static long endAt(int group) {
        return StateColumn.FRONT + ((long) group << 3);
    }

    /// Marks the rows whose text is not that of their group by 1 in `differs`, and returns whether there is one.
    boolean compare(VarColumn column, long from, byte[] valid, int first, int last, int[] ids, byte[] differs) {
        Offsets offsets = column.offsets();
        MemorySegment bytes = column.segment();
        MemorySegment own = heap.segment();
        MemorySegment places = ends.segment();
        int any = 0;
        for (int i = first; i < last; i++) {
            if (ids[i] < 0) {
                continue;
            }
            // the spare state before the first says that its text starts at 0
            long start = places.get(ValueLayout.JAVA_LONG_UNALIGNED, endAt(ids[i] - 1));
            long size = places.get(ValueLayout.JAVA_LONG_UNALIGNED, endAt(ids[i])) - start;
            long row = from + i;
            boolean isSame =
                    offsets.size(row) * valid[i] == size && isSame(own, start, bytes, offsets.start(row), size);
            differs[i] |= (byte) (isSame ? 0 : 1);
            any |= differs[i];
        }
        return any != 0;
    }

    /// Words are read whole: buffers may be read a word past their end.
    private static boolean isSame(MemorySegment a, long startA, MemorySegment b, long startB, long size) {
        if (size >= Long.BYTES) {
            return ByteRuns.same(a, startA, b, startB, size);
        }
        long differing =
                a.get(ValueLayout.JAVA_LONG_UNALIGNED, startA) ^ b.get(ValueLayout.JAVA_LONG_UNALIGNED, startB);
        return (differing & ~(-1L << (size << 3))) == 0;
    }

    /// The texts of all groups, to be closed by the caller, who gives away the validity. They share memory with this.
    VarColumn column(DataType type, Validity validity) {
        boolean wide = heap.size() > Integer.MAX_VALUE;
        try (Closer closer = new Closer()) {
            Buffer offsets = closer.add(pool.allocate((count + 1L) * (wide ? Long.BYTES : Integer.BYTES), PURPOSE));
            TextEntries.setOffset(offsets.segment(), wide, 0, 0);
            for (int group = 0; group < count; group++) {
                long end = ends.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, endAt(group));
                TextEntries.setOffset(offsets.segment(), wide, group + 1L, end);
            }
            Buffer text = closer.add(heap.view());
            closer.release();
            return new VarColumn(type, new Offsets(offsets, wide, count), text, validity);
        }
    }

    void clear() {
        ends.clear();
        heap.clear();
        count = 0;
    }

    @Override
    public void close() {
        ends.close();
        heap.close();
    }
}
