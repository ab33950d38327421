package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.GroupValidity;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.LongBuffer;
import java.util.List;

/// The product of whole numbers: the magnitude modulo 2^64, and flags that say whether that is all of it.
///
/// A magnitude past 64 bits never comes back under them, except that a factor of zero makes the product zero;
/// so three flags decide exactly what overflow is.
final class ProductLongReduction implements Reduction {
    /// The product is negative, or zero.
    static final long NEGATIVE = 1;

    /// The factors other than zero make a magnitude of 2^64 or more.
    static final long OVERFLOWN = 2;

    /// A factor is zero.
    static final long ZERO = 4;

    private static final int WIDTH = 16;

    private final boolean unsigned;
    private final MemoryPool pool;
    private final StateColumn products;
    private final GroupValidity seen;

    ProductLongReduction(boolean unsigned, MemoryPool pool) {
        this.unsigned = unsigned;
        this.pool = pool;
        this.products = new StateColumn(pool, "group products", WIDTH, 0);
        this.seen = new GroupValidity(pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(
                StateField.value("magnitude", DataType.UINT64), StateField.value("flags", DataType.INT64, false));
    }

    @Override
    public void reserve(int groups) {
        products.reserve(groups);
    }

    @Override
    public boolean hasRoom(int groups, long rows) {
        return StateColumn.fits(groups + rows, WIDTH);
    }

    @Override
    public void update(ReductionInput chunk, int groupCount) {
        ReductionInput input = chunk.counting();
        products.ensure(groupCount, input.ids(), input.rows());
        seen.mark(input, groupCount);
        long[] values = input.argument(0).longs();
        for (int i = 0; i < input.rows(); i++) {
            boolean negative = !unsigned && values[i] < 0;
            long magnitude = negative ? -values[i] : values[i];
            multiply(input.ids()[i], magnitude, (negative ? NEGATIVE : 0) | (magnitude == 0 ? ZERO : 0));
        }
    }

    /// The magnitude is kept less one, so that new states of zero are products of one.
    private void multiply(int id, long magnitude, long flags) {
        LongBuffer states = products.longs();
        int at = StateColumn.FRONT_LONGS + 2 * id;
        long before = states.get(at) + 1;
        long flagsBefore = states.get(at + 1);
        boolean overflows = Math.unsignedMultiplyHigh(before, magnitude) != 0;
        long after =
                ((flagsBefore & (OVERFLOWN | ZERO)) | (flags & (OVERFLOWN | ZERO)) | ((flagsBefore ^ flags) & NEGATIVE))
                        | (overflows ? OVERFLOWN : 0);
        states.put(at, before * magnitude - 1);
        states.put(at + 1, after);
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        products.ensure(groupCount, states.ids(), states.rows());
        seen.mark(states, groupCount);
        long[] magnitudes = states.argument(0).longs();
        long[] flags = states.argument(1).longs();
        for (int i = 0; i < states.rows(); i++) {
            multiply(states.ids()[i], magnitudes[i], flags[i]);
        }
    }

    @Override
    public List<Column> export(int groupCount) {
        products.ensure(groupCount);
        try (Closer closer = new Closer()) {
            Buffer magnitudes = closer.add(pool.allocate((long) groupCount * Long.BYTES, "group products"));
            Buffer flags = closer.add(pool.allocate((long) groupCount * Long.BYTES, "group products"));
            write(
                    groupCount,
                    Views.longs(magnitudes.segment(), 0, groupCount),
                    Views.longs(flags.segment(), 0, groupCount));
            Validity validity = seen.validity(groupCount);
            closer.release();
            return List.of(
                    new FixedColumn(DataType.UINT64, groupCount, magnitudes, validity),
                    new FixedColumn(DataType.INT64, groupCount, flags, Validity.allValid(groupCount)));
        }
    }

    private void write(int groupCount, LongBuffer magnitudes, LongBuffer flags) {
        LongBuffer states = products.longs();
        for (int id = 0; id < groupCount; id++) {
            magnitudes.put(id, states.get(StateColumn.FRONT_LONGS + 2 * id) + 1);
            flags.put(id, states.get(StateColumn.FRONT_LONGS + 2 * id + 1));
        }
    }

    @Override
    public void clear() {
        products.clear();
        seen.clear();
    }

    @Override
    public void close() {
        products.close();
        seen.close();
    }
}
