package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Copies the few rows of a chunk that count, so that its column need not stay open for them.
///
/// Copies lie in blocks that never move, which are pieces of a `GroupRows` while they are filled; texts, bools and
/// what has nulls are a piece for each chunk.
final class GatheredRows {
    private static final String PURPOSE = "group members";
    private static final int FIRST_ROWS = 1 << 8;
    private static final int BLOCK_ROWS = 1 << 16;

    private final DataType type;
    private final boolean ordered;
    private final MemoryPool pool;
    private int[] chosen = new int[0];
    private int[] chosenIds = new int[0];
    private long[] chosenOrdinals = new long[0];
    private long[] values = new long[0];
    private @Nullable RowRun piece;
    private int capacity;

    GatheredRows(DataType type, boolean ordered, MemoryPool pool) {
        this.type = type;
        this.ordered = ordered;
        this.pool = pool;
    }

    /// Adds the `count` rows of a chunk that have an id.
    void add(ReductionInput input, int[] ids, int count, List<RowRun> pieces) {
        choose(input, ids, count);
        ArgumentVector lane = input.argument(0);
        boolean isTaken = !type.layout().isFixedWidth() || (lane.hasNulls() && anyNull(lane.valid(), chosen, count));
        RowRun target = piece;
        if (isTaken || target == null || target.room() < count) {
            target = isTaken ? newPiece(taken(lane, count), count) : newBlock(count);
            pieces.add(target);
            piece = isTaken ? piece : target;
        }
        if (!isTaken) {
            copyValues(lane, count, (FixedColumn) target.values(), target.rows());
        }
        if (ordered) {
            copyOrdinals(target, count);
        }
        boolean inOrder = !ordered
                || ((target.rows() == 0 || target.lastOrdinal() < chosenOrdinals[0])
                        && RowRun.rise(chosenOrdinals, count));
        target.append(chosenIds, count, inOrder, ordered ? chosenOrdinals[count - 1] : 0);
    }

    private void choose(ReductionInput input, int[] ids, int count) {
        if (chosen.length < count) {
            chosen = new int[ids.length];
            chosenIds = new int[ids.length];
            chosenOrdinals = new long[ids.length];
            values = new long[ids.length];
        }
        long[] ordinals = ordered ? input.argument(1).longs() : chosenOrdinals;
        for (int i = 0, next = 0; next < count; i++) {
            if (ids[i] >= 0) {
                chosen[next] = i;
                chosenIds[next] = ids[i];
                chosenOrdinals[next] = ordinals[i];
                next++;
            }
        }
    }

    private static boolean anyNull(byte[] valid, int[] rows, int count) {
        int nulls = 0;
        for (int i = 0; i < count; i++) {
            nulls |= 1 - valid[rows[i]];
        }
        return nulls != 0;
    }

    private Column taken(ArgumentVector lane, int count) {
        int[] rows = new int[count];
        for (int i = 0; i < count; i++) {
            rows[i] = Math.toIntExact(lane.from() + chosen[i]);
        }
        try (Column taken = Take.rows(lane.texts(), rows, count, pool)) {
            return Dictionaries.decode(taken, pool);
        }
    }

    private RowRun newBlock(int count) {
        capacity = Math.max(count, Math.clamp(2L * capacity, FIRST_ROWS, BLOCK_ROWS));
        Buffer values = pool.allocate((long) capacity * type.layout().byteWidth(), PURPOSE);
        return newPiece(new FixedColumn(type, capacity, values, Validity.allValid(capacity)), capacity);
    }

    /// Takes over the values.
    private RowRun newPiece(Column values, int room) {
        try (Closer closer = new Closer()) {
            closer.add(values);
            FixedColumn ordinals = ordered ? closer.add(ordinalColumn(room)) : null;
            Buffer ids = pool.allocate((long) room * Integer.BYTES, PURPOSE);
            closer.release();
            return new RowRun(new Object(), values, 0, ordinals, 0, chosenOrdinals[0], ids);
        }
    }

    private FixedColumn ordinalColumn(int room) {
        Buffer ordinals = pool.allocate((long) room * Long.BYTES, PURPOSE);
        return new FixedColumn(DataType.INT64, room, ordinals, Validity.allValid(room));
    }

    private void copyValues(ArgumentVector lane, int count, FixedColumn target, int at) {
        int width = type.layout().byteWidth();
        if (lane.column().type().layout() == type.layout()) {
            pick(lane.longs(), chosen, count, values);
        } else {
            pickBits(lane.doubles(), chosen, count, values);
        }
        Narrow.longs(values, count, width, target.segment(), (long) at * width);
    }

    private static void pick(long[] values, int[] rows, int count, long[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = values[rows[i]];
        }
    }

    private static void pickBits(double[] values, int[] rows, int count, long[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = Double.doubleToRawLongBits(values[rows[i]]);
        }
    }

    private void copyOrdinals(RowRun target, int count) {
        MemorySegment.copy(
                chosenOrdinals, 0, target.ordinalSegment(), ValueLayout.JAVA_LONG, (long) target.rows() << 3, count);
    }

    /// Begins with a new block next time.
    void forget() {
        piece = null;
        capacity = 0;
    }
}
