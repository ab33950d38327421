package dev.sheaf.groupby.cpu.spill;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.key.TextTable;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One dictionary of a key for the results of all partitions that come back from disk.
///
/// A few long texts may be the keys of many groups. Each partition has a dictionary of its own, and all of them with
/// most of the texts would take more than the groups. Thread-safe.
final class CommonTexts implements AutoCloseable {
    /// Texts of which more rows than this share have their own cost more here than in their rows.
    private static final double MOST_OF_ROWS = 0.75;

    private static final int RECODED_AT_ONCE = 1 << 16;

    private final TextTable texts;
    private final int chunkRows;
    private final long mostBytes;
    private final MemoryPool pool;
    private @Nullable VarColumn values;
    private long rows;

    /// A dictionary that takes no more texts once it has `mostBytes` of them.
    CommonTexts(long mostBytes, CpuSettings settings, MemoryPool pool) {
        this.texts = new TextTable(pool, settings.initialSlots(), settings.chunkRows(), 0);
        this.chunkRows = settings.chunkRows();
        this.mostBytes = mostBytes;
        this.pool = pool;
    }

    /// Takes the texts of groups that leave memory, so that results find all of them here.
    synchronized void learn(Column column) {
        if (column instanceof DictionaryColumn part
                && part.values() instanceof VarColumn own
                && takes(own, part.length())) {
            rows += part.length();
            numbers(own).close();
        }
    }

    /// A column of codes of this dictionary instead of its own, which is closed then; any other column as it is.
    synchronized Column recoded(Column column) {
        if (!(column instanceof DictionaryColumn part)
                || !(part.values() instanceof VarColumn own)
                || !takes(own, part.length())) {
            return column;
        }
        rows += part.length();
        try (column;
                Closer closer = new Closer();
                Buffer numbers = numbers(own)) {
            Buffer codes = closer.add(pool.allocate(part.length() * Integer.BYTES, "dictionary codes"));
            if (own.length() > 0) {
                recode(part, Ints.of(numbers.segment()), codes.segment());
            }
            VarColumn all = values(own.type());
            closer.release();
            return new DictionaryColumn(
                    part.length(),
                    codes,
                    all.slice(0, all.length()),
                    part.validity().slice(0, part.length()));
        }
    }

    /// Whether there is room, and texts come often enough, even if all of a part are new.
    private boolean takes(VarColumn own, long more) {
        return texts.totalBytes() <= mostBytes && texts.count() + own.length() <= MOST_OF_ROWS * (rows + more);
    }

    private Buffer numbers(VarColumn own) {
        Buffer numbers = pool.allocate(own.length() * Integer.BYTES, "dictionary codes");
        try (Closer closer = new Closer()) {
            closer.add(numbers);
            int[] chunk = new int[chunkRows];
            for (long from = 0; from < own.length(); from += chunkRows) {
                int rows = (int) Math.min(chunkRows, own.length() - from);
                texts.assign(own, from, rows, null, chunk);
                MemorySegment.copy(chunk, 0, numbers.segment(), ValueLayout.JAVA_INT_UNALIGNED, from << 2, rows);
            }
            closer.release();
            return numbers;
        }
    }

    /// Codes under nulls are undefined, also in the copy.
    private static void recode(DictionaryColumn part, Ints numbers, MemorySegment recoded) {
        int entries = (int) part.values().length();
        for (long from = 0; from < part.length(); from += RECODED_AT_ONCE) {
            int rows = (int) Math.min(RECODED_AT_ONCE, part.length() - from);
            recode(part.ints(from, rows), rows, entries, numbers, Views.ints(recoded, from, rows));
        }
    }

    private static void recode(IntBuffer codes, int rows, int entries, Ints numbers, IntBuffer recoded) {
        for (int row = 0; row < rows; row++) {
            int code = codes.get(row);
            recoded.put(row, numbers.get(code < 0 || code >= entries ? 0 : code));
        }
    }

    /// All texts so far; made anew only if there are more, so that most parts have one dictionary.
    private VarColumn values(DataType type) {
        if (values == null || values.length() < texts.count()) {
            VarColumn more = texts.values(type);
            closeValues();
            values = more;
        }
        return Objects.requireNonNull(values);
    }

    private void closeValues() {
        if (values != null) {
            values.close();
            values = null;
        }
    }

    @Override
    public synchronized void close() {
        closeValues();
        texts.close();
    }
}
