package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Texts on their way to their places: a first round writes sizes, from which follows where each text starts, and a
/// second one the bytes. So texts are read in the order in which they lie, and only written here and there.
final class MemberTexts implements MemberValues {
    private final DataType type;
    private final int members;
    private final MemoryPool pool;
    private Buffer starts;
    private boolean wide;
    private @Nullable Buffer bytes;

    MemberTexts(DataType type, int members, MemoryPool pool) {
        this.type = type;
        this.members = members;
        this.pool = pool;
        this.starts = pool.allocate((members + 1L) * Integer.BYTES, PURPOSE);
    }

    @Override
    public void write(Column column, long from, int count, int[] places) {
        if (bytes == null) {
            writeSizes(((VarColumn) column).offsets(), from, count, places, starts.segment());
        } else {
            writeBytes((VarColumn) column, from, count, places, bytes.segment());
        }
    }

    private static void writeSizes(Offsets offsets, long from, int count, int[] places, MemorySegment sizes) {
        long start = offsets.start(from);
        for (int i = 0; i < count; i++) {
            long end = offsets.start(from + i + 1);
            sizes.set(ValueLayout.JAVA_INT_UNALIGNED, (long) places[i] << 2, (int) (end - start));
            start = end;
        }
    }

    @Override
    public boolean isToBeWrittenAgain() {
        if (bytes != null) {
            return false;
        }
        long size = 0;
        for (int i = 0; i < members; i++) {
            size += starts.segment().getAtIndex(ValueLayout.JAVA_INT, i);
        }
        wide = size > Integer.MAX_VALUE;
        if (wide) {
            widen();
        } else {
            addUp(starts.segment(), members);
        }
        bytes = pool.allocate(size + Long.BYTES, PURPOSE);
        return true;
    }

    private static void addUp(MemorySegment sizes, int members) {
        int start = 0;
        for (int i = 0; i < members; i++) {
            int size = sizes.getAtIndex(ValueLayout.JAVA_INT, i);
            sizes.setAtIndex(ValueLayout.JAVA_INT, i, start);
            start += size;
        }
        sizes.setAtIndex(ValueLayout.JAVA_INT, members, start);
    }

    private void widen() {
        Buffer larger = pool.allocate((members + 1L) * Long.BYTES, PURPOSE);
        long start = 0;
        for (int i = 0; i < members; i++) {
            larger.segment().setAtIndex(ValueLayout.JAVA_LONG, i, start);
            start += starts.segment().getAtIndex(ValueLayout.JAVA_INT, i);
        }
        larger.segment().setAtIndex(ValueLayout.JAVA_LONG, members, start);
        starts.close();
        starts = larger;
    }

    /// Not a byte beyond a text, where another thread may write.
    private void writeBytes(VarColumn texts, long from, int count, int[] places, MemorySegment out) {
        MemorySegment source = texts.segment();
        Offsets offsets = texts.offsets();
        MemorySegment targets = starts.segment();
        long start = offsets.start(from);
        for (int i = 0; i < count; i++) {
            long end = offsets.start(from + i + 1);
            if (places[i] < members) {
                long at = wide
                        ? targets.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) places[i] << 3)
                        : targets.get(ValueLayout.JAVA_INT_UNALIGNED, (long) places[i] << 2);
                ByteRuns.copy(source, start, end - start, out, at, at + (end - start));
            }
            start = end;
        }
    }

    @Override
    public Column finish(Validity validity) {
        Buffer all = Objects.requireNonNull(bytes);
        return new VarColumn(type, new Offsets(starts.retain(), wide, members), all.retain(), validity);
    }

    @Override
    public void close() {
        starts.close();
        if (bytes != null) {
            bytes.close();
        }
    }
}
