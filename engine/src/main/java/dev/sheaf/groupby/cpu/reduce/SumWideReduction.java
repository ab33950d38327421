package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.GroupValidity;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
    public void update(ReductionInput input, int groupCount) {
        sums.ensure(groupCount, input.ids(), input.rows());
        seen.mark(input, groupCount);
        ArgumentVector lane = input.argument(0);
        switch (terms) {
            case WIDE -> {
                MemorySegment values = ((FixedColumn) lane.column()).segment();
                add(input.ids(), values, lane.from(), input.rows(), sums.segment());
            }
            case SIGNED_SQUARES -> addSquares(input.ids(), lane.longs(), input.rows(), false, sums.segment());
            case UNSIGNED_SQUARES -> addSquares(input.ids(), lane.longs(), input.rows(), true, sums.segment());
        }
    }

    private static void addSquares(int[] ids, long[] values, int rows, boolean unsigned, MemorySegment sums) {
        for (int i = 0; i < rows; i++) {
            long value = values[i];
            long high = unsigned ? Math.unsignedMultiplyHigh(value, value) : Math.multiplyHigh(value, value);
            add(sums, ids[i], value * value, high, 0);
        }
    }

    private static void add(int[] ids, MemorySegment values, long from, int rows, MemorySegment sums) {
        for (int i = 0; i < rows; i++) {
            long low = Int128.low(values, from + i);
            long high = Int128.high(values, from + i);
            add(sums, ids[i], low, high, high >> 63);
        }
    }

    /// Adds three words, with carries.
    private static void add(MemorySegment sums, int id, long low, long middle, long high) {
        long at = StateColumn.FRONT + (long) id * WIDTH;
        long newLow = sums.get(ValueLayout.JAVA_LONG_UNALIGNED, at) + low;
        long carry = Long.compareUnsigned(newLow, low) < 0 ? 1 : 0;
        long before = sums.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8);
        long newMiddle = before + middle;
        long carryOut = Long.compareUnsigned(newMiddle, middle) < 0 ? 1 : 0;
        newMiddle += carry;
        carryOut += carry != 0 && newMiddle == 0 ? 1 : 0;
        long newHigh = sums.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 16) + high + carryOut;
        sums.set(ValueLayout.JAVA_LONG_UNALIGNED, at, newLow);
        sums.set(ValueLayout.JAVA_LONG_UNALIGNED, at + 8, newMiddle);
        sums.set(ValueLayout.JAVA_LONG_UNALIGNED, at + 16, newHigh);
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        sums.ensure(groupCount, states.ids(), states.rows());
        seen.mark(states, groupCount);
        ArgumentVector lane = states.argument(0);
        MemorySegment values = ((FixedColumn) lane.column()).segment();
        long[] high = states.argument(1).longs();
        for (int i = 0; i < states.rows(); i++) {
            long row = lane.from() + i;
            add(sums.segment(), states.ids()[i], Int128.low(values, row), Int128.high(values, row), high[i]);
        }
    }

    @Override
    public List<Column> export(int groupCount) {
        sums.ensure(groupCount);
        try (Closer closer = new Closer()) {
            Buffer low = closer.add(pool.allocate(groupCount * 16L, "group sums"));
            Buffer high = closer.add(pool.allocate((long) groupCount * Long.BYTES, "group sums"));
            for (int id = 0; id < groupCount; id++) {
                long at = StateColumn.FRONT + (long) id * WIDTH;
                MemorySegment.copy(sums.segment(), at, low.segment(), id * 16L, 16);
                MemorySegment.copy(sums.segment(), at + 16, high.segment(), (long) id * Long.BYTES, Long.BYTES);
            }
            Validity validity = seen.validity(groupCount);
            closer.release();
            return List.of(
                    new FixedColumn(type, groupCount, low, validity),
                    new FixedColumn(DataType.INT64, groupCount, high, Validity.allValid(groupCount)));
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
