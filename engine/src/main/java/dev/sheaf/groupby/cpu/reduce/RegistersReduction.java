package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.ByteHeap;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.GroupValidity;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/// APPROX_NUNIQUE: the registers of HyperLogLog, 2^precision bytes a group at most.
///
/// The first bits of a value's hash choose a register, which keeps the most leading zeros that the other bits had.
/// A group with few values has few registers above zero: it keeps these as ints, `register << 8 | zeros + 1`, in a
/// small hash table, until a byte for every register is not larger. States leave as rising ints or as all registers,
/// whichever is smaller, so that a state is the same for the same values, whatever their order and split.
///
/// @see <a href="https://doi.org/10.46298/dmtcs.3545">Flajolet, Fusy, Gandouet, Meunier, HyperLogLog, 2007</a> (we
///     differ in hashes of 64 bits, in the form for few values, and in the estimate: [Cardinalities])
final class RegistersReduction implements Reduction {
    private static final String PURPOSE = "group registers";
    private static final int FIRST_ROOM = 4;

    // A state: the place of the group's registers; how many are not zero; the slots of their table, or DENSE.
    private static final int WIDTH = 16;
    private static final int COUNT_AT = 8;
    private static final int ROOM_AT = 12;
    private static final int DENSE = -1;

    private final DataType type;
    private final int precision;
    private final int registers;
    private final MemoryPool pool;
    private final ValueHashes hashes;
    private final StateColumn runs;
    private final ByteHeap heap;
    private final GroupValidity seen;

    RegistersReduction(DataType type, int precision, CpuSettings settings, MemoryPool pool) {
        this.type = type;
        this.precision = precision;
        this.registers = 1 << precision;
        this.pool = pool;
        this.hashes = new ValueHashes(settings.chunkRows(), pool);
        this.runs = new StateColumn(pool, PURPOSE, WIDTH, 0);
        this.heap = new ByteHeap(pool, PURPOSE);
        this.seen = new GroupValidity(pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value("registers", DataType.BINARY));
    }

    @Override
    public void reserve(int groups) {
        runs.reserve(groups);
    }

    @Override
    public void update(ReductionInput input, int groupCount) {
        runs.ensure(groupCount, input.ids(), input.rows());
        seen.mark(input, groupCount);
        if (type.equals(DataType.NULL)) {
            return;
        }
        add(input.ids(), hashes.of(input.argument(0), input.rows()), input.rows());
    }

    /// Most rows raise no register of a group that has them all, so those are looked at first.
    private void add(int[] ids, long[] rowHashes, int rows) {
        MemorySegment states = runs.segment();
        MemorySegment bytes = heap.segment();
        for (int i = 0; i < rows; i++) {
            int value = Long.numberOfLeadingZeros(rowHashes[i] << precision | 1L << (precision - 1)) + 1;
            int register = (int) (rowHashes[i] >>> (Long.SIZE - precision));
            long at = StateColumn.FRONT + (long) ids[i] * WIDTH;
            boolean isRaised = states.get(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT) == DENSE
                    && bytes.get(ValueLayout.JAVA_BYTE, states.get(ValueLayout.JAVA_LONG_UNALIGNED, at) + register)
                            >= value;
            if (!isRaised && ids[i] >= 0) {
                offer(ids[i], register, value);
                bytes = heap.segment();
            }
        }
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        runs.ensure(groupCount, states.ids(), states.rows());
        seen.mark(states, groupCount);
        VarColumn column = (VarColumn) states.argument(0).column();
        for (int i = 0; i < states.rows(); i++) {
            if (states.ids()[i] >= 0) {
                long row = states.argument(0).from() + i;
                merge(states.ids()[i], column.segment(), column.offsets().start(row), (int)
                        column.offsets().size(row));
            }
        }
    }

