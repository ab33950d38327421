package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of all groups as they came, until [GroupRowsSort] puts them together by group.
///
/// ```
/// a chunk where most rows count    --> the id of each row; values stay where they are, in a column kept open
///         where few do             --> id, value and ordinal of the rows that count
/// lists of other states            --> the id of each element, which stays where it is
/// rows of another thread           --> its pieces, with a map from its ids to those here
/// ```
/// So a value is not written before it goes to its place beside those of its group.
public final class GroupRows implements AutoCloseable {
    private static final String PURPOSE = "group members";
    private static final int BLOCK_ROWS = 1 << 16;

    /// Codes of dictionaries that are looked at together.
    private static final int CHUNK = 2048;

    /// A column is kept open for a chunk where at least one row in so many counts.
    private static final int KEPT_SHARE = 2;

    private final DataType type;
    private final boolean ordered;
    private final MemoryPool pool;
    private final List<RowRun> pieces = new ArrayList<>();
    private final GatheredRows sparse;
    private @Nullable Buffer block;
    private @Nullable RowRun lastInBlock;
    private int lastStart;
    private long count;
    private long textBytes;
    private @Nullable Object decodedToken;
    private @Nullable Column decoded;

    /// Members that come out as `type`, to which numbers are widened; their ordinals are kept if `ordered`.
    public GroupRows(DataType type, boolean ordered, MemoryPool pool) {
        this.type = type;
        this.ordered = ordered;
        this.pool = pool;
        this.sparse = new GatheredRows(type, ordered, pool);
    }

    public List<RowRun> pieces() {
        return pieces;
    }

    /// The bytes it takes to put all members together.
    public long pendingBytes() {
        int width = Math.max(Integer.BYTES, type.layout().byteWidth());
        return textBytes + count * (width + (ordered ? Long.BYTES : 0));
    }

    /// Adds the rows of a chunk that have a group: values are argument 0, ordinals argument 1.
    public void add(ReductionInput input) {
        int[] ids = input.ids();
        int counted = input.counted();
        if (counted == 0) {
            return;
        }
        if (counted * KEPT_SHARE >= input.rows()) {
            addColumn(input, ids, input.rows());
        } else {
            sparse.add(input, ids, counted, pieces);
        }
        count += counted;
        ArgumentVector lane = input.argument(0);
        textBytes += textBytes(lane.texts(), lane.from(), input.rows());
    }

    /// The bytes of the texts in some rows of a column.
    private static long textBytes(Column column, long from, long rows) {
        return switch (column) {
            case VarColumn texts ->
                texts.offsets().start(from + rows) - texts.offsets().start(from);
            case DictionaryColumn coded
            when coded.values() instanceof VarColumn entries -> textBytes(coded, entries.offsets(), from, rows);
            default -> 0;
        };
    }

    private static long textBytes(DictionaryColumn coded, Offsets entries, long from, long rows) {
        int[] codes = new int[(int) Math.min(CHUNK, rows)];
        long bytes = 0;
        for (long start = from; start < from + rows; start += CHUNK) {
            int size = (int) Math.min(CHUNK, from + rows - start);
            Widen.codes(coded, start, size, codes);
            for (int i = 0; i < size; i++) {
                bytes += codes[i] < 0 ? 0 : entries.size(codes[i]);
            }
        }
        return bytes;
    }

    private void addColumn(ReductionInput input, int[] ids, int rows) {
        ArgumentVector lane = input.argument(0);
        if (!ordered) {
            RowRun last = last();
            if (last == null || !last.goesOn(lane.token(), lane.from(), rows)) {
                last = open(lane, null, 0, 0, rows);
            }
            last.append(ids, rows, true, 0);
            return;
        }
        long[] ordinals = input.argument(1).longs();
        boolean counts = countUp(ordinals, rows);
        RowRun piece = goesOn(input, counts, ordinals[0], rows);
        boolean inOrder = counts || (piece.lastOrdinal() < ordinals[0] && RowRun.rise(ordinals, rows));
        piece.append(ids, rows, inOrder, ordinals[rows - 1]);
    }

    private @Nullable RowRun last() {
        return pieces.isEmpty() ? null : pieces.getLast();
    }

    /// The piece that a chunk of columns goes on, or a new one.
    private RowRun goesOn(ReductionInput input, boolean counts, long ordinal, int rows) {
        ArgumentVector lane = input.argument(0);
        ArgumentVector ordinals = input.argument(1);
        RowRun last = last();
        if (last != null && last.goesOn(lane.token(), lane.from(), rows)) {
            boolean ordinalsGoOn =
                    counts ? last.counts() && last.lastOrdinal() + 1 == ordinal : last.ordinalsGoOn(ordinals.from());
            if (ordinalsGoOn) {
                return last;
            }
        }
        return open(lane, counts ? null : ordinals.column(), ordinals.from(), ordinal, rows);
    }

