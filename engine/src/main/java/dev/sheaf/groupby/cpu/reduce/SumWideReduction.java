package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
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

/// The exact sum of 128-bit decimals, or of the squares of whole numbers, in 192 bits: low, middle and high word.
///
/// Two values of 38 digits may already pass 128 bits, and others take the sum back again; the third word keeps
/// what is between.
final class SumWideReduction implements Reduction {
    private static final int WIDTH = 32;

    /// What is summed.
    enum Terms {
        /// Values of 128 bits.
        WIDE,
        /// Squares of signed words.
        SIGNED_SQUARES,
        /// Squares of unsigned words.
        UNSIGNED_SQUARES
    }

    private final DataType type;
    private final Terms terms;
    private final MemoryPool pool;
    private final StateColumn sums;
    private final GroupValidity seen;

    /// The sum of values of a `type` of 128 bits.
    SumWideReduction(DataType type, MemoryPool pool) {
        this(type, Terms.WIDE, pool);
    }

    /// The sum of squares of words, exported as 128 bits and a high word.
    static SumWideReduction ofSquares(boolean unsigned, MemoryPool pool) {
        DataType wide = DataType.decimal(DataType.DecimalType.MAX_PRECISION, 0);
        return new SumWideReduction(wide, unsigned ? Terms.UNSIGNED_SQUARES : Terms.SIGNED_SQUARES, pool);
    }

    private SumWideReduction(DataType type, Terms terms, MemoryPool pool) {
        this.type = type;
        this.terms = terms;
        this.pool = pool;
        this.sums = new StateColumn(pool, "group sums", WIDTH, 0);
        this.seen = new GroupValidity(pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value("sum", type), StateField.value("high", DataType.INT64, false));
    }

    @Override
    public void reserve(int groups) {
        sums.reserve(groups);
    }

    @Override
    public boolean hasRoom(int groups, long rows) {
        return StateColumn.fits(groups + rows, WIDTH);
    }

    @Override
    public void update(ReductionInput input, int groupCount) {
        sums.ensure(groupCount, input.ids(), input.rows());
        seen.mark(input, groupCount);
        ArgumentVector lane = input.argument(0);
        switch (terms) {
            case WIDE -> add(input.ids(), words(lane, input.rows()), input.rows(), sums.longs());
            case SIGNED_SQUARES -> addSquares(input.ids(), lane.longs(), input.rows(), false, sums.longs());
            case UNSIGNED_SQUARES -> addSquares(input.ids(), lane.longs(), input.rows(), true, sums.longs());
        }
    }

    private static void addSquares(int[] ids, long[] values, int rows, boolean unsigned, LongBuffer sums) {
        for (int i = 0; i < rows; i++) {
            long value = values[i];
            long high = unsigned ? Math.unsignedMultiplyHigh(value, value) : Math.multiplyHigh(value, value);
            add(sums, ids[i], value * value, high, 0);
        }
    }

    /// The low and the high word of each value of the chunk.
    private static LongBuffer words(ArgumentVector lane, int rows) {
        return ((FixedColumn) lane.column()).longs(2 * lane.from(), 2L * rows);
    }

    private static void add(int[] ids, LongBuffer values, int rows, LongBuffer sums) {
        for (int i = 0; i < rows; i++) {
            long low = values.get(2 * i);
            long high = values.get(2 * i + 1);
            add(sums, ids[i], low, high, high >> 63);
        }
    }

    /// Adds three words, with carries.
    private static void add(LongBuffer sums, int id, long low, long middle, long high) {
        int at = at(id);
        long newLow = sums.get(at) + low;
        long carry = Long.compareUnsigned(newLow, low) < 0 ? 1 : 0;
        long before = sums.get(at + 1);
        long newMiddle = before + middle;
        long carryOut = Long.compareUnsigned(newMiddle, middle) < 0 ? 1 : 0;
        newMiddle += carry;
        carryOut += carry != 0 && newMiddle == 0 ? 1 : 0;
        long newHigh = sums.get(at + 2) + high + carryOut;
        sums.put(at, newLow);
        sums.put(at + 1, newMiddle);
        sums.put(at + 2, newHigh);
    }

    private static int at(int id) {
        return StateColumn.FRONT_LONGS + (id << 2);
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        sums.ensure(groupCount, states.ids(), states.rows());
        seen.mark(states, groupCount);
        LongBuffer values = words(states.argument(0), states.rows());
        long[] high = states.argument(1).longs();
        for (int i = 0; i < states.rows(); i++) {
            add(sums.longs(), states.ids()[i], values.get(2 * i), values.get(2 * i + 1), high[i]);
        }
    }

    @Override
    public List<Column> export(int groupCount) {
        sums.ensure(groupCount);
        try (Closer closer = new Closer()) {
            Buffer low = closer.add(pool.allocate(groupCount * 16L, "group sums"));
            Buffer high = closer.add(pool.allocate((long) groupCount * Long.BYTES, "group sums"));
            write(
                    groupCount,
                    Views.longs(low.segment(), 0, 2L * groupCount),
                    Views.longs(high.segment(), 0, groupCount));
            Validity validity = seen.validity(groupCount);
            closer.release();
            return List.of(
                    new FixedColumn(type, groupCount, low, validity),
                    new FixedColumn(DataType.INT64, groupCount, high, Validity.allValid(groupCount)));
        }
    }

    private void write(int groupCount, LongBuffer low, LongBuffer high) {
        LongBuffer states = sums.longs();
        for (int id = 0; id < groupCount; id++) {
            int at = at(id);
            low.put(2 * id, states.get(at));
            low.put(2 * id + 1, states.get(at + 1));
            high.put(id, states.get(at + 2));
        }
    }

    @Override
    public void clear() {
        sums.clear();
        seen.clear();
    }

    @Override
    public void close() {
        sums.close();
        seen.close();
    }
}