    private void merge(int id, MemorySegment bytes, long start, int size) {
        if (size > registers || (size < registers && size % Integer.BYTES != 0)) {
            throw new IllegalArgumentException(
                    size + " bytes are not the state of " + registers + " registers; make it anew from its rows");
        }
        if (size < registers) {
            for (int at = 0; at < size; at += Integer.BYTES) {
                int entry = bytes.get(ValueLayout.JAVA_INT_UNALIGNED, start + at);
                offerFound(id, entry >>> Byte.SIZE, entry & 0xFF);
            }
            return;
        }
        for (int register = 0; register < registers; register++) {
            int value = bytes.get(ValueLayout.JAVA_BYTE, start + register);
            if (value != 0) {
                offerFound(id, register, value);
            }
        }
    }

    /// A state may come from elsewhere, so what it says is not believed unseen.
    private void offerFound(int id, int register, int value) {
        int most = Long.SIZE - precision + 1;
        if (register >= registers || value < 1 || value > most) {
            throw new IllegalArgumentException("register " + register + " of " + registers + " has the value " + value
                    + ", where 1 to " + most + " can be; the state is damaged, make it anew from its rows");
        }
        offer(id, register, value);
    }

    /// Raises a register to `value`, which is not zero.
    private void offer(int id, int register, int value) {
        long at = StateColumn.FRONT + (long) id * WIDTH;
        MemorySegment states = runs.segment();
        int room = states.get(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT);
        long run = states.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        if (room == DENSE) {
            raise(at, run + register, value);
        } else if (room == 0 || !raiseEntry(run, room, register, value)) {
            insert(at, run, room, register << Byte.SIZE | value);
        }
    }

    private void raise(long at, long place, int value) {
        byte before = heap.segment().get(ValueLayout.JAVA_BYTE, place);
        if (value > before) {
            heap.segment().set(ValueLayout.JAVA_BYTE, place, (byte) value);
            addCount(at, before == 0 ? 1 : 0);
        }
    }

