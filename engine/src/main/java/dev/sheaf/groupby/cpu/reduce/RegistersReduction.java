package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.ByteHeap;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.GroupValidity;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.Scope;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// APPROX_NUNIQUE: the registers of HyperLogLog, 2^precision bytes a group at most.
///
/// The first bits of a value's hash choose a register, which keeps the most leading zeros that the other bits had.
/// A group with few values has few registers above zero: it keeps these as ints, `register << 8 | zeros + 1`,
/// rising, until a byte for every register is not larger. So a state is the same for the same values, whatever
/// their order and split.
///
/// @see <a href="https://doi.org/10.46298/dmtcs.3545">Flajolet, Fusy, Gandouet, Meunier, HyperLogLog, 2007</a> (we
///     differ in hashes of 64 bits, in the form for few values, and in the estimate: [Cardinalities])
final class RegistersReduction implements Reduction {
    private static final String PURPOSE = "group registers";
    private static final int FIRST_ROOM = 4;

    // A state: the place of the group's registers; how many entries it has, or DENSE; how many it has room for.
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
        this.hashes = new ValueHashes(settings.chunkRows());
        this.runs = new StateColumn(pool, PURPOSE, WIDTH, 0);
        this.heap = new ByteHeap(pool, PURPOSE);
        this.seen = new GroupValidity(pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value("registers", DataType.BINARY));
    }

    @Override
    public void update(ReductionInput feed, int groupCount) {
        runs.ensure(groupCount);
        seen.mark(feed, groupCount);
        if (type.equals(DataType.NULL)) {
            return;
        }
        ArgumentVector lane = feed.argument(0);
        long[] rowHashes = hashes.of(lane.column(), lane.from(), feed.rows());
        for (int i = 0; i < feed.rows(); i++) {
            if (feed.ids()[i] >= 0) {
                long hash = rowHashes[i];
                int zeros = Long.numberOfLeadingZeros(hash << precision | 1L << (precision - 1));
                offer(feed.ids()[i], (int) (hash >>> (Long.SIZE - precision)), zeros + 1);
            }
        }
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        runs.ensure(groupCount);
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
        int count = runs.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT);
        long run = runs.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        if (count == DENSE) {
            raise(run + register, value);
            return;
        }
        int place = place(run, count, register);
        long entryAt = run + (long) place * Integer.BYTES;
        if (place < count && heap.segment().get(ValueLayout.JAVA_INT_UNALIGNED, entryAt) >>> Byte.SIZE == register) {
            int entry = heap.segment().get(ValueLayout.JAVA_INT_UNALIGNED, entryAt);
            heap.segment().set(ValueLayout.JAVA_INT_UNALIGNED, entryAt, Math.max(entry, register << Byte.SIZE | value));
        } else if ((count + 1) * Integer.BYTES < registers) {
            insert(at, run, count, place, register << Byte.SIZE | value);
        } else {
            raise(toDense(at, run, count) + register, value);
        }
    }

    private void raise(long at, int value) {
        if (value > heap.segment().get(ValueLayout.JAVA_BYTE, at)) {
            heap.segment().set(ValueLayout.JAVA_BYTE, at, (byte) value);
        }
    }

    /// Where the entry of a register is or belongs.
    private int place(long run, int count, int register) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int entry = heap.segment().get(ValueLayout.JAVA_INT_UNALIGNED, run + (long) middle * Integer.BYTES);
            if (entry >>> Byte.SIZE < register) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void insert(long at, long oldRun, int count, int place, int entry) {
        long run = oldRun;
        int room = runs.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT);
        if (count == room) {
            int larger = Math.max(FIRST_ROOM, 2 * room);
            run = heap.reserve((long) larger * Integer.BYTES);
            MemorySegment.copy(heap.segment(), oldRun, heap.segment(), run, (long) count * Integer.BYTES);
            runs.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at, run);
            runs.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT, larger);
        }
        long from = run + (long) place * Integer.BYTES;
        long moved = (long) (count - place) * Integer.BYTES;
        MemorySegment.copy(heap.segment(), from, heap.segment(), from + Integer.BYTES, moved);
        heap.segment().set(ValueLayout.JAVA_INT_UNALIGNED, from, entry);
        runs.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT, count + 1);
    }

    /// Gives a group a byte for every register and returns where they start.
    private long toDense(long at, long oldRun, int count) {
        long run = heap.reserve(registers);
        heap.segment().asSlice(run, registers).fill((byte) 0);
        for (int i = 0; i < count; i++) {
            int entry = heap.segment().get(ValueLayout.JAVA_INT_UNALIGNED, oldRun + (long) i * Integer.BYTES);
            heap.segment().set(ValueLayout.JAVA_BYTE, run + (entry >>> Byte.SIZE), (byte) entry);
        }
        runs.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at, run);
        runs.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT, DENSE);
        return run;
    }

    @Override
    public List<Column> export(int groupCount) {
        runs.ensure(groupCount);
        try (Scope scope = new Scope()) {
            Buffer starts = scope.add(pool.allocate((groupCount + 1L) * Long.BYTES, PURPOSE));
            long total = 0;
            for (int id = 0; id < groupCount; id++) {
                starts.segment().setAtIndex(ValueLayout.JAVA_LONG, id, total);
                total += size(id);
            }
            starts.segment().setAtIndex(ValueLayout.JAVA_LONG, groupCount, total);
            Buffer bytes = scope.add(pool.allocate(total, PURPOSE));
            for (int id = 0; id < groupCount; id++) {
                long run = runs.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, StateColumn.FRONT + (long) id * WIDTH);
                long start = starts.segment().getAtIndex(ValueLayout.JAVA_LONG, id);
                MemorySegment.copy(heap.segment(), run, bytes.segment(), start, size(id));
            }
            Validity validity = scope.add(seen.validity(groupCount));
            scope.release();
            return List.of(new VarColumn(DataType.BINARY, new Offsets(starts, true, groupCount), bytes, validity));
        }
    }

    /// The bytes of a group's state.
    private long size(int id) {
        long at = StateColumn.FRONT + (long) id * WIDTH;
        int count = runs.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT);
        return count == DENSE ? registers : (long) count * Integer.BYTES;
    }

    @Override
    public void clear() {
        runs.clear();
        heap.clear();
        seen.clear();
    }

    @Override
    public void close() {
        runs.close();
        heap.close();
        seen.close();
    }
}
