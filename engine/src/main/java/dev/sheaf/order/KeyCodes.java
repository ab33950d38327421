package dev.sheaf.order;

import dev.sheaf.column.Column;
import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Rows as small numbers, where keys are whole numbers in ranges that are small together: equal keys, and no others,
/// have equal codes. A code has a digit for each key, so no key is hashed and no table of keys is made.
///
/// Keys have no nulls. The columns stay open as long as this is used.
public final class KeyCodes {
    private static final int BLOCK_ROWS = 1 << 10;

    /// Numbers of groups for so many codes stay in the second-level cache, and counts of rows nearly.
    private static final int MOST_CODES = 1 << 20;

    /// So many codes cost nothing however few rows there are.
    private static final int FEW_CODES = 1 << 10;

    private final List<WholeKey> keys;
    private final List<WholeKey.Range> ranges;
    private final int rows;
    private final int codes;

    private KeyCodes(List<WholeKey> keys, List<WholeKey.Range> ranges, int rows, int codes) {
        this.keys = keys;
        this.ranges = ranges;
        this.rows = rows;
        this.codes = codes;
    }

    /// The codes of the first `rows` rows if keys have them, and there are not many more codes than rows. Cost: a pass
    /// over each key on all threads, which ends where its range turns out too large.
    public static Optional<KeyCodes> of(List<Column> keys, int rows, Tasks tasks) {
        long left = Math.clamp(rows, FEW_CODES, MOST_CODES);
        List<WholeKey> numbers = new ArrayList<>();
        List<WholeKey.Range> ranges = new ArrayList<>();
        int codes = 1;
        for (Column key : keys) {
            Optional<WholeKey> own = key.validity().allValid() ? WholeKey.of(key) : Optional.empty();
            long most = left;
            Optional<WholeKey.Range> range = own.flatMap(each -> each.range(most, tasks));
            if (range.isEmpty()) {
                return Optional.empty();
            }
            numbers.add(own.get());
            ranges.add(range.get());
            left /= range.get().size();
            codes *= (int) range.get().size();
        }
        return keys.isEmpty() ? Optional.empty() : Optional.of(new KeyCodes(numbers, ranges, rows, codes));
    }

    /// Whether codes rise with keys. Those of unsigned values do not where some of these lie as negative numbers.
    public boolean rise() {
        return IntStream.range(0, keys.size())
                .allMatch(i -> keys.get(i).rises() || !ranges.get(i).hasBothSigns());
    }

    /// The rows of each key that is there, rising. Groups come in the order of their first rows, or of their codes.
    /// The caller closes the result.
    public CountingSort.Grouped groups(boolean byFirstRow, MemoryPool pool, Tasks tasks) {
        return CountingSort.ofPresent(this::read, rows, codes, byFirstRow, pool, tasks);
    }

    private void read(long first, int count, int[] block) {
        Arrays.fill(block, 0, count, 0);
        for (int key = 0; key < keys.size(); key++) {
            keys.get(key).addDigits(first, count, ranges.get(key), block);
        }
    }

    /// The number of each row's group, int32, among groups of the same rows in any order. The caller closes it. Cost: a
    /// pass over the keys with a read of 4 bytes a row among those of all codes.
    public Buffer ids(CountingSort.Grouped groups, MemoryPool pool, Tasks tasks) {
        try (Buffer groupOfCode = pool.allocate((long) codes * Integer.BYTES, "groups by code")) {
            Ints group = Ints.of(groupOfCode.segment());
            for (int i = 0; i < groups.count(); i++) {
                group.put(code(groups.firstRow(i)), i);
            }
            return pool.filled(
                    (long) rows * Integer.BYTES,
                    "group of each row",
                    ids -> GroupPlaces.inChunks(rows, tasks, (from, to) -> writeIds(from, to, group, Ints.of(ids))));
        }
    }

    private int code(int row) {
        int code = 0;
        for (int key = 0; key < keys.size(); key++) {
            code = code * (int) ranges.get(key).size() + keys.get(key).digit(row, ranges.get(key));
        }
        return code;
    }

    private void writeIds(int from, int to, Ints groupOfCode, Ints ids) {
        int[] block = new int[BLOCK_ROWS];
        for (int first = from; first < to; first += BLOCK_ROWS) {
            int count = Math.min(BLOCK_ROWS, to - first);
            read(first, count, block);
            for (int i = 0; i < count; i++) {
                block[i] = groupOfCode.get(block[i]);
            }
            ids.write(first, block, count);
        }
    }
}
