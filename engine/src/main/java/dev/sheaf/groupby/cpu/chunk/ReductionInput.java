package dev.sheaf.groupby.cpu.chunk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What reductions of the same arguments and the same condition see of a chunk: for each row the group id, or
/// -1 where the row does not count (no group, a null argument, a condition that is not true), and the values.
public final class ReductionInput {
    private final List<ArgumentVector> arguments;
    private final List<ArgumentVector> required;
    private final @Nullable ArgumentVector filter;
    private final int[] masked;
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
