package dev.sheaf.order;

import dev.sheaf.column.Column;
import dev.sheaf.column.SortDirection;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the rows that come before one row of another table, a block at a time: all rows by the first number
/// of the first key, those with the same number as the bound by the next number, and so on ([BoundSteps]).
final class Threshold {
    private static final int BLOCK = 512;

    /// One row open of so many, or more: the numbers of all are compared without a branch.
    private static final int DENSE = 4;

    private final List<BoundSteps.Step> steps;
    private final @Nullable RowOrder rest;
    private final boolean withTies;
    private final int[] rows = new int[BLOCK];
    private final long[] numbers = new long[BLOCK];
    private final long[] before = new long[BLOCK / Long.SIZE];
    private final long[] open = new long[BLOCK / Long.SIZE];

    /// The rows of `columns`, `count` rows, before the only row of `bound`.
    Threshold(List<Column> columns, List<Column> bound, List<SortDirection> directions, int count) {
        this(columns, bound, directions, count, false);
    }

    private Threshold(
            List<Column> columns, List<Column> bound, List<SortDirection> directions, int count, boolean withTies) {
        this.withTies = withTies;
        BoundSteps made = BoundSteps.of(columns, bound, directions, count);
        this.steps = made.steps();
        this.rest = made.rest();
    }

    /// The rows that are not after the only row of `bound`.
    static Threshold withTies(List<Column> columns, List<Column> bound, List<SortDirection> directions, int count) {
        return new Threshold(columns, bound, directions, count, true);
    }

    /// Writes the numbers of the rows before the bound, of `count` rows, to `found`, which has room for all
    /// of them, and returns how many they are.
    int select(int count, MemorySegment found) {
        int kept = 0;
        for (int start = 0; start < count; start += BLOCK) {
            int size = Math.min(BLOCK, count - start);
            Arrays.fill(before, 0);
            RowBits.setFirst(open, size);
            int ties = compare(start, size);
            compareRest(start, ties);
            int here = RowBits.write(before, start, rows);
            MemorySegment.copy(rows, 0, found, ValueLayout.JAVA_INT, (long) kept << 2, here);
            kept += here;
        }
        return kept;
    }

    /// Sets the bits of those rows of a block that the steps put before the bound, leaves those open that they do not
    /// tell from it, and says how many these are.
    private int compare(int start, int size) {
        int ties = size;
        for (int i = 0; i < steps.size() && ties > 0; i++) {
            boolean many = DENSE * ties >= size;
            switch (steps.get(i)) {
                case BoundSteps.NullStep nulls -> split(nulls, start, size);
                case BoundSteps.LimbStep number when many -> splitAll(number, start, size);
                case BoundSteps.LimbStep number -> splitOpen(number, start, ties);
            }
            ties = RowBits.count(open);
        }
        return ties;
    }

    private void compareRest(int start, int ties) {
        if (ties == 0 || (rest == null && !withTies)) {
            return;
        }
        RowBits.write(open, start, rows);
        for (int i = 0; i < ties; i++) {
            if (isWithin(rest == null ? 0 : rest.compare(rows[i], 0))) {
                RowBits.set(before, rows[i] - start);
            }
        }
    }

    private boolean isWithin(int comparison) {
        return comparison < 0 || (withTies && comparison == 0);
    }

    private void split(BoundSteps.NullStep nulls, int start, int size) {
        for (int word = 0; word < Math.ceilDiv(size, Long.SIZE); word++) {
            long valid = nulls.validity().word(start + ((long) word << 6));
            long same = nulls.ofBound() ? ~valid : valid;
            before[word] |= nulls.first() == nulls.ofBound() ? 0 : open[word] & ~same;
            open[word] &= same;
        }
    }

    /// Compares the numbers of all rows of a block, also of those that are not open.
    private void splitAll(BoundSteps.LimbStep step, int start, int size) {
        for (int i = 0; i < size; i++) {
            rows[i] = start + i;
        }
        step.read().read(rows, 0, size, numbers);
        long flip = step.descending() ? Long.MAX_VALUE : Long.MIN_VALUE;
        for (int word = 0; word < Math.ceilDiv(size, Long.SIZE); word++) {
            long less = step.small()
                    ? RowBits.lessSmall(numbers, word << 6, step.descending(), step.bound())
                    : RowBits.less(numbers, word << 6, flip, step.bound() ^ flip);
            before[word] |= open[word] & less;
            open[word] &= RowBits.equal(numbers, word << 6, step.bound());
        }
    }

    private void splitOpen(BoundSteps.LimbStep step, int start, int ties) {
        RowBits.write(open, start, rows);
        step.read().read(rows, 0, ties, numbers);
        Arrays.fill(open, 0);
        for (int i = 0; i < ties; i++) {
            int place = rows[i] - start;
            if (numbers[i] == step.bound()) {
                RowBits.set(open, place);
            } else if (Long.compareUnsigned(numbers[i], step.bound()) < 0 != step.descending()) {
                RowBits.set(before, place);
            }
        }
    }
}
