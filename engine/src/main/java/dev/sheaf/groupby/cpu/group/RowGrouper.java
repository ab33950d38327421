package dev.sheaf.groupby.cpu.group;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.hash.Slots;
import dev.sheaf.groupby.cpu.key.KeyRows;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Groups rows whose keys all lie in memory, of a partition each: one table for all columns of the key, which holds
/// no key but the number of a group's first row.
///
/// ```
/// hash --> slot: hash, group --> first row --> its words and texts, compared where they lie
/// ```
/// A row takes the first group of its hash, of 32 bits. Whether the keys are the same, as they nearly always
/// are, is found out for the chunk afterwards, so that waiting for the bytes of one overlaps with the others; a
/// row for which it was wrong is looked up by itself.
public final class RowGrouper implements Grouper, ReservingGrouper {
    private final KeyRows keys;
    private final Buffer hashes;
    private final Slots slots;
    private final StateColumn firstRows;
    private final int[] chunkHashes;
    private final int[] found;
    private final int[] rows;
    private final int[] others;
    private final byte[] differs;
    private int next;
    private int count;

    /// Takes over keys and their hashes, int32.
    public RowGrouper(KeyRows keys, Buffer hashes, CpuSettings settings, MemoryPool pool) {
        this.keys = keys;
        this.hashes = hashes;
        this.slots = new Slots(pool, settings.initialSlots());
        this.firstRows = new StateColumn(pool, "group keys", Integer.BYTES, 0);
        this.chunkHashes = new int[settings.chunkRows()];
        this.found = new int[settings.chunkRows()];
        this.rows = new int[settings.chunkRows()];
        this.others = new int[settings.chunkRows()];
        this.differs = new byte[settings.chunkRows()];
    }

    @Override
    public int groupCount() {
        return count;
    }

    @Override
    public void reserve(int groups) {
        slots.ensure(groups);
        firstRows.ensure(groups);
    }

    /// Takes the rows that come next: all are asked for once, in the order in which they lie.
    @Override
    public void assign(List<Column> columns, long from, int size, int[] ids) {
        slots.ensure((long) count + size);
        firstRows.ensure(count + size + 1);
        MemorySegment.copy(hashes.segment(), ValueLayout.JAVA_INT, (long) next * Integer.BYTES, chunkHashes, 0, size);
        int before = count;
        count = propose(
                chunkHashes, next, size, count, slots.segment(), slots.shift(), firstRows.segment(), ids, found);
        check(next, size - (count - before), ids);
        next += size;
    }

    /// Gives each row the first group of its hash, or makes one; returns how many groups there are then. Rows that
    /// found one are listed.
    private static int propose(
            int[] hashes,
            int first,
            int size,
            int groupsBefore,
            MemorySegment slots,
            int shift,
            MemorySegment firstRows,
            int[] ids,
            int[] found) {
        int mask = Slots.mask(shift);
        int groups = groupsBefore;
        int known = 0;
        for (int i = 0; i < size; i++) {
            int hash = hashes[i];
            long slot = (long) (hash >>> shift) << 3;
            long entry = slots.get(ValueLayout.JAVA_LONG_UNALIGNED, slot);
            while (entry != 0 && (int) (entry >>> 32) != hash) {
                slot = (long) ((int) (slot >>> 3) + 1 & mask) << 3;
                entry = slots.get(ValueLayout.JAVA_LONG_UNALIGNED, slot);
            }
            int made = entry == 0 ? 1 : 0;
            long kept = entry == 0 ? Slots.entry(hash, groups) : entry;
            slots.set(ValueLayout.JAVA_LONG_UNALIGNED, slot, kept);
            firstRows.set(ValueLayout.JAVA_INT_UNALIGNED, StateColumn.FRONT + ((long) groups << 2), first + i);
            ids[i] = (int) kept - 1;
            found[known] = i;
            groups += made;
            known += 1 - made;
        }
        return groups;
    }

    /// Compares the rows that found a group with its first one.
    private void check(int first, int known, int[] ids) {
        pair(first, known, ids, found, firstRows.segment(), rows, others);
        keys.compare(rows, others, known, differs);
        for (int k = 0; k < known; k++) {
            if (differs[k] != 0) {
                ids[found[k]] = find(first + found[k], chunkHashes[found[k]]);
            }
        }
    }

    private static void pair(
            int first, int known, int[] ids, int[] found, MemorySegment firstRows, int[] rows, int[] others) {
        for (int k = 0; k < known; k++) {
            rows[k] = first + found[k];
            long at = StateColumn.FRONT + ((long) ids[found[k]] << 2);
            others[k] = firstRows.get(ValueLayout.JAVA_INT_UNALIGNED, at);
        }
    }

    /// The group of a row, among others of the same hash.
    private int find(int row, int hash) {
        MemorySegment table = slots.segment();
        int slot = hash >>> slots.shift();
        while (true) {
            long entry = table.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3);
            int id = (int) entry - 1;
            if (entry == 0) {
                return make(row, hash, slot);
            }
            if ((int) (entry >>> 32) == hash && isSame(row, id)) {
                return id;
            }
            slot = slot + 1 & Slots.mask(slots.shift());
        }
    }

    private boolean isSame(int row, int id) {
        int other = firstRows.segment().get(ValueLayout.JAVA_INT_UNALIGNED, StateColumn.FRONT + ((long) id << 2));
        int[] pair = {row};
        byte[] difference = new byte[1];
        keys.compare(pair, new int[] {other}, 1, difference);
        return difference[0] == 0;
    }

    private int make(int row, int hash, int slot) {
        slots.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3, Slots.entry(hash, count));
        firstRows.segment().set(ValueLayout.JAVA_INT_UNALIGNED, StateColumn.FRONT + ((long) count << 2), row);
        return count++;
    }

    @Override
    public List<Column> keys() {
        firstRows.ensure(count);
        return keys.take(firstRows.segment().asSlice(StateColumn.FRONT), count);
    }

    @Override
    public Kind lookup() {
        return Kind.HASH;
    }

    @Override
    public void clear() {
        slots.clear();
        count = 0;
    }

    @Override
    public Explanation explain(List<String> names) {
        return new Explanation(
                "one table of rows",
                "the rows of a partition lie in memory, with " + String.join(", ", names),
                List.of("a table of texts before one of their numbers: two look-ups a row"));
    }

    @Override
    public void close() {
        slots.close();
        firstRows.close();
        hashes.close();
        keys.close();
    }
}
