package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.GroupValidity;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.nio.LongBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The exact sum of whole numbers of at most 64 bits: `sum + wraps * 2^64`, `sum` signed.
///
/// `wraps` counts the overflows of `sum`, up and down; overflow that cancels out leaves it at zero. It takes
/// memory only once there is an overflow. Numbers of at most 32 bits have no wraps: it would take 2^31 rows to
/// overflow, and only from there on does anybody look.
final class SumLongReduction implements Reduction {
    /// How wide the numbers are.
    enum Width {
        /// At most 32 bits.
        NARROW,
        /// Signed, of 64 bits.
        WIDE,
        /// Unsigned, of 64 bits.
        UNSIGNED;

        static Width of(DataType type) {
            if (type.equals(DataType.UINT64)) {
                return UNSIGNED;
            }
            return type.layout() == Layout.INT64 ? WIDE : NARROW;
        }
    }

    /// So many numbers of 32 bits cannot overflow a sum.
    private static final long SAFE_ROWS = 1L << 31;

    /// A chunk of values of fewer bits is far from overflow.
    private static final int SAFE_BITS = 40;

    private final Width width;
    private final MemoryPool pool;
    private final StateColumn sums;
    private final GroupValidity seen;
    private @Nullable StateColumn wraps;
    private long rowsAdded;
    private long bound;

    SumLongReduction(Width width, MemoryPool pool) {
        this.width = width;
        this.pool = pool;
        this.sums = new StateColumn(pool, "group sums", Long.BYTES, 0);
        this.seen = new GroupValidity(pool);
    }

    @Override
    public List<StateField> stateFields() {
        StateField sum = StateField.value("sum", DataType.INT64);
        return width == Width.NARROW ? List.of(sum) : List.of(sum, StateField.value("wraps", DataType.INT64, false));
    }

    @Override
    public void reserve(int groups) {
        sums.reserve(groups);
    }

    @Override
    public void update(ReductionInput chunk, int groupCount) {
        ReductionInput input = chunk.counting();
        sums.ensure(groupCount);
        seen.mark(input, groupCount);
        long[] values = input.argument(0).longs();
        boolean isSafe = cannotOverflow(input);
        if (isSafe && groupCount == 1) {
            OneGroup.add(input.ids(), values, input.rows(), sums.longs());
        } else if (groupCount == 1) {
            addHalves(input.ids(), values, input.rows());
        } else if (isSafe) {
            addSafely(input.ids(), values, input.rows(), sums.longs());
        } else {
            add(input.ids(), values, input.rows(), groupCount);
        }
        if (width == Width.UNSIGNED) {
            countTopBits(input.ids(), values, input.rows(), groupCount);
        }
    }

    /// Whether no sum can leave 64 bits with these values, taken that all rows so far were of one group.
    private boolean cannotOverflow(ReductionInput input) {
        int rows = input.rows();
        rowsAdded += rows;
        if (width == Width.NARROW) {
            return rowsAdded < SAFE_ROWS;
        }
        int bits = Long.SIZE
                - Long.numberOfLeadingZeros(magnitudes(input.argument(0).longs(), rows));
        bound = bits < SAFE_BITS && bound >= 0 ? bound + ((long) rows << bits) : -1;
        return bound >= 0;
    }

    /// A number of as many bits as the value farthest from zero has.
    private static long magnitudes(long[] values, int rows) {
        long bits = 0;
        for (int i = 0; i < rows; i++) {
            bits |= values[i] ^ values[i] >> (Long.SIZE - 1);
        }
        return bits;
    }

    private static void addSafely(int[] ids, long[] values, int rows, LongBuffer sums) {
        for (int i = 0; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + ids[i];
            sums.put(at, sums.get(at) + values[i]);
        }
    }

