package dev.sheaf.groupby.cpu.group;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Keys that are the numbers of groups known from the start, as those of kept groups are. The numbers are the ids,
/// and there is no table. A row without a number is in no group.
public final class NumberedGrouper implements Grouper {
    private final MemoryPool pool;
    private final int groups;

    /// For the groups 0 to `groups - 1`; the only key is an int32.
    public NumberedGrouper(MemoryPool pool, int groups) {
        this.pool = pool;
        this.groups = groups;
    }

    @Override
    public int groupCount() {
        return groups;
    }

    @Override
    public boolean hasRoom(long rows) {
        return true;
    }

    @Override
    public boolean hasGroupsAhead() {
        return true;
    }

    /// @throws IllegalStateException if a key is not the number of a group
    @Override
    public void assign(List<Column> keys, long from, int rows, int[] ids) {
        FixedColumn numbers = (FixedColumn) keys.getFirst();
        MemorySegment.copy(numbers.segment(), ValueLayout.JAVA_INT_UNALIGNED, from << 2, ids, 0, rows);
        if (numbers.nullCount() > 0) {
            leaveOut(numbers.validity(), from, rows, ids);
        }
        if (!areBelow(ids, rows, groups)) {
            throw new IllegalStateException("a key is not below " + groups + ", the number of groups that are known");
        }
    }

    private static void leaveOut(Validity validity, long from, int rows, int[] ids) {
        for (int i = 0; i < rows; i++) {
            ids[i] = validity.isValid(from + i) ? ids[i] : -1;
        }
    }

    private static boolean areBelow(int[] ids, int rows, int groups) {
        int most = -1;
        int least = 0;
        for (int i = 0; i < rows; i++) {
            most = Math.max(most, ids[i]);
            least = Math.min(least, ids[i]);
        }
        return most < groups && least >= -1;
    }

    @Override
    public void assign(List<Column> keys, long from, int rows, byte[] wanted, int[] ids) {
        assign(keys, from, rows, ids);
        for (int i = 0; i < rows; i++) {
            ids[i] |= wanted[i] - 1;
        }
    }

    @Override
    public List<Column> keys() {
        Buffer numbers = pool.allocate((long) groups * Integer.BYTES, "group keys");
        count(groups, Ints.of(numbers.segment()));
        return List.of(new FixedColumn(DataType.INT32, groups, numbers, Validity.allValid(groups)));
    }

    private static void count(int groups, Ints numbers) {
        for (int group = 0; group < groups; group++) {
            numbers.put(group, group);
        }
    }

    @Override
    public Kind lookup() {
        return Kind.INDEX;
    }

    /// The groups stay.
    @Override
    public void clear() {}

    @Override
    public Explanation explain(List<String> names) {
        return new Explanation(
                "numbers of groups",
                names.getFirst() + " is one",
                List.of("direct index: it finds the same ids", "hash table: numbers need no probe"));
    }

    @Override
    public void close() {}
}
