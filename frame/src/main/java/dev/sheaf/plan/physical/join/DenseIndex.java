package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.memory.Closer;
import dev.sheaf.order.RowHash;
import dev.sheaf.order.WholeKey;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.util.List;
import java.util.Optional;

/// Right rows by the numbers of one key whose range is not far larger than their count, as keys are that number the
/// rows of a table, of which some may be left out: the rows of the place of each number.
///
/// No key is hashed, and pairs are equal in this one. Cost: 4 bytes a row, 4 to 20 of places.
final class DenseIndex implements RightIndex {
    /// Places of so many numbers a row take less memory than hashes.
    private static final int MOST_NUMBERS_A_ROW = 4;

    /// So do bits and ranks of so many, and places of those that are there.
    private static final int MOST_RANKED_NUMBERS_A_ROW = 128;

    /// Bits and ranks of so many stay in the second-level cache, however few are there.
    private static final long CACHED_NUMBERS = 1 << 21;

    /// Where further keys are compared for each pair, a number has no more rows than this on average.
    private static final int MOST_ROWS_A_NUMBER = 2;

    private static final int CHUNK_ROWS = 1 << 16;
    private static final int READ_ROWS = 1 << 10;

    private final List<JoinKey> keys;
    private final List<Column> columns;
    private final int key;
    private final WholeKey own;
    private final WholeKey.Range range;
    private final int rows;
    private final Closer memory = new Closer();
    private final NumberPlaces places;
    private final PlaceRows placed;

    private DenseIndex(
            List<JoinKey> keys,
            List<Column> columns,
            int key,
            WholeKey own,
            WholeKey.Range range,
            QueryContext context) {
        this.keys = keys;
        this.columns = columns;
        this.key = key;
        this.own = own;
        this.range = range;
        this.rows = Math.toIntExact(own.column().length());
        try {
            this.places = range.size() <= (long) rows * MOST_NUMBERS_A_ROW
                    ? new NumberPlaces.Every(range.size())
                    : RankedPlaces.of(own, range, context, memory);
            boolean areMany = keys.size() == 1 && rows >= places.size() * RowRuns.FEWEST_ROWS_A_PLACE;
            this.placed = areMany
                    ? new RowRuns(rows, places.size(), context, memory)
                    : new RowChains(rows, places.size(), context, memory);
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    /// An index by the first key that is fit for one, if any is.
    ///
    /// @param columns those of the keys, which stay open as long as the index is used
    static Optional<DenseIndex> of(List<Column> columns, List<JoinKey> keys, int rows, QueryContext context) {
        long most = keys.size() == 1 ? mostRanked(rows, context) : (long) rows * MOST_NUMBERS_A_ROW;
        for (int key = 0; key < keys.size(); key++) {
            Optional<WholeKey> own = keys.get(key).nullSafe() ? Optional.empty() : WholeKey.of(columns.get(key));
            Optional<WholeKey.Range> range = own.flatMap(numbers -> numbers.range(most, Workers.tasks(context)));
            if (range.isPresent() && (keys.size() == 1 || range.get().size() * MOST_ROWS_A_NUMBER >= rows)) {
                DenseIndex index = new DenseIndex(keys, columns, key, own.get(), range.get(), context);
                if (index.isMade(context)) {
                    return Optional.of(index);
                }
            }
        }
        return Optional.empty();
    }

    private static long mostRanked(int rows, QueryContext context) {
        long free = context.pool().limitBytes() - context.pool().usedBytes();
        return Math.max(
                Math.min(CACHED_NUMBERS, free / KeyFilter.MEMORY_SHARE), (long) rows * MOST_RANKED_NUMBERS_A_ROW);
    }

    /// Puts all rows; closes the index and gives false if places have too many.
    private boolean isMade(QueryContext context) {
        boolean isMade = false;
        try {
            int threads = rows < CHUNK_ROWS ? 1 : context.threads();
            for (int pass = 0; pass < placed.passes(); pass++) {
                int number = pass;
                Workers.forEach(context, threads, share -> put(number, share, threads));
                placed.finish(pass);
            }
            isMade = keys.size() == 1 || placed.areFew(MOST_ROWS_A_NUMBER);
            return isMade;
        } finally {
            if (!isMade) {
                close();
            }
        }
    }

    /// Puts the rows of one of `shares` equal parts of the places, from the last row to the first.
    private void put(int pass, int share, int shares) {
        long from = places.size() * share / shares;
        long to = places.size() * (share + 1) / shares;
        boolean mayHaveNulls = mayHaveNulls(columns);
        long[] numbers = new long[READ_ROWS];
        int[] chosen = new int[READ_ROWS];
        for (int start = (rows - 1) / READ_ROWS * READ_ROWS; start >= 0; start -= READ_ROWS) {
            int read = Math.min(READ_ROWS, rows - start);
            own.read(start, read, numbers);
            place(numbers, read);
            int count = choose(numbers, read, from, to, chosen);
            count = mayHaveNulls ? matching(start, chosen, count) : count;
            placed.put(pass, start, numbers, chosen, count);
        }
    }

    /// Makes numbers their places.
    private void place(long[] numbers, int count) {
        for (int i = 0; i < count; i++) {
            numbers[i] -= range.least();
        }
        places.place(numbers, count);
    }

    /// Writes which places lie in `[from, to)`, from the last to the first, without a branch that depends on it; gives
    /// how many these are.
    private static int choose(long[] places, int read, long from, long to, int[] chosen) {
        int count = 0;
        for (int i = read - 1; i >= 0; i--) {
            chosen[count] = i;
            count += places[i] >= from & places[i] < to ? 1 : 0;
        }
        return count;
    }

    /// Leaves only those of the chosen rows behind `start` whose keys may equal something.
    private int matching(int start, int[] chosen, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            chosen[kept] = chosen[i];
            kept += matchesNothing(columns, start + chosen[i]) ? 0 : 1;
        }
        return kept;
    }

    private static boolean mayHaveNulls(List<Column> side) {
        for (Column column : side) {
            if (!column.validity().allValid()) {
                return true;
            }
        }
        return false;
    }

    private boolean matchesNothing(List<Column> side, int row) {
        for (int i = 0; i < keys.size(); i++) {
            Column column = side.get(i);
            if (!column.validity().allValid()
                    && column.isNull(row)
                    && !keys.get(i).nullSafe()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int find(List<Column> side, int from, int count, int most, RowPairs pairs) {
        long[] numbers = new long[count];
        RowHash.readNumbers(side.get(key), from, numbers);
        place(numbers, count);
        if (mayHaveNulls(side)) {
            for (int i = 0; i < count; i++) {
                numbers[i] = matchesNothing(side, from + i) ? NumberPlaces.NOWHERE : numbers[i];
            }
        }
        return placed.find(from, numbers, count, most, pairs);
    }

    /// Whether there is no further key.
    boolean isByOneKey() {
        return keys.size() == 1;
    }

    @Override
    public int knownKey() {
        return key;
    }

    @Override
    public KeyFilter filter(QueryContext context) {
        Optional<NumberedKeys> numbered = NumberedKeys.of(columns, keys, context);
        return numbered.isPresent() ? numbered.get() : HashedKeys.of(List.of(columns), keys, context);
    }

    @Override
    public void close() {
        memory.close();
    }
}