    private RowRun open(
            ArgumentVector lane, @Nullable Column ordinals, long ordinalsFrom, long firstOrdinal, int rows) {
        return open(lane.token(), lane.texts(), lane.from(), ordinals, ordinalsFrom, firstOrdinal, rows);
    }

    /// A piece with room for at least `rows`.
    private RowRun open(
            Object token,
            Column values,
            long from,
            @Nullable Column ordinals,
            long ordinalsFrom,
            long firstOrdinal,
            int rows) {
        try (Closer closer = new Closer()) {
            Column plain = closer.add(plain(token, values).retain());
            FixedColumn plainOrdinals = ordinals == null ? null : (FixedColumn) closer.add(ordinals.retain());
            Buffer ids = idRoom(rows);
            closer.release();
            RowRun piece = new RowRun(token, plain, from, plainOrdinals, ordinalsFrom, firstOrdinal, ids);
            pieces.add(piece);
            lastInBlock = piece;
            return piece;
        }
    }

    /// A column of texts, or one without dictionary, which is decoded once for all pieces of it.
    @SuppressWarnings("ReferenceEquality")
    private Column plain(Object token, Column values) {
        if (!(values instanceof DictionaryColumn coded) || coded.values() instanceof VarColumn) {
            return values;
        }
        Column present = decoded;
        if (present == null || token != decodedToken) {
            Column fresh = Dictionaries.decode(values, pool);
            forgetDecoded();
            decoded = present = fresh;
            decodedToken = token;
        }
        return present;
    }

    private void forgetDecoded() {
        if (decoded != null) {
            decoded.close();
            decoded = null;
        }
        decodedToken = null;
    }

    /// The rest of a block, with room for at least `rows` ids, to be closed by the caller.
    private Buffer idRoom(int rows) {
        int used = lastInBlock == null ? 0 : lastStart + lastInBlock.rows();
        int capacity = block == null ? 0 : (int) (block.byteSize() / Integer.BYTES);
        if (block == null || capacity - used < rows) {
            int larger = Math.max(rows, Math.min(2 * capacity, BLOCK_ROWS));
            Buffer fresh = pool.allocate((long) larger * Integer.BYTES, PURPOSE);
            closeBlock();
            block = fresh;
            capacity = larger;
            used = 0;
        }
        lastStart = used;
        return block.slice((long) used * Integer.BYTES, (long) (capacity - used) * Integer.BYTES);
    }

    /// Whether each ordinal is one more than that before. The loop has no branch.
    private static boolean countUp(long[] ordinals, int rows) {
        long first = ordinals[0];
        long differences = 0;
        for (int i = 0; i < rows; i++) {
            differences |= ordinals[i] - first - i;
        }
        return differences == 0;
    }

    /// Adds the elements of lists that another instance exported: argument 0 has the values, argument 1 the
    /// ordinals.
    public void addLists(ReductionInput states) {
        ArgumentVector lane = states.argument(0);
        ListColumn lists = (ListColumn) lane.column();
        ListColumn ordinals = ordered ? (ListColumn) states.argument(1).column() : null;
        int[] ids = states.ids();
        for (int i = 0; i < states.rows(); i++) {
            long row = lane.from() + i;
            if (ids[i] >= 0) {
                long ordinalsFrom = ordinals == null ? 0 : ordinals.offsets().start(row);
                addList(lane.token(), lists, row, ordinals, ordinalsFrom, ids[i]);
            }
        }
    }

    private void addList(
            Object token, ListColumn lists, long row, @Nullable ListColumn ordinals, long ordinalsFrom, int id) {
        long from = lists.offsets().start(row);
        long size = lists.offsets().size(row);
        for (long done = 0; done < size; ) {
            int left = (int) Math.min(size - done, BLOCK_ROWS);
            RowRun piece = last();
            if (piece == null
                    || !piece.goesOn(token, from + done, 1)
                    || (ordinals != null && !piece.ordinalsGoOn(ordinalsFrom + done))) {
                Column ordinalElements = ordinals == null ? null : ordinals.elements();
                piece = open(token, lists.elements(), from + done, ordinalElements, ordinalsFrom + done, 0, left);
            }
            int more = Math.min(left, piece.room());
            piece.append(id, more);
            done += more;
        }
        count += size;
        textBytes += textBytes(lists.elements(), from, size);
    }

    /// Takes over the rows of another instance; what has id `i` there has here the int at place `i + 1` of `map`.
    public void absorb(GroupRows other, Buffer map) {
        for (RowRun piece : other.pieces) {
            piece.translate(map);
        }
        pieces.addAll(other.pieces);
        count += other.count;
        textBytes += other.textBytes;
        other.pieces.clear();
        other.close();
    }

    private void closeBlock() {
        if (block != null) {
            block.close();
            block = null;
        }
        lastInBlock = null;
    }

    /// Forgets all rows.
    @Override
    public void close() {
        pieces.forEach(RowRun::close);
        pieces.clear();
        sparse.forget();
        closeBlock();
        forgetDecoded();
        count = 0;
        textBytes = 0;
    }
}
