package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Longs;
import dev.sheaf.order.RowHash;
import dev.sheaf.order.WholeKey;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.util.List;
import java.util.Optional;

/// Keys that are numbers of one range: a bit for each number, so that none is taken for another and none is hashed.
///
/// Left rows in the order of the numbers read the bits in order. Cost: an eighth of a byte a number.
final class NumberedKeys implements KeyFilter {
    /// Bits of so many numbers a row take 16 bytes, which are worth no hash.
    private static final int MOST_NUMBERS_A_ROW = 128;

    /// Bits of so many stay in the second-level cache, however few are there.
    private static final long CACHED_NUMBERS = 1 << 21;

    private static final int READ_ROWS = 1 << 10;

    private final WholeKey.Range range;
    private final Buffer buffer;
    private final Longs words;

    private NumberedKeys(WholeKey.Range range, QueryContext context) {
        this.range = range;
        this.buffer =
                context.pool().allocateZeroed(((range.size() - 1) / Long.SIZE + 1) * Long.BYTES, "keys of a join");
        this.words = Longs.of(buffer.segment());
    }

    /// The keys of some rows; none if there are several, if nulls equal each other, if they are not such numbers or if
    /// their range is too large for their count.
    static Optional<NumberedKeys> of(List<Column> columns, List<JoinKey> keys, QueryContext context) {
        if (!areFit(columns, keys)) {
            return Optional.empty();
        }
        WholeKey numbers = WholeKey.of(columns.getFirst()).orElseThrow();
        return numbers.range(most(numbers.column().length(), context), Workers.tasks(context))
                .map(range -> {
                    NumberedKeys made = new NumberedKeys(range, context);
                    made.add(numbers);
                    return made;
                });
    }

    private static long most(long rows, QueryContext context) {
        long free = context.pool().limitBytes() - context.pool().usedBytes();
        return Math.min(free / MEMORY_SHARE * Byte.SIZE, Math.max(CACHED_NUMBERS, rows * MOST_NUMBERS_A_ROW));
    }

    /// Whether the columns are one of numbers where no null equals another.
    static boolean areFit(List<Column> columns, List<JoinKey> keys) {
        return keys.size() == 1
                && !keys.getFirst().nullSafe()
                && WholeKey.of(columns.getFirst()).isPresent();
    }

    private void add(WholeKey numbers) {
        boolean allValid = numbers.column().validity().allValid();
        long[] read = new long[READ_ROWS];
        long rows = numbers.column().length();
        for (long first = 0; first < rows; first += READ_ROWS) {
            int count = (int) Math.min(READ_ROWS, rows - first);
            numbers.read(first, count, read);
            for (int i = 0; i < count; i++) {
                if (allValid || !numbers.column().isNull(first + i)) {
                    long distance = read[i] - range.least();
                    words.put(distance >>> 6, words.get(distance >>> 6) | 1L << distance);
                }
            }
        }
    }

    @Override
    public int select(List<Column> columns, int first, int count, int[] rows, int kept) {
        Column column = columns.getFirst();
        long[] numbers = new long[count];
        RowHash.readNumbers(column, first, numbers);
        int end = select(numbers, first, count, rows, kept);
        return column.validity().allValid() ? end : valid(column, rows, kept, end);
    }

    /// No branch depends on what is found.
    private int select(long[] numbers, int first, int count, int[] rows, int kept) {
        int end = kept;
        for (int i = 0; i < count; i++) {
            long distance = numbers[i] - range.least();
            boolean isWithin = range.has(distance);
            long word = words.get(isWithin ? distance >>> 6 : 0);
            rows[end] = first + i;
            end += isWithin ? (int) (word >>> distance & 1) : 0;
        }
        return end;
    }

    private static int valid(Column column, int[] rows, int from, int to) {
        int end = from;
        for (int i = from; i < to; i++) {
            rows[end] = rows[i];
            end += column.isNull(rows[i]) ? 0 : 1;
        }
        return end;
    }

    @Override
    public void close() {
        buffer.close();
    }
}
