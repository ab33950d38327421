package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Take;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.PerEntry;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.nio.IntBuffer;
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
        Ints known = Ints.of(codes.of(values));
        IntBuffer chunk = column.ints(from, rows);
        if (numbers(chunk, rows, valid, known, numbers) < 0) {
            lookUpNew(values, chunk, rows, valid, known);
            numbers(chunk, rows, valid, known, numbers);
        }
    }

    private static int numbers(IntBuffer codes, int rows, byte @Nullable [] valid, Ints known, int[] numbers) {
        return valid == null
                ? numbersOfAll(codes, rows, known, numbers)
                : numbersOfValid(codes, rows, valid, known, numbers);
    }

    /// Writes the numbers of the entries that are known and -1 for others, and returns a negative number if
    /// there is one. The loop is without a call, as nearly all chunks have nothing new.
    private static int numbersOfAll(IntBuffer codes, int rows, Ints known, int[] numbers) {
        int anyNew = 0;
        for (int i = 0; i < rows; i++) {
            int number = known.get(codes.get(i));
            numbers[i] = number;
            anyNew |= number;
        }
        return anyNew;
    }

    /// Writes the numbers of known entries without a branch for nulls, which get -1 whatever code they have: the number
    /// that is read for them is that of the first entry, or lies in the padding behind none.
    private static int numbersOfValid(IntBuffer codes, int rows, byte[] valid, Ints known, int[] numbers) {
        int anyNew = 0;
        for (int i = 0; i < rows; i++) {
            int keep = -valid[i];
            int number = known.get(codes.get(i) & keep);
            numbers[i] = number | ~keep;
            anyNew |= number & keep;
        }
        return anyNew;
    }

    /// Looks the entries up that the chunk is the first to use, all at once and in the order of their rows.
    private void lookUpNew(VarColumn values, IntBuffer codes, int rows, byte @Nullable [] valid, Ints known) {
        int[] entries = new int[rows];
        int count = newEntries(codes, rows, valid, known, entries);
        int[] found = new int[count];
        try (VarColumn texts = (VarColumn) Take.rows(values, entries, count, pool)) {
            lookup.number(texts, count, found);
        } catch (RuntimeException | Error failure) {
            Arrays.fill(found, UNKNOWN);
            throw failure;
        } finally {
            for (int i = 0; i < count; i++) {
                known.put(entries[i], found[i]);
            }
        }
    }

    /// Writes the entries without a number that rows use, each once, marks them, and returns how many there are.
    private static int newEntries(IntBuffer codes, int rows, byte @Nullable [] valid, Ints known, int[] entries) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            int code = codes.get(i);
            if ((valid == null || valid[i] != 0) && known.get(code) == UNKNOWN) {
                known.put(code, MARKED);
                entries[count++] = code;
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
