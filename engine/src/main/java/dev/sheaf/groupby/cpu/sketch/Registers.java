package dev.sheaf.groupby.cpu.sketch;

import dev.sheaf.groupby.cpu.chunk.ByteHeap;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.Bytes;
import dev.sheaf.memory.MemoryPool;
import java.nio.LongBuffer;

/// The registers of HyperLogLog for each group, 2^precision bytes a group at most.
///
/// The first bits of a value's hash choose a register, which keeps the most leading zeros that the other bits had.
/// A group with few values has few registers above zero: it keeps these as ints, `register << 8 | zeros + 1`, in a
/// small hash table, until a byte for every register is not larger.
///
/// @see <a href="https://doi.org/10.46298/dmtcs.3545">Flajolet, Fusy, Gandouet, Meunier, HyperLogLog, 2007</a> (we
///     differ in hashes of 64 bits, and in the form for few values)
public final class Registers implements AutoCloseable {
    private static final String PURPOSE = "group registers";
    private static final int FIRST_ROOM = 4;

    // Words of a state: the byte at which the group's registers start; how many are not zero, below the slots of their
    // table, or DENSE.
    private static final int WIDTH = 16;
    private static final int SIZES = 1;
    static final int DENSE = -1;

    private final int precision;
    private final int registers;
    private final StateColumn runs;
    private final ByteHeap heap;
    private int[] chosen = {};

    /// Registers for no groups yet, 2^`precision` of them each.
    public Registers(int precision, MemoryPool pool) {
        this.precision = precision;
        this.registers = 1 << precision;
        this.runs = new StateColumn(pool, PURPOSE, WIDTH, 0);
        this.heap = new ByteHeap(pool, PURPOSE);
    }

    /// Whether there is room for so many groups.
    public static boolean hasRoom(long groups) {
        return StateColumn.fits(groups, WIDTH);
    }

    /// Tells that there will be about so many groups.
    public void reserve(int groups) {
        runs.reserve(groups);
    }

    /// Makes room for groups below `groups`.
    public void ensure(int groups) {
        runs.ensure(groups);
    }

    /// Makes room for groups below `groups`, and reads ahead the states of some of them.
    public void ensure(int groups, int[] ids, int rows) {
        runs.ensure(groups, ids, rows);
    }

    /// Adds the hashes of a chunk of values; those of group -1 do not count. Most rows raise no register of a group
    /// that has them all, so the others are listed first.
    public void add(int[] ids, long[] hashes, int rows) {
        if (chosen.length < rows) {
            chosen = new int[rows];
        }
        int count = choose(ids, hashes, rows, precision, runs.longs(), heap.bytes(), chosen);
        for (int i = 0; i < count; i++) {
            int row = chosen[i];
            if (ids[row] >= 0) {
                offer(ids[row], register(hashes[row], precision), value(hashes[row], precision));
            }
        }
    }

