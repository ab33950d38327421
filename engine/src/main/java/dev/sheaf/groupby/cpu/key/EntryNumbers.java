package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Take;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.PerEntry;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The numbers of the entries of a dictionary of texts, each looked up when the first row uses it.
final class EntryNumbers implements AutoCloseable {
    /// The number of an entry that was not looked up yet, and of one that is about to be.
    private static final int UNKNOWN = -1;

    private static final int MARKED = -2;

    /// Writes the numbers of texts.
    interface Lookup {
        void number(VarColumn texts, int rows, int[] numbers);
    }

    private final Lookup lookup;
    private final MemoryPool pool;
    private final PerEntry codes;

    EntryNumbers(Lookup lookup, MemoryPool pool) {
        this.lookup = lookup;
        this.pool = pool;
        this.codes = new PerEntry(entries -> unknown(entries, pool));
    }

    /// [#UNKNOWN] for each entry.
    private static Buffer unknown(VarColumn entries, MemoryPool pool) {
        Buffer numbers = pool.allocate(entries.length() * Integer.BYTES, "dictionary codes");
        numbers.segment().fill((byte) -1);
        return numbers;
    }

    /// Writes the number of each row's text, -1 for null; `valid` is null if no row is.
    void assign(DictionaryColumn column, long from, int rows, byte @Nullable [] valid, int[] numbers) {
        VarColumn values = (VarColumn) column.values();
        MemorySegment known = codes.of(values);
        int anyNew = valid == null
                ? numbers(column.segment(), from, rows, known, numbers)
                : numbers(column.segment(), from, rows, valid, known, numbers);
        if (anyNew < 0) {
            assignNew(column, from, rows, valid, known, numbers);
        }
    }

    /// Writes the numbers of the entries that are known and -1 for others, and returns a negative number if
    /// there is one. The loop is without a call, as nearly all chunks have nothing new.
    private static int numbers(MemorySegment codes, long from, int rows, MemorySegment known, int[] numbers) {
        int anyNew = 0;
        for (int i = 0; i < rows; i++) {
            long code = codes.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            int number = known.get(ValueLayout.JAVA_INT_UNALIGNED, code << 2);
            numbers[i] = number;
            anyNew |= number;
        }
        return anyNew;
    }

    /// Writes the numbers of known entries without a branch for nulls, which get -1 whatever code they have.
    private static int numbers(
            MemorySegment codes, long from, int rows, byte[] valid, MemorySegment known, int[] numbers) {
        if (known.byteSize() == 0) {
            Arrays.fill(numbers, 0, rows, -1);
            return 0;
        }
        int anyNew = 0;
        for (int i = 0; i < rows; i++) {
            int keep = -valid[i];
            long code = codes.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2) & keep;
            int number = known.get(ValueLayout.JAVA_INT_UNALIGNED, code << 2);
            numbers[i] = number | ~keep;
            anyNew |= number & keep;
        }
        return anyNew;
    }

    /// Looks the entries up that the chunk is the first to use, all at once and in the order of their rows.
    private void assignNew(
            DictionaryColumn column, long from, int rows, byte @Nullable [] valid, MemorySegment known, int[] numbers) {
        int[] entries = new int[rows];
        int count = newEntries(column.segment(), from, rows, valid, known, entries);
        int[] found = new int[count];
        try (VarColumn texts = (VarColumn) Take.rows(column.values(), entries, count, pool)) {
            lookup.number(texts, count, found);
        } catch (RuntimeException | Error failure) {
            Arrays.fill(found, UNKNOWN);
            throw failure;
        } finally {
            for (int i = 0; i < count; i++) {
                known.set(ValueLayout.JAVA_INT_UNALIGNED, (long) entries[i] << 2, found[i]);
            }
        }
        if (valid == null) {
            numbers(column.segment(), from, rows, known, numbers);
        } else {
            numbers(column.segment(), from, rows, valid, known, numbers);
        }
    }

    /// Writes the entries without a number that rows use, each once, marks them, and returns how many there are.
    private static int newEntries(
            MemorySegment codes, long from, int rows, byte @Nullable [] valid, MemorySegment known, int[] entries) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            if (valid == null || valid[i] != 0) {
                int code = codes.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
                if (known.get(ValueLayout.JAVA_INT_UNALIGNED, (long) code << 2) == UNKNOWN) {
                    known.set(ValueLayout.JAVA_INT_UNALIGNED, (long) code << 2, MARKED);
                    entries[count++] = code;
                }
            }
        }
        return count;
    }

    /// Forgets the numbers.
    void clear() {
        codes.clear();
    }

    @Override
    public void close() {
        codes.close();
    }
}
