package dev.sheaf.order;

import dev.sheaf.column.Column;
import dev.sheaf.column.SortDirection;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the rows that come before one row of another table, a block at a time: all rows by the first number
/// of the first key, those with the same number as the bound by the next number, and so on ([BoundSteps]).
final class Threshold {
    private static final int BLOCK = 512;

    private final List<BoundSteps.Step> steps;
    private final @Nullable RowOrder rest;
    private final boolean withTies;
    private final long[] numbers = new long[BLOCK];
    private final long[] before = new long[BLOCK / Long.SIZE];

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
    /// of them, and returns how many they are. Rows that are looked at are numbered behind those found.
    int select(int count, MemorySegment found) {
        int kept = 0;
        for (int start = 0; start < count; start += BLOCK) {
            int size = Math.min(BLOCK, count - start);
            for (int row = start; row < start + size; row++) {
                found.set(ValueLayout.JAVA_INT, (long) row << 2, row);
            }
            compare(start, size, found);
            kept = RowBits.write(before, start, found, kept);
        }
        return kept;
    }

    /// Sets the bits of those rows of a block that come before the bound.
    private void compare(int start, int size, MemorySegment found) {
        int ties = size;
        for (int i = 0; i < steps.size() && ties > 0; i++) {
            BoundSteps.Step step = steps.get(i);
            step.read().read(found, start, ties, numbers);
            ties = split(step.bound() + Long.MIN_VALUE, step.descending(), start, ties, found);
        }
        for (int i = 0; (rest != null || withTies) && i < ties; i++) {
            int row = found.get(ValueLayout.JAVA_INT, (start + (long) i) << 2);
            if (isWithin(rest == null ? 0 : rest.compare(row, 0))) {
                RowBits.set(before, row - start);
            }
        }
    }

    private boolean isWithin(int comparison) {
        return comparison < 0 || (withTies && comparison == 0);
    }

    /// Of the rows numbered from `start` on, sets the bits of those whose number comes before the bound's
    /// and moves those that have the same together.
    private int split(long bound, boolean descending, int start, int count, MemorySegment found) {
        int ties = 0;
        for (int i = 0; i < count; i++) {
            long number = numbers[i] + Long.MIN_VALUE;
            if (number == bound) {
                int row = found.get(ValueLayout.JAVA_INT, (start + (long) i) << 2);
                found.set(ValueLayout.JAVA_INT, (start + (long) ties++) << 2, row);
            } else if (number < bound != descending) {
                RowBits.set(before, found.get(ValueLayout.JAVA_INT, (start + (long) i) << 2) - start);
            }
        }
        return ties;
    }
}