    /// Adds a chunk to the only group. Sums of half numbers overflow in no chunk, so no row is asked whether it does.
    private void addHalves(int[] ids, long[] values, int rows) {
        long lower = OneGroup.lowerHalves(ids, values, rows);
        long upper = OneGroup.upperHalves(ids, values, rows) + (lower >>> Integer.SIZE);
        long sum = upper << Integer.SIZE | (lower & 0xFFFF_FFFFL);
        wrap(0, (upper >> Integer.SIZE) + (sum >>> (Long.SIZE - 1)), 1);
        add(new int[] {0}, new long[] {sum}, 1, 1);
    }

    private void add(int[] ids, long[] values, int rows, int groupCount) {
        int done = 0;
        while ((done = add(ids, values, done, rows, sums.longs())) < rows) {
            wrap(ids[done], values[done] >= 0 ? 1 : -1, groupCount);
            done++;
        }
    }

    /// Adds rows from `from` on, up to the end or through the first that overflows, whose number it returns.
    private static int add(int[] ids, long[] values, int from, int rows, LongBuffer sums) {
        for (int i = from; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + ids[i];
            long value = values[i];
            long before = sums.get(at);
            long after = before + value;
            sums.put(at, after);
            if (((before ^ after) & (value ^ after)) < 0) {
                return i;
            }
        }
        return rows;
    }

    /// Unsigned values from 2^63 on were added as if 2^64 less.
    private void countTopBits(int[] ids, long[] values, int rows, int groupCount) {
        for (int i = 0; i < rows; i++) {
            if (values[i] < 0) {
                wrap(ids[i], 1, groupCount);
            }
        }
    }

    private void wrap(int id, long by, int groupCount) {
        if (by == 0) {
            return;
        }
        if (width == Width.NARROW && id >= 0) {
            throw new ArithmeticException("a sum of 32-bit numbers passed 64 bits; cast the argument to a decimal");
        }
        StateColumn present = wraps == null ? wraps = new StateColumn(pool, "group sums", Long.BYTES, 0) : wraps;
        present.ensure(groupCount);
        int at = StateColumn.FRONT_LONGS + id;
        present.longs().put(at, present.longs().get(at) + by);
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        sums.ensure(groupCount);
        seen.mark(states, groupCount);
        bound = -1;
        countRows(states.argument(0).longs(), states.rows());
        add(states.ids(), states.argument(0).longs(), states.rows(), groupCount);
        if (width == Width.NARROW) {
            return;
        }
        long[] others = states.argument(1).longs();
        for (int i = 0; i < states.rows(); i++) {
            wrap(states.ids()[i], others[i], groupCount);
        }
    }

    @Override
    public List<Column> export(int groupCount) {
        sums.ensure(groupCount);
        try (Closer closer = new Closer()) {
            Validity validity = closer.add(seen.validity(groupCount));
            Column sum = closer.add(new FixedColumn(DataType.INT64, groupCount, sums.view(groupCount), validity));
            List<Column> states = width == Width.NARROW ? List.of(sum) : List.of(sum, wraps(groupCount));
            closer.release();
            return states;
        }
    }

    /// Counts as many rows as sums of numbers of 32 bits must have had at least.
    private void countRows(long[] others, int count) {
        rowsAdded = Math.min(SAFE_ROWS, rowsAdded + 1 + (magnitudes(others, count) >>> (Integer.SIZE - 1)));
    }

    private Column wraps(int groupCount) {
        Buffer buffer = wraps == null
                ? pool.allocateZeroed((long) groupCount * Long.BYTES, "group sums")
                : wraps.view(groupCount);
        return new FixedColumn(DataType.INT64, groupCount, buffer, Validity.allValid(groupCount));
    }

    @Override
    public void clear() {
        sums.clear();
        seen.clear();
        rowsAdded = 0;
        bound = 0;
        if (wraps != null) {
            wraps.clear();
        }
    }

    @Override
    public void close() {
        sums.close();
        seen.close();
        if (wraps != null) {
            wraps.close();
        }
    }
}