    private void addCount(long at, int more) {
        int count = runs.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT);
        runs.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT, count + more);
    }

    /// Raises the entry of a register; false if there is none.
    private boolean raiseEntry(long run, int room, int register, int value) {
        MemorySegment entries = heap.segment();
        long place = slot(entries, run, room, register);
        int entry = entries.get(ValueLayout.JAVA_INT_UNALIGNED, place);
        if (entry == 0) {
            return false;
        }
        if ((entry & 0xFF) < value) {
            entries.set(ValueLayout.JAVA_INT_UNALIGNED, place, register << Byte.SIZE | value);
        }
        return true;
    }

    /// Where the entry of a register is or belongs in a table that has a free slot.
    private static long slot(MemorySegment entries, long run, int room, int register) {
        int slot = register & (room - 1);
        while (true) {
            long place = run + ((long) slot << 2);
            int entry = entries.get(ValueLayout.JAVA_INT_UNALIGNED, place);
            if (entry == 0 || entry >>> Byte.SIZE == register) {
                return place;
            }
            slot = (slot + 1) & (room - 1);
        }
    }

    /// Adds an entry for a register that has none.
    private void insert(long at, long oldRun, int oldRoom, int entry) {
        int count = runs.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT);
        long run = oldRun;
        int room = oldRoom;
        if (4 * (count + 1) > 3 * room) {
            room = Math.max(FIRST_ROOM, 2 * oldRoom);
            if (room * Integer.BYTES >= registers) {
                raise(at, toDense(at, oldRun, oldRoom) + (entry >>> Byte.SIZE), entry & 0xFF);
                return;
            }
            run = grow(at, oldRun, oldRoom, room);
        }
        long place = slot(heap.segment(), run, room, entry >>> Byte.SIZE);
        heap.segment().set(ValueLayout.JAVA_INT_UNALIGNED, place, entry);
        addCount(at, 1);
    }

    /// Moves a group's entries to a table of more slots and returns where that starts.
    private long grow(long at, long oldRun, int oldRoom, int room) {
        long run = reserve(at, room * Integer.BYTES, room);
        MemorySegment entries = heap.segment();
        for (int i = 0; i < oldRoom; i++) {
            int entry = entries.get(ValueLayout.JAVA_INT_UNALIGNED, oldRun + (long) i * Integer.BYTES);
            if (entry != 0) {
                entries.set(ValueLayout.JAVA_INT_UNALIGNED, slot(entries, run, room, entry >>> Byte.SIZE), entry);
            }
        }
        return run;
    }

    /// Gives a group a byte for every register and returns where they start.
    private long toDense(long at, long oldRun, int oldRoom) {
        long run = reserve(at, registers, DENSE);
        for (int i = 0; i < oldRoom; i++) {
            int entry = heap.segment().get(ValueLayout.JAVA_INT_UNALIGNED, oldRun + (long) i * Integer.BYTES);
            if (entry != 0) {
                heap.segment().set(ValueLayout.JAVA_BYTE, run + (entry >>> Byte.SIZE), (byte) entry);
            }
        }
        return run;
    }

    private long reserve(long at, int bytes, int room) {
        long run = heap.reserve(bytes);
        heap.segment().asSlice(run, bytes).fill((byte) 0);
        runs.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at, run);
        runs.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT, room);
        return run;
    }

    @Override
    public List<Column> export(int groupCount) {
        runs.ensure(groupCount);
        try (Closer closer = new Closer()) {
            Buffer starts = closer.add(pool.allocate((groupCount + 1L) * Long.BYTES, PURPOSE));
            long total = writeStarts(groupCount, starts.segment());
            Buffer bytes = closer.add(pool.allocate(total, PURPOSE));
            write(groupCount, bytes.segment());
            Validity validity = closer.add(seen.validity(groupCount));
            closer.release();
            return List.of(new VarColumn(DataType.BINARY, Offsets.fitting(starts, groupCount), bytes, validity));
        }
    }

    /// Writes where the groups' states start, and returns where the last one ends.
    private long writeStarts(int groupCount, MemorySegment starts) {
        long total = 0;
        for (int id = 0; id < groupCount; id++) {
            starts.setAtIndex(ValueLayout.JAVA_LONG, id, total);
            total += size(id);
        }
        starts.setAtIndex(ValueLayout.JAVA_LONG, groupCount, total);
        return total;
    }

    private void write(int groupCount, MemorySegment target) {
        int[] entries = new int[registers];
        long start = 0;
        for (int id = 0; id < groupCount; id++) {
            write(id, entries, target, start);
            start += size(id);
        }
    }

    /// The bytes of a group's state.
    private long size(int id) {
        long at = StateColumn.FRONT + (long) id * WIDTH;
        long count = runs.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT);
        return Math.min(count * Integer.BYTES, registers);
    }

    /// Writes a group's state; `entries` has room for an int a register.
    private void write(int id, int[] entries, MemorySegment target, long start) {
        long at = StateColumn.FRONT + (long) id * WIDTH;
        long run = runs.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        int room = runs.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT);
        if (size(id) == registers) {
            MemorySegment.copy(heap.segment(), run, target, start, registers);
            return;
        }
        int count = room == DENSE ? denseEntries(run, entries) : tableEntries(run, room, entries);
        MemorySegment.copy(entries, 0, target, ValueLayout.JAVA_INT_UNALIGNED, start, count);
    }

    private int denseEntries(long run, int[] entries) {
        int count = 0;
        for (int register = 0; register < registers; register++) {
            int value = heap.segment().get(ValueLayout.JAVA_BYTE, run + register);
            if (value != 0) {
                entries[count++] = register << Byte.SIZE | value;
            }
        }
        return count;
    }

    private int tableEntries(long run, int room, int[] entries) {
        int count = 0;
        for (int i = 0; i < room; i++) {
            int entry = heap.segment().get(ValueLayout.JAVA_INT_UNALIGNED, run + (long) i * Integer.BYTES);
            if (entry != 0) {
                entries[count++] = entry;
            }
        }
        Arrays.sort(entries, 0, count);
        return count;
    }

    @Override
    public void clear() {
        runs.clear();
        heap.clear();
        seen.clear();
        hashes.clear();
    }

    @Override
    public void close() {
        runs.close();
        heap.close();
        seen.close();
        hashes.close();
    }
}
