package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.MemoryPool;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A column that reductions read, chunk by chunk, as arrays that are made when first asked for and shared by
/// all who ask.
public final class ArgumentVector implements AutoCloseable {
    private final MemoryPool pool;
    private final int chunkRows;
    private final @Nullable ArgumentVector all;
    private int[] chosen = {};
    private @Nullable Column column;
    private @Nullable Column decoded;
    private Validity validity = Validity.allValid(0);
    private boolean hasNulls;
    private boolean isOrder;
    private Object token = new Object();
    private long from;
    private int rows;
    private long @Nullable [] longs;
    private @Nullable LongReader longReader;
    private boolean longsReady;
    private double @Nullable [] doubles;
    private @Nullable DoubleReader doubleReader;
    private boolean doublesReady;
    private long @Nullable [] ordered;
    private boolean orderedReady;
    private byte @Nullable [] valid;
    private boolean validReady;
    private byte @Nullable [] truth;
    private boolean truthReady;

    public ArgumentVector(int chunkRows, MemoryPool pool) {
        this(chunkRows, pool, null);
    }

    private ArgumentVector(int chunkRows, MemoryPool pool, @Nullable ArgumentVector all) {
        this.chunkRows = chunkRows;
        this.pool = pool;
        this.all = all;
    }

    /// A vector for the arrays of some rows of this one, which are of no column.
    ArgumentVector ofSome() {
        return new ArgumentVector(chunkRows, pool, this);
    }

    /// Goes to the first `count` rows of `chosen`, in the chunk that the other vector is at.
    void choose(int[] chosen, int count) {
        this.chosen = chosen;
        chunk(0, count);
    }

    /// Starts on a column, which stays the caller's and open until the next one or the end.
    ///
    /// What depends on its class is asked here. Asked for each chunk, C2 would compile the answer of one class into
    /// loops, and again for the next one.
    public void begin(Column next) {
        close();
        column = next;
        validity = next.validity();
        hasNulls = !validity.allValid();
        isOrder = OrderedLongs.isIdentity(next.type().decoded());
        token = new Object();
        chunk(0, 0);
    }

    /// Goes to a chunk.
    public void chunk(long start, int count) {
        from = start;
        rows = count;
        longsReady = false;
        doublesReady = false;
        orderedReady = false;
        validReady = false;
        truthReady = false;
    }

    /// The most rows of a chunk.
    public int chunkRows() {
        return chunkRows;
    }

    int rows() {
        return rows;
    }

    /// The row of [#column()] at which the chunk starts.
    public long from() {
        return from;
    }

    /// The column as it came, dictionary-encoded or not.
    public Column encoded() {
        Column present = column;
        if (present == null) {
            throw new IllegalStateException("no column has begun");
        }
        return present;
    }

    /// Tells this column from those before and after it in the lane.
    public Object token() {
        return token;
    }

    /// The column without dictionary encoding.
    public Column column() {
        Column present = encoded();
        if (!(present instanceof DictionaryColumn)) {
            return present;
        }
        if (decoded == null) {
            decoded = Dictionaries.decode(present, pool);
        }
        return decoded;
    }

    /// The column as it came if that is of texts, with or without a dictionary, else without.
    Column texts() {
        return encoded() instanceof DictionaryColumn coded && coded.values() instanceof VarColumn ? coded : column();
    }

    boolean hasNulls() {
        return hasNulls;
    }

    /// 1 for valid rows, 0 for nulls.
    byte[] valid() {
        byte[] array = valid == null ? valid = new byte[chunkRows] : valid;
        if (!validReady) {
            Widen.validity(validity, from, rows, array);
            validReady = true;
        }
        return array;
    }

    /// 1 for rows that are true, 0 for rows that are false or null; for a column of bools or nulls.
    byte[] truth() {
        byte[] array = truth == null ? truth = new byte[chunkRows] : truth;
        if (!truthReady) {
            truth(array);
            truthReady = true;
        }
        return array;
    }

    /// In a column of the type null, no row is true.
    private void truth(byte[] array) {
        if (column() instanceof BoolColumn bools) {
            Widen.truth(bools, from, rows, array);
        } else {
            Arrays.fill(array, 0, rows, (byte) 0);
        }
    }

    /// Whole values, see [LongReader].
    public long[] longs() {
        long[] array = longs == null ? longs = new long[chunkRows] : longs;
        if (!longsReady) {
            readLongs(array);
            longsReady = true;
        }
        return array;
    }

    private void readLongs(long[] array) {
        if (all != null) {
            choose(all.longs(), chosen, rows, array);
        } else {
            LongReader reader = longReader == null ? longReader = LongReader.of(column()) : longReader;
            reader.read(from, rows, array);
        }
    }

    private static void choose(long[] values, int[] chosen, int rows, long[] out) {
        for (int i = 0; i < rows; i++) {
            out[i] = values[chosen[i]];
        }
    }

    /// Numbers as the nearest doubles.
    public double[] doubles() {
        double[] array = doubles == null ? doubles = new double[chunkRows] : doubles;
        if (!doublesReady) {
            readDoubles(array);
            doublesReady = true;
        }
        return array;
    }

    private void readDoubles(double[] array) {
        if (all != null) {
            choose(all.doubles(), chosen, rows, array);
        } else {
            DoubleReader reader = doubleReader == null ? doubleReader = DoubleReader.of(column()) : doubleReader;
            reader.read(this::longs, from, rows, array);
        }
    }

    private static void choose(double[] values, int[] chosen, int rows, double[] out) {
        for (int i = 0; i < rows; i++) {
            out[i] = values[chosen[i]];
        }
    }

    /// Values as longs whose order is that of the values, see [OrderedLongs].
    public long[] ordered() {
        if (all == null ? isOrder : all.isOrder) {
            return longs();
        }
        long[] array = ordered == null ? ordered = new long[chunkRows] : ordered;
        if (!orderedReady) {
            OrderedLongs.encode((all == null ? this : all).column().type(), longs(), rows, array);
            orderedReady = true;
        }
        return array;
    }

    @Override
    public void close() {
        if (decoded != null) {
            decoded.close();
            decoded = null;
        }
        column = null;
        longReader = null;
        doubleReader = null;
    }
}
