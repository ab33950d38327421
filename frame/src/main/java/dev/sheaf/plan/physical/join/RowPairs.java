package dev.sheaf.plan.physical.join;

import dev.sheaf.memory.Ints;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Row numbers of the two sides of a join, pair by pair; [#NONE] on a side stands for nulls.
///
/// Pairs that are made of others use the room that those made before had: new arrays are memory that nobody has
/// touched.
final class RowPairs {
    static final int NONE = -1;
    private static final int FIRST_ROOM = 1 << 12;

    private int[] left;
    private int[] right;
    private int count;
    private @Nullable RowPairs made;

    RowPairs() {
        this(FIRST_ROOM);
    }

    /// Room for so many pairs, which grows.
    RowPairs(int pairs) {
        this.left = new int[Math.max(1, pairs)];
        this.right = new int[left.length];
    }

    /// No pairs, and room for so many, until others are made of these.
    private RowPairs made(int pairs) {
        RowPairs room = made == null ? made = new RowPairs() : made;
        room.clear();
        room.reserve(pairs);
        return room;
    }

    /// Leaves out all pairs and keeps the room.
    void clear() {
        count = 0;
    }

    void add(int leftRow, int rightRow) {
        addIf(true, leftRow, rightRow);
    }

    /// Adds a pair if it `matches`, without a branch that depends on it.
    void addIf(boolean matches, int leftRow, int rightRow) {
        if (count == left.length) {
            left = Arrays.copyOf(left, Math.multiplyExact(2, count));
            right = Arrays.copyOf(right, left.length);
        }
        left[count] = leftRow;
        right[count] = rightRow;
        count += matches ? 1 : 0;
    }

    /// Adds a pair for each left row that has a right one: those of left row `first + i`, for each `i` of `[from, to)`,
    /// are `rightRows[i]`.
    void addFound(int first, int[] rightRows, int from, int to) {
        reserve(to - from);
        int pairs = count;
        for (int i = from; i < to; i++) {
            left[pairs] = first + i;
            right[pairs] = rightRows[i];
            pairs += rightRows[i] == NONE ? 0 : 1;
        }
        count = pairs;
    }

    /// Adds a pair of a left row with each of the right rows that stand in `[from, to)`.
    void addAll(int leftRow, Ints rightRows, int from, int to) {
        reserve(to - from);
        int pairs = count;
        for (int i = from; i < to; i++) {
            left[pairs] = leftRow;
            right[pairs++] = rightRows.get(i);
        }
        count = pairs;
    }

    /// Adds a pair without a right row for each of some left rows.
    private void addAlone(int from, int to) {
        for (int row = from; row < to; row++) {
            add(row, NONE);
        }
    }

    private void reserve(int more) {
        if (more > left.length - count) {
            left = Arrays.copyOf(left, Math.max(Math.multiplyExact(2, count), Math.addExact(count, more)));
            right = Arrays.copyOf(right, left.length);
        }
    }

    int count() {
        return count;
    }

    /// The left rows; the first [#count] count.
    int[] left() {
        return left;
    }

    /// The right rows; the first [#count] count.
    int[] right() {
        return right;
    }

    /// Moves a pair to the place `kept`, which it has or is before; gives the place after it if it stays.
    int move(int pair, int kept, boolean stays) {
        left[kept] = left[pair];
        right[kept] = right[pair];
        return stays ? kept + 1 : kept;
    }

    /// Leaves only the first pairs.
    void cut(int kept) {
        count = kept;
    }

    /// Leaves only the pairs that the first `kept` numbers of `pairs` name, which rise.
    void keep(int[] pairs, int kept) {
        for (int i = 0; i < kept; i++) {
            left[i] = left[pairs[i]];
            right[i] = right[pairs[i]];
        }
        count = kept;
    }

    /// Whether the first `count` rows, at least one, follow each other.
    static boolean isRun(int[] rows, int count) {
        for (int i = 0; i < count; i++) {
            if (rows[i] != rows[0] + i) {
                return false;
            }
        }
        return count > 0 && rows[0] != NONE;
    }

    /// Whether there is one pair for each left row of `[from, to)`.
    private boolean isOneForEach(int from, int to) {
        return count == to - from && isRun(left, count);
    }

    /// The same pairs and one without a right row for each left row of `[from, to)` that has none; by left row.
    RowPairs withUnmatched(int from, int to) {
        if (isOneForEach(from, to)) {
            return this;
        }
        RowPairs all = made(to - from + count);
        int next = from;
        for (int pair = 0; pair < count; pair++) {
            all.addAlone(next, left[pair]);
            all.add(left[pair], right[pair]);
            next = left[pair] + 1;
        }
        all.addAlone(next, to);
        return all;
    }

    /// For each left row of `[from, to)` its first pair, or one without a right row.
    RowPairs firsts(int from, int to) {
        if (isOneForEach(from, to)) {
            return this;
        }
        RowPairs firsts = made(to - from);
        int next = from;
        for (int pair = 0; pair < count; pair++) {
            firsts.addAlone(next, left[pair]);
            firsts.addIf(left[pair] >= next, left[pair], right[pair]);
            next = left[pair] + 1;
        }
        firsts.addAlone(next, to);
        return firsts;
    }

    /// These pairs.
    ///
    /// @throws IllegalArgumentException if a left row has several
    RowPairs only() {
        for (int pair = 1; pair < count; pair++) {
            if (left[pair] == left[pair - 1]) {
                throw new IllegalArgumentException("a query that stands for one value gives more than one row;"
                        + " add LIMIT 1, or an aggregate such as max, to say which one is meant");
            }
        }
        return this;
    }

    /// The left rows that have a right row, each once.
    RowPairs matched() {
        RowPairs rows = made(count);
        int next = 0;
        for (int pair = 0; pair < count; pair++) {
            rows.addIf(left[pair] >= next, left[pair], NONE);
            next = left[pair] + 1;
        }
        return rows;
    }

    /// The left rows of `[from, to)` that have no right row.
    RowPairs alone(int from, int to) {
        RowPairs rows = made(to - from);
        int next = from;
        for (int pair = 0; pair < count; pair++) {
            rows.addAlone(next, left[pair]);
            next = left[pair] + 1;
        }
        rows.addAlone(next, to);
        return rows;
    }
}
