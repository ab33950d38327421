package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Column;
import dev.sheaf.column.SortDirection;
import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.order.Sorting;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Members of groups as they come: the group of each, a key to sort by and, if they are wanted, values and whether they
/// are valid.
final class StoredGroupValues implements AutoCloseable {
    /// Bytes of a value.
    static final int WIDE_BYTES = 16;

    private static final Specialization KERNEL = HostResults.KERNEL;

    private final DeviceRun run;
    private final Buffer cursor;
    private final DeviceArray groups;
    private final DeviceArray keys;
    private final @Nullable DeviceArray high;
    private final @Nullable DeviceArray wide;
    private final @Nullable DeviceArray valid;
    private long room;

    /// @param hasWideKeys whether keys have 16 bytes, of which the high ones lie apart
    StoredGroupValues(DeviceRun run, boolean hasWideKeys, boolean hasValues) {
        this.run = run;
        try (Closer closer = new Closer()) {
            Buffer next = run.filled(Long.BYTES, 0, "member count");
            closer.add(next);
            this.groups = array(Integer.BYTES, closer);
            this.keys = array(Long.BYTES, closer);
            this.high = hasWideKeys ? array(Long.BYTES, closer) : null;
            this.wide = hasValues ? array(WIDE_BYTES, closer) : null;
            this.valid = hasValues ? array(1, closer) : null;
            this.cursor = next;
            closer.release();
        }
    }

    private DeviceArray array(int bytes, Closer closer) {
        DeviceArray array = new DeviceArray(run, bytes, 0, "members");
        return closer.add(array);
    }

    boolean hasWideKeys() {
        return high != null;
    }

    boolean hasValues() {
        return wide != null;
    }

    Buffer keys() {
        return keys.buffer();
    }

    /// The values, 16 bytes each.
    Buffer values() {
        return Objects.requireNonNull(wide).buffer();
    }

    /// A byte a value: whether it is valid.
    Buffer flags() {
        return Objects.requireNonNull(valid).buffer();
    }

    /// Makes room for more rows.
    void reserve(int rows) {
        room += rows;
        groups.reserve(room);
        keys.reserve(room);
        reserve(high);
        reserve(wide);
        reserve(valid);
    }

    /// Adds the rows of a chunk that have a group, for which there is room.
    ///
    /// @param wanted which rows are taken, by address, 0 for all; `mask`, which of them a condition keeps
    void append(
            Chunk chunk, long wanted, long mask, long validAddress, Buffer rowKeys, Buffer rowHigh, Buffer rowWide) {
        int rows = chunk.rows();
        run.each(
                KERNEL,
                "append_members",
                rows,
                chunk.groups().address(),
                wanted,
                mask,
                rows,
                rowKeys.address(),
                high == null ? 0 : rowHigh.address(),
                wide == null ? 0 : rowWide.address(),
                validAddress,
                cursor.address(),
                groups.address(),
                keys.address(),
                address(high),
                address(wide),
                address(valid));
    }

    private void reserve(@Nullable DeviceArray array) {
        if (array != null) {
            array.reserve(room);
        }
    }

    private static long address(@Nullable DeviceArray array) {
        return array == null ? 0 : array.address();
    }

    /// The members in order of groups and keys; to be closed by the caller.
    SortedGroupValues sorted(int groupCount) {
        int members = count();
        try (Closer closer = new Closer()) {
            GroupRowsSort sort = new GroupRowsSort(run, members);
            closer.add(sort);
            sort.by(keys.buffer(), CudaType.U64, KeyRange.of(run, CudaType.U64, keys.buffer(), members));
            if (high != null) {
                sort.by(high.buffer(), CudaType.U64, KeyRange.of(run, CudaType.U64, high.buffer(), members));
            }
            sort.by(groups.buffer(), CudaType.U32, KeyRange.to(groupCount));
            Buffer starts = run.filled((long) groupCount * Long.BYTES, 0, "member starts");
            closer.add(starts);
            Buffer ends = run.filled((long) groupCount * Long.BYTES, 0, "member ends");
            closer.add(ends);
            run.each(
                    KERNEL,
                    "bound_members",
                    members,
                    groups.address(),
                    sort.order().address(),
                    members,
                    starts.address(),
                    ends.address());
            closer.release();
            return new SortedGroupValues(sort, starts, ends);
        }
    }

    /// Makes the ranks of texts, which the values number, the keys of members.
    void rank(Column texts, MemoryPool pool) {
        int members = count();
        long count = texts.length();
        try (Buffer rows = Sorting.argsort(List.of(texts), List.of(SortDirection.ASCENDING), count, pool);
                Buffer ranks = pool.allocate(count * Integer.BYTES, "text ranks")) {
            for (int rank = 0; rank < count; rank++) {
                ranks.segment().setAtIndex(JAVA_INT, rows.segment().getAtIndex(JAVA_INT, rank), rank);
            }
            try (Buffer known = run.small(ranks.segment().asSlice(0, count * Integer.BYTES), "text ranks")) {
                run.each(KERNEL, "rank_members", members, known.address(), address(wide), members, keys.address());
            }
        }
    }

    /// How many members there are. Waits for the device.
    int count() {
        MemorySegment word = Scratch.block(Long.BYTES);
        run.fetch(cursor, word);
        return Math.toIntExact(word.get(JAVA_LONG, 0));
    }

    @Override
    public void close() {
        cursor.close();
        groups.close();
        keys.close();
        for (DeviceArray array : new @Nullable DeviceArray[] {high, wide, valid}) {
            if (array != null) {
                array.close();
            }
        }
    }
}
