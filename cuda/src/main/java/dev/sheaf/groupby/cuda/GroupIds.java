package dev.sheaf.groupby.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Dense numbers for keys of 64-bit words, in a table that stays from chunk to chunk: the grouper of the general
/// strategy, and what tells distinct values apart. See `ticket.cu`.
final class GroupIds implements AutoCloseable {
    /// No group: the row is left out.
    static final int NONE = -1;

    private final DeviceRun run;
    private final int words;
    private final Specialization kernel;
    private final SlotTable slots;
    private final DeviceArray keys;
    private final Buffer counter;
    private int count;

    GroupIds(DeviceRun run, int words, long firstSlots) {
        this.run = run;
        this.words = words;
        this.kernel = Specialization.of(KernelFile.TICKET).number("WORDS", words);
        try (Scope scope = new Scope()) {
            SlotTable table = new SlotTable(run, firstSlots);
            scope.add(table, table::close);
            DeviceArray known = new DeviceArray(run, words * Long.BYTES, 0, "group keys");
            scope.add(known, known::close);
            this.counter = run.filled(Integer.BYTES, 0, "group count");
            this.slots = table;
            this.keys = known;
            scope.release();
        }
    }

    /// The numbers of the groups of `rows` rows, int32, [#NONE] where `keep` is 0. Waits, to know how many
    /// groups there are now.
    ///
    /// @param rowKeys the words of each row's key
    /// @param isNew if there is one, gets 1 for each row that is the first of its key, else 0
    Buffer number(Buffer rowKeys, @Nullable Buffer keep, int rows, @Nullable Buffer isNew) {
        slots.reserve(
                count,
                rows,
                (address, mask) -> run.each(kernel, "rehash_groups", count, keys.address(), count, address, mask));
        keys.reserve((long) count + rows);
        Buffer groups = run.allocate((long) rows * Integer.BYTES, "group numbers");
        try {
            long places = groups.address();
            long kept = keep == null ? 0 : keep.address();
            run.each(
                    kernel,
                    "ticket",
                    rows,
                    rowKeys.address(),
                    kept,
                    rows,
                    slots.address(),
                    slots.mask(),
                    keys.address(),
                    places);
            run.each(
                    kernel,
                    "number_groups",
                    rows,
                    rowKeys.address(),
                    places,
                    rows,
                    slots.address(),
                    keys.address(),
                    counter.address(),
                    isNew == null ? 0 : isNew.address());
            run.each(kernel, "group_of_rows", rows, slots.address(), places, rows);
            count = readCount();
            return groups;
        } catch (RuntimeException | Error failure) {
            groups.close();
            throw failure;
        }
    }

    private int readCount() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment word = arena.allocate(JAVA_INT);
            run.fetch(counter, word);
            return word.get(JAVA_INT, 0);
        }
    }

    /// How many groups there are.
    int count() {
        return count;
    }

    /// Words of a key.
    int words() {
        return words;
    }

    /// The keys by number, [#words()] words each.
    Buffer keys() {
        return keys.buffer();
    }

    @Override
    public void close() {
        slots.close();
        keys.close();
        counter.close();
    }
}
