package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.column.SortDirection;
import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.groupby.cuda.request.Operand;
import dev.sheaf.groupby.cuda.request.RowValues;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.order.Sorting;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Aggregates that need the members of a group: MEDIAN, QUANTILE, TOP_K, NTH, COLLECT_LIST. Members are put down
/// as they come and sorted by group and key at the end. The keys of texts are their ranks, which are known at
/// the end alone.
final class MemberState implements GroupState {
    private static final Specialization KERNEL = HostResults.KERNEL;

    private static final int WIDE_BYTES = 16;

    private final DeviceRun run;
    private final int operand;
    private final DataType type;
    private final MemberResult result;
    private final Buffer cursor;
    private final DeviceArray groups;
    private final DeviceArray keys;
    private final @Nullable DeviceArray high;
    private final @Nullable DeviceArray wide;
    private final @Nullable DeviceArray valid;
    private long room;
    private @Nullable GroupMembers sorted;

    MemberState(DeviceRun run, int operand, DataType type, MemberResult result) {
        this.run = run;
        this.operand = operand;
        this.type = type;
        this.result = result;
        boolean values = !(result instanceof MemberResult.Quantile);
        boolean wideKeys = isByValue() && Operand.cudaType(type).byteWidth() == WIDE_BYTES;
        try (Closer closer = new Closer()) {
            Buffer next = run.filled(Long.BYTES, 0, "member count");
            closer.add(next);
            this.groups = array(Integer.BYTES, closer);
            this.keys = array(Long.BYTES, closer);
            this.high = wideKeys ? array(Long.BYTES, closer) : null;
            this.wide = values ? array(WIDE_BYTES, closer) : null;
            this.valid = values ? array(1, closer) : null;
            this.cursor = next;
            closer.release();
        }
    }

    private boolean isByValue() {
        return result instanceof MemberResult.Listed listed && listed.byValue();
    }

    private DeviceArray array(int bytes, Closer closer) {
        DeviceArray array = new DeviceArray(run, bytes, 0, "members");
        return closer.add(array);
    }

