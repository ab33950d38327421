package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.order.Sorting;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// The order in which the members of a group come out, and how many of them.
public sealed interface OrderInGroup {
    /// Rows whose ordinals are looked at together.
    int CHUNK = 2048;

    /// All, by ordinal.
    record ByOrdinal() implements OrderInGroup {}

    /// The `limit` with the lowest ordinals in their order, or with the highest in falling order.
    record Ends(boolean last, int limit) implements OrderInGroup {}

    /// The first `limit` by value.
    record ByValue(boolean falling, int limit) implements OrderInGroup {}

    /// Member numbers in order, group after group, and where each group starts.
    record Ordered(Buffer memberNumbers, Buffer starts, int count) implements AutoCloseable {
        public MemorySegment members() {
            return memberNumbers.segment();
        }

        public Offsets offsets(int groupCount) {
            return new Offsets(starts.retain(), false, groupCount);
        }

        @Override
        public void close() {
            memberNumbers.close();
            starts.close();
        }
    }

    /// The most members of a group that come out.
    default int limit() {
        return switch (this) {
            case ByOrdinal() -> Integer.MAX_VALUE;
            case Ends(boolean _, int limit) -> limit;
            case ByValue(boolean _, int limit) -> limit;
        };
    }

    /// Whether [#arrange] looks at values.
    default boolean needsValues() {
        return this instanceof ByValue;
    }

    /// Orders `count` members.
    default Ordered arrange(ByteHeap ids, Column ordinals, Column values, int count, int groupCount, MemoryPool pool) {
        return switch (this) {
            case ByOrdinal() -> inOrder(ids, (FixedColumn) ordinals, count, groupCount, pool);
            case Ends(boolean last, int limit) ->
                sorted(ids, ordinals, new SortDirection(last, false), limit, count, groupCount, pool);
            case ByValue(boolean falling, int limit) ->
                sorted(ids, values, new SortDirection(falling, false), limit, count, groupCount, pool);
        };
    }

    private static boolean isRising(FixedColumn ordinals) {
        long[] chunk = new long[(int) Math.min(CHUNK, ordinals.length())];
        long before = Long.MIN_VALUE;
        for (long from = 0; from < ordinals.length(); from += CHUNK) {
            int rows = (int) Math.min(CHUNK, ordinals.length() - from);
            MemorySegment.copy(ordinals.segment(), ValueLayout.JAVA_LONG, from << 3, chunk, 0, rows);
            if (!rises(before, chunk, rows)) {
                return false;
            }
            before = chunk[rows - 1];
        }
        return true;
    }

    private static boolean rises(long before, long[] ordinals, int rows) {
        long last = before;
        for (int i = 0; i < rows; i++) {
            if (last > ordinals[i]) {
                return false;
            }
            last = ordinals[i];
        }
        return true;
    }

    private static Ordered inOrder(ByteHeap ids, FixedColumn ordinals, int count, int groupCount, MemoryPool pool) {
        try (Closer closer = new Closer()) {
            GroupedOrder order = closer.add(GroupedOrder.of(ids.segment(), count, groupCount, pool));
            if (!isRising(ordinals)) {
                RunMerge.sort(order, ordinals.segment(), pool);
            }
            closer.release();
            return new Ordered(order.members(), order.starts(), count);
        }
    }

    private static Ordered sorted(
            ByteHeap ids, Column key, SortDirection direction, int limit, int count, int groupCount, MemoryPool pool) {
        List<SortDirection> directions = List.of(SortDirection.ASCENDING, direction, direction);
        try (Closer closer = new Closer();
                Column groups = new FixedColumn(DataType.INT32, count, ids.view(), Validity.allValid(count));
                Column parts = ValueParts.of(key, pool)) {
            List<Column> keys = ValueParts.areIn(key.type()) ? List.of(groups, key, parts) : List.of(groups, key);
            Buffer members = closer.add(Sorting.argsort(keys, directions.subList(0, keys.size()), count, pool));
            Buffer starts = closer.add(pool.allocateZeroed((groupCount + 1L) * Integer.BYTES, "group members"));
            Ints groupStarts = Ints.of(starts.segment());
            Lists.count(ids.segment(), count, groupStarts, groupCount);
            int kept = limit == Integer.MAX_VALUE ? count : limit(members.segment(), groupStarts, groupCount, limit);
            closer.release();
            return new Ordered(members, starts, kept);
        }
    }

    /// Keeps the first members of each group and moves them together; returns how many there are.
    private static int limit(MemorySegment members, Ints starts, int groupCount, int limit) {
        int kept = 0;
        int start = 0;
        for (int group = 0; group < groupCount; group++) {
            int end = starts.get(group + 1);
            starts.put(group, kept);
            int size = Math.min(limit, end - start);
            MemorySegment.copy(members, start * 4L, members, kept * 4L, size * 4L);
            kept += size;
            start = end;
        }
        starts.put(groupCount, kept);
        return kept;
    }
}
