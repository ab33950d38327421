package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.GroupValidity;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.groupby.cpu.sketch.RegisterBytes;
import dev.sheaf.groupby.cpu.sketch.Registers;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Bytes;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.util.List;

/// APPROX_NUNIQUE: the [Registers] of each group, of which `Cardinalities` makes the estimate.
final class RegistersReduction implements Reduction {
    private static final String PURPOSE = "group registers";

    private final DataType type;
    private final int registers;
    private final int mostZeros;
    private final MemoryPool pool;
    private final ValueHashes hashes;
    private final Registers states;
    private final GroupValidity seen;

    RegistersReduction(DataType type, int precision, CpuSettings settings, MemoryPool pool) {
        this.type = type;
        this.registers = 1 << precision;
        this.mostZeros = Long.SIZE - precision + 1;
        this.pool = pool;
        this.hashes = new ValueHashes(settings.chunkRows(), pool);
        this.states = new Registers(precision, pool);
        this.seen = new GroupValidity(pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value("registers", DataType.BINARY));
    }

    @Override
    public void reserve(int groups) {
        states.reserve(groups);
    }

    @Override
    public boolean hasRoom(int groups, long rows) {
        return Registers.hasRoom(groups + rows);
    }

    @Override
    public void update(ReductionInput input, int groupCount) {
        states.ensure(groupCount, input.ids(), input.rows());
        seen.mark(input, groupCount);
        if (!type.equals(DataType.NULL)) {
            states.add(input.ids(), hashes.of(input.argument(0), input.rows()), input.rows());
        }
    }

    @Override
    public void merge(ReductionInput others, int groupCount) {
        states.ensure(groupCount, others.ids(), others.rows());
        seen.mark(others, groupCount);
        VarColumn column = (VarColumn) others.argument(0).column();
        Bytes bytes = Bytes.of(column.segment());
        for (int i = 0; i < others.rows(); i++) {
            if (others.ids()[i] >= 0) {
                long row = others.argument(0).from() + i;
                int size = (int) column.offsets().size(row);
                merge(others.ids()[i], bytes, column.offsets().start(row), size);
            }
        }
    }

    private void merge(int id, Bytes bytes, long start, int size) {
        if (size > registers || (size < registers && size % Integer.BYTES != 0)) {
            throw new IllegalArgumentException(
                    size + " bytes are not the state of " + registers + " registers; make it anew from its rows");
        }
        if (size < registers) {
            for (int at = 0; at < size; at += Integer.BYTES) {
                int entry = bytes.getInt(start + at);
                offerFound(id, entry >>> Byte.SIZE, entry & 0xFF);
            }
            return;
        }
        for (int register = 0; register < registers; register++) {
            int value = bytes.get(start + register);
            if (value != 0) {
                offerFound(id, register, value);
            }
        }
    }

    /// A state may come from elsewhere, so what it says is not believed unseen.
    private void offerFound(int id, int register, int value) {
        if (register >= registers || value < 1 || value > mostZeros) {
            throw new IllegalArgumentException("register " + register + " of " + registers + " has the value " + value
                    + ", where 1 to " + mostZeros + " can be; the state is damaged, make it anew from its rows");
        }
        states.offer(id, register, value);
    }

    @Override
    public List<Column> export(int groupCount) {
        states.ensure(groupCount);
        RegisterBytes out = new RegisterBytes(states);
        try (Closer closer = new Closer()) {
            Buffer starts = closer.add(pool.allocate((groupCount + 1L) * Long.BYTES, PURPOSE));
            long total = out.writeStarts(groupCount, Views.longs(starts.segment(), 0, groupCount + 1L));
            Buffer bytes = closer.add(pool.allocate(total, PURPOSE));
            out.write(groupCount, bytes.segment());
            Validity validity = closer.add(seen.validity(groupCount));
            closer.release();
            return List.of(new VarColumn(DataType.BINARY, Offsets.fitting(starts, groupCount), bytes, validity));
        }
    }

    @Override
    public void clear() {
        states.clear();
        seen.clear();
        hashes.clear();
    }

    @Override
    public void close() {
        states.close();
        seen.close();
        hashes.close();
    }
}
