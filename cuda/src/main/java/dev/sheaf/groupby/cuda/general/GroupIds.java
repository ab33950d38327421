package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.text.SlotTable;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Dense numbers for keys by a hash table that stays from chunk to chunk; also what tells distinct values
/// apart. See `ticket.cu`.
public final class GroupIds implements AutoCloseable {
    /// No group: the row is left out.
    static final int NONE = -1;

    private final DeviceRun run;
    private final Specialization kernel;
    private final SlotTable slots;
    private final DeviceArray keys;
    private final Buffer counter;
    private int count;

    public GroupIds(DeviceRun run, int words, long firstSlots) {
        this.run = run;
        this.kernel = Specialization.of(KernelFile.TICKET).number("WORDS", words);
        try (Closer closer = new Closer()) {
            SlotTable table = new SlotTable(run, firstSlots);
            closer.add(table);
            DeviceArray known = new DeviceArray(run, words * Long.BYTES, 0, "group keys");
            closer.add(known);
            this.counter = run.filled(Integer.BYTES, 0, "group count");
            this.slots = table;
            this.keys = known;
            closer.release();
        }
    }

    /// The numbers of the groups of `rows` rows, int32, [#NONE] where `keep` is 0. Waits, to know how many
    /// groups there are now.
    ///
    /// @param rowKeys the words of each row's key
    public Buffer number(Buffer rowKeys, @Nullable Buffer keep, int rows) {
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
                    counter.address());
            run.each(kernel, "group_of_rows", rows, slots.address(), places, rows);
            count = readCount();
            return groups;
        } catch (RuntimeException | Error failure) {
            groups.close();
            throw failure;
        }
    }

    private int readCount() {
        MemorySegment word = Scratch.block(Integer.BYTES);
        run.fetch(counter, word);
        return word.get(JAVA_INT, 0);
    }

    /// How many groups there are.
    public int count() {
        return count;
    }

    /// The keys by number, as many words each as a key has.
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
