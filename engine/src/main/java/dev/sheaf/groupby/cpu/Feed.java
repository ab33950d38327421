package dev.sheaf.groupby.cpu;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What reductions of the same arguments and the same condition see of a chunk: for each row the group id, or
/// -1 where the row does not count (no group, a null argument, a condition that is not true), and the values.
final class Feed {
    private final List<ArgumentLane> arguments;
    private final List<ArgumentLane> required;
    private final @Nullable ArgumentLane filter;
    private final int[] masked;
    private int[] ids;
    private int rows;
    private boolean complete;

    /// A feed of some lanes; rows with a null in one of the `required` ones do not count.
    Feed(List<ArgumentLane> arguments, List<ArgumentLane> required, @Nullable ArgumentLane filter, int chunkRows) {
        this.arguments = List.copyOf(arguments);
        this.required = List.copyOf(required);
        this.filter = filter;
        this.masked = new int[chunkRows];
        this.ids = masked;
    }

    /// Takes a chunk whose lanes are already at it.
    void load(int[] groupIds, int count) {
        load(groupIds, count, true);
    }

    /// As above; `everyGroup` is false if there may be groups without a row.
    void load(int[] groupIds, int count, boolean everyGroup) {
        rows = count;
        ids = groupIds;
        complete = everyGroup;
        if (filter != null) {
            mask(filter.truth());
        }
        for (ArgumentLane argument : required) {
            if (argument.hasNulls()) {
                mask(argument.valid());
            }
        }
    }

    private void mask(byte[] counts) {
        mask(ids, counts, rows, masked);
        ids = masked;
        complete = false;
    }

    private static void mask(int[] ids, byte[] counts, int rows, int[] masked) {
        for (int i = 0; i < rows; i++) {
            masked[i] = ids[i] | counts[i] - 1;
        }
    }

    /// The group id of each row, or -1.
    int[] ids() {
        return ids;
    }

    int rows() {
        return rows;
    }

    /// Whether every row that has a group counts, and every group has a row.
    boolean isComplete() {
        return complete;
    }

    int argumentCount() {
        return arguments.size();
    }

    ArgumentLane argument(int index) {
        return arguments.get(index);
    }
}
