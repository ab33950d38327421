package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/// Texts on their way to their places: a first round writes sizes, from which follows where each text starts, and a
/// second one the bytes. So texts are read in the order in which they lie, and only written here and there. Of a
/// dictionary, entries are read.
final class GatheredTexts implements GatheredValues {
    private final DataType type;
    private final int members;
    private final long viewBytes;
    private final MemoryPool pool;
    private Buffer starts;
    private boolean wide;
    private @Nullable Buffer bytes;

    GatheredTexts(DataType type, int members, MemoryPool pool) {
        this(type, members, Views.MAX_BYTES, pool);
    }

    /// Memory of more than `viewBytes` is copied without views.
    GatheredTexts(DataType type, int members, long viewBytes, MemoryPool pool) {
        this.type = type;
        this.members = members;
        this.viewBytes = viewBytes;
        this.pool = pool;
        this.starts = pool.allocate((members + 1L) * Integer.BYTES, PURPOSE);
    }

    @Override
    public void write(Column column, long from, int count, int[] places) {
        if (column instanceof DictionaryColumn coded) {
            write((VarColumn) coded.values(), entries(coded, from, count), places);
        } else {
            write((VarColumn) column, rows((VarColumn) column, from, count), places);
        }
    }

    /// Where the texts of a chunk lie.
    private record Chunk(long[] starts, long[] sizes) {}

    private static Chunk rows(VarColumn texts, long from, int count) {
        long[] starts = new long[count + 1];
        long[] sizes = new long[count];
        Widen.starts(texts.offsets(), from, count, starts);
        for (int i = 0; i < count; i++) {
            sizes[i] = starts[i + 1] - starts[i];
        }
        return new Chunk(starts, sizes);
    }

    /// A null has no bytes.
    private static Chunk entries(DictionaryColumn coded, long from, int count) {
        int[] codes = new int[count];
        Widen.codes(coded, from, count, codes);
        long[] starts = new long[count];
        long[] sizes = new long[count];
        ((VarColumn) coded.values()).runs().find(codes, count, starts, sizes);
        return new Chunk(starts, sizes);
    }

    private void write(VarColumn texts, Chunk chunk, int[] places) {
        if (bytes == null) {
            writeSizes(chunk.sizes(), places, Ints.of(starts.segment()));
        } else if (!wide && Math.max(texts.segment().byteSize(), bytes.segment().byteSize()) <= viewBytes) {
            writeBytes(Views.bytes(texts.segment()), chunk, places, Views.bytes(bytes.segment()));
        } else {
            copyBytes(texts.segment(), chunk, places, bytes.segment());
        }
    }

    private static void writeSizes(long[] sizes, int[] places, Ints out) {
        for (int i = 0; i < sizes.length; i++) {
            out.put(places[i], (int) sizes[i]);
        }
    }

    private void writeBytes(ByteBuffer source, Chunk chunk, int[] places, ByteBuffer out) {
        writeBytes(source, chunk.starts(), chunk.sizes(), places, members, Ints.of(starts.segment()), out);
    }

    /// Not a byte beyond a text, where another thread may write.
    private static void writeBytes(
            ByteBuffer source, long[] from, long[] sizes, int[] places, int members, Ints targets, ByteBuffer out) {
        for (int i = 0; i < sizes.length; i++) {
            if (places[i] < members) {
                int at = targets.get(places[i]);
                int size = (int) sizes[i];
                ByteRuns.copy(source, (int) from[i], size, out, at, at + size);
            }
        }
    }

    private void copyBytes(MemorySegment source, Chunk chunk, int[] places, MemorySegment out) {
        IntToLongFunction targets = wide ? Longs.of(starts.segment())::get : Ints.of(starts.segment())::get;
        for (int i = 0; i < chunk.sizes().length; i++) {
            if (places[i] < members) {
                MemorySegment.copy(source, chunk.starts()[i], out, targets.applyAsLong(places[i]), chunk.sizes()[i]);
            }
        }
    }

    @Override
    public boolean isToBeWrittenAgain() {
        if (bytes != null) {
            return false;
        }
        Ints sizes = Ints.of(starts.segment());
        long size = sum(sizes, members);
        wide = size > Integer.MAX_VALUE;
        if (wide) {
            widen(sizes);
        } else {
            addUp(sizes, members);
        }
        bytes = pool.allocate(size + Long.BYTES, PURPOSE);
        return true;
    }

    private static long sum(Ints sizes, int members) {
        long sum = 0;
        for (int i = 0; i < members; i++) {
            sum += sizes.get(i);
        }
        return sum;
    }

    private static void addUp(Ints sizes, int members) {
        int start = 0;
        for (int i = 0; i < members; i++) {
            int size = sizes.get(i);
            sizes.put(i, start);
            start += size;
        }
        sizes.put(members, start);
    }

    private void widen(Ints sizes) {
        Buffer larger = pool.allocate((members + 1L) * Long.BYTES, PURPOSE);
        widen(sizes, members, Longs.of(larger.segment()));
        starts.close();
        starts = larger;
    }

    private static void widen(Ints sizes, int members, Longs out) {
        long start = 0;
        for (int i = 0; i < members; i++) {
            out.put(i, start);
            start += sizes.get(i);
        }
        out.put(members, start);
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
