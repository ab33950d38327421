package dev.sheaf.groupby.cpu.chunk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What reductions of the same arguments and the same condition see of a chunk: for each row the group id, or
/// -1 where the row does not count (no group, a null argument, a condition that is not true), and the values.
public final class ReductionInput {
    /// Rows that count are put together where they are at most one in so many: a row that does not count takes as long
    /// as one that does, and longer where the one before does not count either, since both update one state.
    private static final int FEW_SHARE = 2;

    private final List<ArgumentVector> arguments;
    private final List<ArgumentVector> required;
    private final @Nullable ArgumentVector filter;
    private final int[] masked;
    private @Nullable ReductionInput few;
    private int[] chosen = {};
    private @Nullable ReductionInput counting;
    private int[] ids;
    private int rows;
    private boolean complete;
    private boolean unmasked;

    /// Some lanes; rows with a null in one of the `required` ones do not count.
    public ReductionInput(
            List<ArgumentVector> arguments,
            List<ArgumentVector> required,
            @Nullable ArgumentVector filter,
            int chunkRows) {
        this.arguments = List.copyOf(arguments);
        this.required = List.copyOf(required);
        this.filter = filter;
        this.masked = new int[chunkRows];
        this.ids = masked;
    }

    /// Whether there may be rows that have a group and do not count, in the columns that the lanes are at.
    public boolean isMasked() {
        if (filter != null) {
            return true;
        }
        for (ArgumentVector argument : required) {
            if (argument.hasNulls()) {
                return true;
            }
        }
        return false;
    }

    /// Takes a chunk whose lanes are already at it.
    public void load(int[] groupIds, int count) {
        load(groupIds, count, true);
    }

    /// Takes a chunk whose lanes are already at it; `everyGroup` is false if there may be groups without a row.
    public void load(int[] groupIds, int count, boolean everyGroup) {
        rows = count;
        ids = groupIds;
        unmasked = isMasked();
        complete = everyGroup && !unmasked;
        counting = unmasked ? null : this;
    }

    /// The rows that count alone where these are few, else all rows: for loops over arrays, since rows of their own are
    /// of no column.
    public ReductionInput counting() {
        ReductionInput found = counting;
        if (found == null) {
            found = counted() * FEW_SHARE <= rows ? few() : this;
            counting = found;
        }
        return found;
    }

    /// How many rows count.
    int counted() {
        return counted(ids(), rows);
    }

    private static int counted(int[] ids, int rows) {
        int left = 0;
        for (int i = 0; i < rows; i++) {
            left += ids[i] >>> 31;
        }
        return rows - left;
    }

    private ReductionInput few() {
        ReductionInput present = few;
        if (present == null) {
            List<ArgumentVector> ofSome =
                    arguments.stream().map(ArgumentVector::ofSome).toList();
            few = present = new ReductionInput(ofSome, List.of(), null, masked.length);
            chosen = new int[masked.length];
        }
        int count = choose(ids(), rows, chosen, present.masked);
        for (ArgumentVector argument : present.arguments) {
            argument.choose(chosen, count);
        }
        present.load(present.masked, count, false);
        return present;
    }

    private static int choose(int[] ids, int rows, int[] chosen, int[] chosenIds) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            chosen[count] = i;
            chosenIds[count] = ids[i];
            count += ~ids[i] >>> 31;
        }
        return count;
    }

    private void mask() {
        if (filter != null) {
            mask(filter.truth());
        }
        for (ArgumentVector argument : required) {
            if (argument.hasNulls()) {
                mask(argument.valid());
            }
        }
        unmasked = false;
    }

    private void mask(byte[] counts) {
        mask(ids, counts, rows, masked);
        ids = masked;
    }

    private static void mask(int[] ids, byte[] counts, int rows, int[] masked) {
        for (int i = 0; i < rows; i++) {
            masked[i] = ids[i] | counts[i] - 1;
        }
    }

    /// The group id of each row, or -1.
    public int[] ids() {
        if (unmasked) {
            mask();
        }
        return ids;
    }

    public int rows() {
        return rows;
    }

    /// Whether every row that has a group counts, and every group has a row.
    boolean isComplete() {
        return complete;
    }

    public int argumentCount() {
        return arguments.size();
    }

    public ArgumentVector argument(int index) {
        return arguments.get(index);
    }
}
