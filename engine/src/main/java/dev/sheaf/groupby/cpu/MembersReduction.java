package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// MEDIAN and QUANTILE: all values of each group, as doubles.
///
/// Rows are appended as pairs of id and value, and put together by group once, by a counting sort: 12 bytes a
/// row, no object a group.
final class MembersReduction implements Reduction {
    private static final String PURPOSE = "group members";

    private final MemoryPool pool;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Merged> merged = new ArrayList<>();

    MembersReduction(MemoryPool pool) {
        this.pool = pool;
    }

    @Override
    public List<Field> stateFields() {
        return List.of(new Field("values", new DataType.ListType(DataType.FLOAT64)));
    }

    @Override
    public void update(Feed feed, int groupCount) {
        if (blocks.isEmpty() || blocks.getLast().room() < feed.rows()) {
            blocks.add(newBlock(feed.rows()));
        }
        blocks.getLast().append(feed.ids(), feed.argument(0).doubles(), feed.rows());
    }

    private Block newBlock(int rows) {
        int capacity = blocks.isEmpty() ? 0 : Math.min(2 * blocks.getLast().capacity, Block.MAX_ROWS);
        return new Block(Math.max(capacity, rows), pool);
    }

    /// Rows as pairs of id and value. Rows never move, as they would in one piece of memory that grows.
    private static final class Block implements AutoCloseable {
        static final int MAX_ROWS = 1 << 16;

        private final int capacity;
        private final Buffer ids;
        private final Buffer values;
        private int count;

        Block(int capacity, MemoryPool pool) {
            this.capacity = capacity;
            try (Scope scope = new Scope()) {
                ids = scope.add(pool.allocate((long) capacity * Integer.BYTES, PURPOSE));
                values = pool.allocate((long) capacity * Double.BYTES, PURPOSE);
                scope.release();
            }
        }

        int room() {
            return capacity - count;
        }

        void append(int[] rowIds, double[] rowValues, int rows) {
            count += append(rowIds, rowValues, rows, ids.segment(), values.segment(), count);
        }

        /// Rows without a group are written and then written over.
        private static int append(
                int[] rowIds, double[] rowValues, int rows, MemorySegment ids, MemorySegment values, int count) {
            int next = count;
            for (int i = 0; i < rows; i++) {
                ids.set(ValueLayout.JAVA_INT_UNALIGNED, (long) next << 2, rowIds[i]);
                values.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, (long) next << 3, rowValues[i]);
                next += rowIds[i] >= 0 ? 1 : 0;
            }
            return next - count;
        }

        void count(MemorySegment sizes) {
            Lists.countEach(ids.segment(), count, sizes);
        }

        void scatter(MemorySegment next, MemorySegment grouped) {
            scatter(ids.segment(), values.segment(), count, next, grouped);
        }