    @Override
    public void update(Chunk chunk, long mask) {
        int rows = chunk.rows();
        room += rows;
        groups.reserve(room);
        keys.reserve(room);
        reserve(high);
        reserve(wide);
        reserve(valid);
        RowValues values = chunk.operands().get(operand);
        long wanted = result.nullsToo() ? 0 : values.validAddress();
        try (Buffer rowKeys = run.allocate((long) rows * Long.BYTES, "sort keys");
                Buffer rowHigh = run.allocate(high == null ? 0 : (long) rows * Long.BYTES, "sort keys");
                Buffer rowWide = run.allocate(wide == null ? 0 : (long) rows * WIDE_BYTES, "member values")) {
            keys(chunk, values, rowKeys, rowHigh);
            if (wide != null) {
                run.each(
                        OperandDoubles.kernel(type),
                        "widen",
                        rows,
                        values.data().address(),
                        rows,
                        rowWide.address());
            }
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
                    values.validAddress(),
                    cursor.address(),
                    groups.address(),
                    keys.address(),
                    address(high),
                    address(wide),
                    address(valid));
        }
    }

    private void reserve(@Nullable DeviceArray array) {
        if (array != null) {
            array.reserve(room);
        }
    }

    private static long address(@Nullable DeviceArray array) {
        return array == null ? 0 : array.address();
    }

    private void keys(Chunk chunk, RowValues values, Buffer rowKeys, Buffer rowHigh) {
        int rows = chunk.rows();
        switch (result) {
            case MemberResult.Quantile _ -> {
                try (Buffer doubles = OperandDoubles.of(run, chunk, operand, type)) {
                    run.each(
                            OperandDoubles.kernel(DataType.FLOAT64),
                            "to_order_keys",
                            rows,
                            doubles.address(),
                            rows,
                            rowKeys.address(),
                            0);
                }
            }
            case MemberResult.Listed listed
            when listed.byValue() ->
                run.each(
                        OperandDoubles.kernel(type),
                        "to_order_keys",
                        rows,
                        values.data().address(),
                        rows,
                        rowKeys.address(),
                        rowHigh.address());
            case MemberResult.Listed _, MemberResult.Nth _ ->
                run.each(
                        OperandDoubles.kernel(DataType.INT64),
                        "to_order_keys",
                        rows,
                        chunk.ordinalsAddress(),
                        rows,
                        rowKeys.address(),
                        0);
        }
    }

    /// Another quantile of the same members, which are sorted once.
    GroupState shared(MemberResult.Quantile other) {
        return new Shared(groupCount -> result(groupCount, other));
    }

    private Result result(int groupCount, MemberResult.Quantile quantile) {
        String text = "quantile<" + quantile.interpolation().name() + ">(&$0, number($4), in)";
        return new Result.OfKernel(value(groupCount, DataType.FLOAT64, text, keys.buffer())
                .with(GroupValue.Input.of(Double.doubleToRawLongBits(quantile.q()))));
    }

    @Override
    public Result result(int groupCount) {
        return switch (result) {
            case MemberResult.Quantile quantile -> result(groupCount, quantile);
            case MemberResult.Nth(int n, boolean _) -> {
                DataType written = GroupValue.written(type);
                String text = "nth<" + CudaType.textOf(written) + ">(&$0, word($5), in)";
                Buffer values = Objects.requireNonNull(wide).buffer();
                Buffer flags = Objects.requireNonNull(valid).buffer();
                yield new Result.OfKernel(
                        value(groupCount, written, text, values, flags).with(GroupValue.Input.of(n)));
            }
            case MemberResult.Listed listed -> new Result.OfLists(results -> lists(listed, results));
        };
    }

    private GroupValue value(int groupCount, DataType of, String text, Buffer... arrays) {
        GroupMembers found = members(groupCount);
        List<GroupValue.Input> inputs = new ArrayList<>();
        for (Buffer array : List.of(found.starts(), found.ends(), found.sort().order())) {
            inputs.add(GroupValue.Input.of(array));
        }
        for (Buffer array : arrays) {
            inputs.add(GroupValue.Input.of(array));
        }
        return new GroupValue(of, text, true, false, inputs);
    }

    private DeviceColumn lists(MemberResult.Listed listed, HostResults results) {
        boolean byRank = listed.byValue() && type.layout() == Layout.VARIABLE;
        int members = Math.toIntExact(memberCount());
        if (byRank && members > 0) {
            rank(results, members);
        }
        GroupMembers found = members(results.all());
        try {
            Buffer values = Objects.requireNonNull(wide).buffer();
            Buffer flags = Objects.requireNonNull(valid).buffer();
            return new MemberLists(
                            run,
                            type,
                            found.starts(),
                            found.ends(),
                            found.sort().order(),
                            values,
                            flags)
                    .column(listed, results);
        } finally {
            found.close();
            sorted = null;
        }
    }

    /// The members in order of groups and keys, and where those of each group start and end.
    private record GroupMembers(MemberSort sort, Buffer starts, Buffer ends) implements AutoCloseable {
        @Override
        public void close() {
            sort.close();
            starts.close();
            ends.close();
        }
    }

    private GroupMembers members(int groupCount) {
        GroupMembers known = sorted;
        if (known == null) {
            known = sort(groupCount);
            sorted = known;
        }
        return known;
    }

    private GroupMembers sort(int groupCount) {
        int members = Math.toIntExact(memberCount());
        try (Closer closer = new Closer()) {
            MemberSort sort = new MemberSort(run, members);
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
            return new GroupMembers(sort, starts, ends);
        }
    }

    /// Makes the ranks of texts the keys of members.
    private void rank(HostResults results, int members) {
        MemoryPool pool = results.pool();
        try (Column texts = results.texts(type, operand)) {
            rank(texts, members, pool);
        }
    }

    private void rank(Column texts, int members, MemoryPool pool) {
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

    private long memberCount() {
        MemorySegment word = Scratch.block(Long.BYTES);
        run.fetch(cursor, word);
        return word.get(JAVA_LONG, 0);
    }

    @Override
    public void close() {
        if (sorted != null) {
            sorted.close();
        }
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