    private static int choose(
            int[] ids, long[] hashes, int rows, int precision, LongBuffer states, Bytes bytes, int[] chosen) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            int at = at(ids[i]);
            chosen[count] = i;
            boolean isRaised = room(states.get(at + SIZES)) == DENSE
                    && bytes.get(states.get(at) + register(hashes[i], precision)) >= value(hashes[i], precision);
            count += isRaised ? 0 : 1;
        }
        return count;
    }

    private static int register(long hash, int precision) {
        return (int) (hash >>> (Long.SIZE - precision));
    }

    private static int value(long hash, int precision) {
        return Long.numberOfLeadingZeros(hash << precision | 1L << (precision - 1)) + 1;
    }

    /// Raises a register of a group to `value`, which is not zero.
    public void offer(int id, int register, int value) {
        int at = at(id);
        long run = runs.longs().get(at);
        int room = room(runs.longs().get(at + SIZES));
        if (room == DENSE) {
            raise(at, run + register, value);
        } else if (room == 0 || !raiseEntry(run, room, register, value)) {
            insert(at, room, register << Byte.SIZE | value);
        }
    }

    private static int at(int id) {
        return StateColumn.FRONT_LONGS + 2 * id;
    }

    private static int count(long sizes) {
        return (int) sizes;
    }

    private static int room(long sizes) {
        return (int) (sizes >>> Integer.SIZE);
    }

    private void raise(int at, long place, int value) {
        byte before = heap.bytes().get(place);
        if (value > before) {
            heap.bytes().put(place, (byte) value);
            addCount(at, before == 0 ? 1 : 0);
        }
    }

    private void addCount(int at, int more) {
        runs.longs().put(at + SIZES, runs.longs().get(at + SIZES) + more);
    }

    /// Raises the entry of a register; false if there is none.
    private boolean raiseEntry(long run, int room, int register, int value) {
        Bytes entries = heap.bytes();
        long place = slot(entries, run, room, register);
        int entry = entries.getInt(place);
        if (entry == 0) {
            return false;
        }
        if ((entry & 0xFF) < value) {
            entries.putInt(place, register << Byte.SIZE | value);
        }
        return true;
    }

    /// Where the entry of a register is or belongs in a table that has a free slot.
    private static long slot(Bytes entries, long run, int room, int register) {
        int slot = register & (room - 1);
        while (true) {
            long place = run + ((long) slot << 2);
            int entry = entries.getInt(place);
            if (entry == 0 || entry >>> Byte.SIZE == register) {
                return place;
            }
            slot = (slot + 1) & (room - 1);
        }
    }

    /// Adds an entry for a register that has none.
    private void insert(int at, int oldRoom, int entry) {
        int room = oldRoom;
        if (4 * (count(runs.longs().get(at + SIZES)) + 1) > 3 * room) {
            room = Math.max(FIRST_ROOM, 2 * oldRoom);
            if (room * Integer.BYTES >= registers) {
                toDense(at, oldRoom);
                raise(at, runs.longs().get(at) + (entry >>> Byte.SIZE), entry & 0xFF);
                return;
            }
            grow(at, oldRoom, room);
        }
        heap.bytes().putInt(slot(heap.bytes(), runs.longs().get(at), room, entry >>> Byte.SIZE), entry);
        addCount(at, 1);
    }

    /// Moves a group's entries to a table of more slots.
    private void grow(int at, int oldRoom, int room) {
        long oldRun = runs.longs().get(at);
        long run = reserve(at, room * Integer.BYTES, room);
        Bytes entries = heap.bytes();
        for (int i = 0; i < oldRoom; i++) {
            int entry = entries.getInt(oldRun + (long) i * Integer.BYTES);
            if (entry != 0) {
                entries.putInt(slot(entries, run, room, entry >>> Byte.SIZE), entry);
            }
        }
    }

    /// Gives a group a byte for every register.
    private void toDense(int at, int oldRoom) {
        long oldRun = runs.longs().get(at);
        long run = reserve(at, registers, DENSE);
        Bytes bytes = heap.bytes();
        for (int i = 0; i < oldRoom; i++) {
            int entry = bytes.getInt(oldRun + (long) i * Integer.BYTES);
            if (entry != 0) {
                bytes.put(run + (entry >>> Byte.SIZE), (byte) entry);
            }
        }
    }

    private long reserve(int at, int bytes, int room) {
        long run = heap.reserve(bytes);
        heap.segment().asSlice(run, bytes).fill((byte) 0);
        int count = count(runs.longs().get(at + SIZES));
        runs.longs().put(at, run);
        runs.longs().put(at + SIZES, (long) room << Integer.SIZE | count);
        return run;
    }

    /// How many registers of a group are not zero.
    int count(int id) {
        return count(runs.longs().get(at(id) + SIZES));
    }

    /// The slots of a group's table, or [#DENSE].
    int room(int id) {
        return room(runs.longs().get(at(id) + SIZES));
    }

    /// The byte of [#heap()] at which the registers of a group start.
    long run(int id) {
        return runs.longs().get(at(id));
    }

    ByteHeap heap() {
        return heap;
    }

    int registers() {
        return registers;
    }

    /// Forgets all groups.
    public void clear() {
        runs.clear();
        heap.clear();
    }

    @Override
    public void close() {
        runs.close();
        heap.close();
    }
}