        private static void scatter(
                MemorySegment ids, MemorySegment values, int count, MemorySegment next, MemorySegment grouped) {
            for (int i = 0; i < count; i++) {
                long at = (long) ids.get(ValueLayout.JAVA_INT_UNALIGNED, (long) i << 2) << 2;
                int place = next.get(ValueLayout.JAVA_INT_UNALIGNED, at);
                next.set(ValueLayout.JAVA_INT_UNALIGNED, at, place + 1);
                grouped.set(
                        ValueLayout.JAVA_DOUBLE_UNALIGNED,
                        (long) place << 3,
                        values.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, (long) i << 3));
            }
        }

        @Override
        public void close() {
            ids.close();
            values.close();
        }
    }

    /// Keeps the lists open and takes note of where each lies: they are copied once, on export.
    @Override
    @SuppressWarnings("ReferenceEquality")
    public void merge(Feed states, int groupCount) {
        ArgumentLane lane = states.argument(0);
        ListColumn lists = (ListColumn) lane.column();
        if (merged.isEmpty() || merged.getLast().token() != lane.token()) {
            merged.add(new Merged(lane.token(), (ListColumn) lists.retain(), new ByteHeap(pool, PURPOSE)));
        }
        ByteHeap groups = merged.getLast().groups();
        long at = groups.reserve(2L * states.rows() * Integer.BYTES);
        for (int i = 0; i < states.rows(); i++, at += 2 * Integer.BYTES) {
            groups.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at, states.ids()[i]);
            groups.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at + Integer.BYTES, Math.toIntExact(lane.from() + i));
        }
    }

    /// Lists that were merged: pairs of the group here and the row there.
    private record Merged(Object token, ListColumn lists, ByteHeap groups) implements AutoCloseable {
        private static final int MAX_SHARES = 64;

        int pairs() {
            return (int) (groups.size() / (2 * Integer.BYTES));
        }

        int group(int pair) {
            return groups.segment().get(ValueLayout.JAVA_INT_UNALIGNED, (long) pair << 3);
        }

        int row(int pair) {
            return groups.segment().get(ValueLayout.JAVA_INT_UNALIGNED, ((long) pair << 3) + Integer.BYTES);
        }

        /// Adds the size of each list to the place behind that of its group.
        void count(MemorySegment sizes) {
            for (int pair = 0; pair < pairs(); pair++) {
                if (group(pair) >= 0) {
                    long at = (group(pair) + 1L) << 2;
                    int size = Math.toIntExact(lists.offsets().size(row(pair)));
                    sizes.set(
                            ValueLayout.JAVA_INT_UNALIGNED,
                            at,
                            Math.addExact(sizes.get(ValueLayout.JAVA_INT_UNALIGNED, at), size));
                }
            }
        }

        /// Copies each list to where the next values of its group go, as some tasks.
        void copy(MemorySegment next, MemorySegment grouped, Finalizer.Parallel parallel, MemoryPool pool) {
            try (Buffer places = pool.allocate((long) pairs() * Integer.BYTES, PURPOSE)) {
                takePlaces(next, places.segment());
                int shares = Math.clamp(pairs(), 1, MAX_SHARES);
                parallel.forEach(shares, share -> {
                    int from = (int) ((long) pairs() * share / shares);
                    int to = (int) ((long) pairs() * (share + 1) / shares);
                    copy(from, to, places.segment(), grouped);
                });
            }
        }

        private void takePlaces(MemorySegment next, MemorySegment places) {
            for (int pair = 0; pair < pairs(); pair++) {
                if (group(pair) >= 0) {
                    long at = (long) group(pair) << 2;
                    int place = next.get(ValueLayout.JAVA_INT_UNALIGNED, at);
                    places.setAtIndex(ValueLayout.JAVA_INT, pair, place);
                    int size = (int) lists.offsets().size(row(pair));
                    next.set(ValueLayout.JAVA_INT_UNALIGNED, at, place + size);
                }
            }
        }

        private void copy(int from, int to, MemorySegment places, MemorySegment grouped) {
            MemorySegment elements = ((FixedColumn) lists.elements()).segment();
            for (int pair = from; pair < to; pair++) {
                if (group(pair) >= 0) {
                    long start = lists.offsets().start(row(pair));
                    long size = lists.offsets().size(row(pair));
                    long place = places.getAtIndex(ValueLayout.JAVA_INT, pair);
                    MemorySegment.copy(elements, start << 3, grouped, place << 3, size << 3);
                }
            }
        }

        @Override
        public void close() {
            lists.close();
            groups.close();
        }
    }

    @Override
    public List<Column> export(int groupCount) {
        return export(groupCount, Finalizer.Parallel.ONE_THREAD);
    }

    /// As above; lists that were merged are copied as some tasks, since that takes as long as selecting from them.
    List<Column> export(int groupCount, Finalizer.Parallel parallel) {
        try (Scope scope = new Scope()) {
            Buffer starts = scope.add(pool.allocateZeroed((groupCount + 1L) * Integer.BYTES, PURPOSE));
            int members = countMembers(groupCount, starts.segment());
            Buffer grouped = scope.add(pool.allocate((long) members * Double.BYTES, PURPOSE));
            group(groupCount, starts.segment(), grouped.segment(), parallel);
            Validity validity = Lists.nonEmpty(starts.segment(), groupCount, pool);
            scope.release();
            Column elements = new FixedColumn(DataType.FLOAT64, members, grouped, Validity.allValid(members));
            return List.of(new ListColumn(new Offsets(starts, false, groupCount), elements, validity));
        }
    }

    /// Writes where the members of each group start and returns how many there are.
    private int countMembers(int groupCount, MemorySegment starts) {
        blocks.forEach(block -> block.count(starts));
        merged.forEach(lists -> lists.count(starts));
        return Lists.addUp(starts, groupCount);
    }

    private void group(int groupCount, MemorySegment starts, MemorySegment grouped, Finalizer.Parallel parallel) {
        try (Buffer next = pool.allocate((groupCount + 1L) * Integer.BYTES, PURPOSE)) {
            MemorySegment.copy(starts, 0, next.segment(), 0, (groupCount + 1L) * Integer.BYTES);
            blocks.forEach(block -> block.scatter(next.segment(), grouped));
            merged.forEach(lists -> lists.copy(next.segment(), grouped, parallel, pool));
        }
    }

    @Override
    public void clear() {
        close();
    }

    @Override
    public void close() {
        blocks.forEach(Block::close);
        blocks.clear();
        merged.forEach(Merged::close);
        merged.clear();
    }
}
