package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
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
/// second one the bytes. So texts are read in the order in which they lie, and only written here and there. Of a
/// dictionary, entries are read.
final class GatheredTexts implements GatheredValues {
    private final DataType type;
    private final int members;
    private final MemoryPool pool;
    private Buffer starts;
    private boolean wide;
    private @Nullable Buffer bytes;

    GatheredTexts(DataType type, int members, MemoryPool pool) {
        this.type = type;
        this.members = members;
        this.pool = pool;
        this.starts = pool.allocate((members + 1L) * Integer.BYTES, PURPOSE);
    }

    @Override
    public void write(Column column, long from, int count, int[] places) {
        if (bytes == null) {
            writeSizes(column, from, count, places, starts.segment());
        } else {
            writeBytes(column, from, count, places, bytes.segment());
        }
    }

    private static void writeSizes(Column column, long from, int count, int[] places, MemorySegment sizes) {
        switch (column) {
            case VarColumn texts -> writeSizes(texts.offsets(), from, count, places, sizes);
            case DictionaryColumn coded -> writeSizes(coded, from, count, places, sizes);
            default -> throw new AssertionError(column.type());
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

    private static void writeSizes(DictionaryColumn coded, long from, int count, int[] places, MemorySegment sizes) {
        Offsets entries = ((VarColumn) coded.values()).offsets();
        for (int i = 0; i < count; i++) {
            int entry = entry(coded, from + i);
            int size = entry < 0 ? 0 : (int) entries.size(entry);
            sizes.set(ValueLayout.JAVA_INT_UNALIGNED, (long) places[i] << 2, size);
        }
    }

    /// The entry of a row, -1 if it is null.
    private static int entry(DictionaryColumn coded, long row) {
        return coded.validity().isValid(row) ? coded.code(row) : -1;
    }

    @Override
    public boolean isToBeWrittenAgain() {
        if (bytes != null) {
            return false;
        }
        long size = sum(starts.segment(), members);
        wide = size > Integer.MAX_VALUE;
        if (wide) {
            widen();
        } else {
            addUp(starts.segment(), members);
        }
        bytes = pool.allocate(size + Long.BYTES, PURPOSE);
        return true;
    }

    private static long sum(MemorySegment sizes, int members) {
        long sum = 0;
        for (int i = 0; i < members; i++) {
            sum += sizes.getAtIndex(ValueLayout.JAVA_INT, i);
        }
        return sum;
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

    private void writeBytes(Column column, long from, int count, int[] places, MemorySegment out) {
        switch (column) {
            case VarColumn texts -> writeBytes(texts, from, count, places, out);
            case DictionaryColumn coded -> writeBytes(coded, from, count, places, out);
            default -> throw new AssertionError(column.type());
        }
    }

    private void writeBytes(VarColumn texts, long from, int count, int[] places, MemorySegment out) {
        MemorySegment source = texts.segment();
        Offsets offsets = texts.offsets();
        long start = offsets.start(from);
        for (int i = 0; i < count; i++) {
            long end = offsets.start(from + i + 1);
            writeText(source, start, end - start, places[i], out);
            start = end;
        }
    }

    private void writeBytes(DictionaryColumn coded, long from, int count, int[] places, MemorySegment out) {
        VarColumn entries = (VarColumn) coded.values();
        MemorySegment source = entries.segment();
        for (int i = 0; i < count; i++) {
            int entry = entry(coded, from + i);
            if (entry >= 0) {
                writeText(
                        source,
                        entries.offsets().start(entry),
                        entries.offsets().size(entry),
                        places[i],
                        out);
            }
        }
    }

    /// Not a byte beyond a text, where another thread may write.
    private void writeText(MemorySegment source, long start, long size, int place, MemorySegment out) {
        if (place < members) {
            MemorySegment targets = starts.segment();
            long at = wide
                    ? targets.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) place << 3)
                    : targets.get(ValueLayout.JAVA_INT_UNALIGNED, (long) place << 2);
            ByteRuns.copy(source, start, size, out, at, at + size);
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
