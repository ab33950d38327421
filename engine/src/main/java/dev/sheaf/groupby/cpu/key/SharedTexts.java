package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The texts of one key column, numbered alike for all threads of a run, so that keys of several tables can be
/// compared and merged as numbers.
///
/// Threads look texts up in tables of their own and come here once for each that is new to them. The texts are
/// spread over stripes by hash, each with a lock.
final class SharedTexts implements TextTable.Numbering, AutoCloseable {
    private static final int STRIPES = 16;

    /// What a text takes beside its bytes: two words, a slot or two, its number.
    private static final long BYTES_PER_TEXT = 40;

    private final DataType type;
    private final MemoryPool pool;
    private final TextTable[] stripes = new TextTable[STRIPES];
    private final StateColumn[] numbers = new StateColumn[STRIPES];
    private final AtomicInteger count = new AtomicInteger();
    private @Nullable VarColumn texts;

    SharedTexts(DataType type, CpuSettings settings, MemoryPool pool) {
        this.type = type;
        this.pool = pool;
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new TextTable(pool, settings.initialSlots() / STRIPES, 0, 0, null);
            numbers[i] = new StateColumn(pool, "group text", Integer.BYTES, 0);
        }
    }

    /// The number of a text, given as [TextWords] has it.
    @Override
    public int number(int hash, long first, long second, MemorySegment bytes, long start) {
        int stripe = hash & (STRIPES - 1);
        TextTable table = stripes[stripe];
        synchronized (table) {
            int before = table.count();
            int local = table.number(hash, first, second, bytes, start);
            long at = StateColumn.FRONT + ((long) local << 2);
            if (local == before) {
                numbers[stripe].ensure(before + 1);
                numbers[stripe].segment().set(ValueLayout.JAVA_INT_UNALIGNED, at, count.getAndIncrement());
            }
            return numbers[stripe].segment().get(ValueLayout.JAVA_INT_UNALIGNED, at);
        }
    }

    /// How many texts there are so far; other threads may add some meanwhile.
    int count() {
        return count.get();
    }

    /// About the bytes taken so far; other threads may add texts meanwhile.
    long byteSize() {
        long bytes = 0;
        for (TextTable stripe : stripes) {
            bytes += stripe.totalBytes() + BYTES_PER_TEXT * stripe.count();
        }
        return bytes;
    }

    /// A column of numbers as text, dictionary-encoded, to be closed by the caller. Only when no thread adds texts
    /// any more.
    Column decode(FixedColumn column) {
        try (Closer closer = new Closer()) {
            Column values = closer.add(values());
            Column result = new DictionaryColumn(
                    column.length(),
                    column.values().retain(),
                    values,
                    column.validity().slice(0, column.length()));
            closer.release();
            return result;
        }
    }

    /// The bytes of the texts in a column of numbers. Only when no thread adds texts any more.
    long decodedBytes(FixedColumn column) {
        try (VarColumn values = values()) {
            long bytes = 0;
            for (long row = 0; row < column.length(); row++) {
                bytes += column.isNull(row)
                        ? 0
                        : values.offsets().size(column.segment().getAtIndex(ValueLayout.JAVA_INT, row));
            }
            return bytes;
        }
    }

    /// All texts in the order of their numbers; made once, and again when there are more.
    private synchronized VarColumn values() {
        VarColumn made = texts;
        if (made != null && made.length() < count.get()) {
            made.close();
            made = null;
        }
        if (made == null) {
            made = collect();
            texts = made;
        }
        return made.slice(0, made.length());
    }

    private VarColumn collect() {
        int size = count.get();
        try (Closer closer = new Closer();
                Buffer places = pool.allocate((long) size * Integer.BYTES, "group text")) {
            long bytes = place(places.segment());
            boolean wide = bytes > Integer.MAX_VALUE;
            Buffer offsets = closer.add(pool.allocate((size + 1L) * (wide ? Long.BYTES : Integer.BYTES), "group text"));
            Buffer text = closer.add(pool.allocate(bytes + Long.BYTES, "group text"));
            long at = 0;
            for (int number = 0; number < size; number++) {
                TextEntries.setOffset(offsets.segment(), wide, number, at);
                int place = places.segment().getAtIndex(ValueLayout.JAVA_INT, number);
                at += stripes[place & (STRIPES - 1)].copyText(place >>> 4, text.segment(), at);
            }
            TextEntries.setOffset(offsets.segment(), wide, size, at);
            closer.release();
            return new VarColumn(type, new Offsets(offsets, wide, size), text, Validity.allValid(size));
        }
    }

    /// Writes for each number its stripe and its place there, and returns the bytes of all texts.
    private long place(MemorySegment places) {
        long bytes = 0;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            bytes += stripes[stripe].totalBytes();
            for (int local = 0; local < stripes[stripe].count(); local++) {
                long at = StateColumn.FRONT + ((long) local << 2);
                int number = numbers[stripe].segment().get(ValueLayout.JAVA_INT_UNALIGNED, at);
                places.setAtIndex(ValueLayout.JAVA_INT, number, local << 4 | stripe);
            }
        }
        return bytes;
    }

    @Override
    public void close() {
        for (int i = 0; i < STRIPES; i++) {
            stripes[i].close();
            numbers[i].close();
        }
        if (texts != null) {
            texts.close();
        }
    }
}
