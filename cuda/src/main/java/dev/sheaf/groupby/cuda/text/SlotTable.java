package dev.sheaf.groupby.cuda.text;

import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryLimitException;

/// The slots of a hash table on the device (see `table.cuh`): always so many that the entries and the rows of a
/// chunk fill half of them at most.
public final class SlotTable implements AutoCloseable {
    /// Places of slots have 31 bits.
    private static final long MAX_SLOTS = 1L << 31;

    private final DeviceRun run;
    private long count;
    private Buffer slots;

    public SlotTable(DeviceRun run, long firstCount) {
        this.run = run;
        this.count = Long.highestOneBit(Math.max(2, firstCount));
        this.slots = run.filled(count * Long.BYTES, 0, "hash table");
    }

    /// Puts the entries that are there into larger slots.
    public interface Rehash {
        void into(long slotsAddress, long mask);
    }

    /// Makes room for so many more rows beside the entries; `rehash` is called if the slots are new.
    public void reserve(long entries, long rows, Rehash rehash) {
        long needed = 2 * (entries + rows);
        if (needed <= count) {
            return;
        }
        long larger = Long.highestOneBit(needed - 1) * 2;
        if (larger > MAX_SLOTS) {
            throw new MemoryLimitException(
                    "a hash table on a GPU has up to " + MAX_SLOTS + " slots, and " + entries
                            + " keys need more; use the CPU",
                    larger * Long.BYTES,
                    MAX_SLOTS * Long.BYTES);
        }
        Buffer grown = run.filled(larger * Long.BYTES, 0, "hash table");
        slots.close();
        slots = grown;
        count = larger;
        rehash.into(slots.address(), mask());
    }

    public long address() {
        return slots.address();
    }

    public long mask() {
        return count - 1;
    }

    @Override
    public void close() {
        slots.close();
    }
}
