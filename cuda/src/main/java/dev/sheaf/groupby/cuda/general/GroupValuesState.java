package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.groupby.cuda.request.Operand;
import dev.sheaf.groupby.cuda.request.RowValues;
import dev.sheaf.memory.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Aggregates that need the members of a group: MEDIAN, QUANTILE, TOP_K, NTH, COLLECT_LIST. Members are put down
/// as they come and sorted by group and key at the end. The keys of texts are their ranks, which are known at
/// the end alone.
final class GroupValuesState implements GroupState {
    private final DeviceRun run;
    private final int operand;
    private final DataType type;
    private final GroupValuesResult result;
    private final StoredGroupValues members;
    private @Nullable SortedGroupValues sorted;

    GroupValuesState(DeviceRun run, int operand, DataType type, GroupValuesResult result) {
        this.run = run;
        this.operand = operand;
        this.type = type;
        this.result = result;
        boolean values = !(result instanceof GroupValuesResult.Quantile);
        boolean wideKeys = isByValue() && Operand.cudaType(type).byteWidth() == StoredGroupValues.WIDE_BYTES;
        this.members = new StoredGroupValues(run, wideKeys, values);
    }

    private boolean isByValue() {
        return result instanceof GroupValuesResult.Listed listed && listed.byValue();
    }

    @Override
    public void update(Chunk chunk, long mask) {
        int rows = chunk.rows();
        members.reserve(rows);
        RowValues values = chunk.operands().get(operand);
        long wanted = result.nullsToo() ? 0 : values.validAddress();
        try (Buffer rowKeys = run.allocate((long) rows * Long.BYTES, "sort keys");
                Buffer rowHigh = run.allocate(members.hasWideKeys() ? (long) rows * Long.BYTES : 0, "sort keys");
                Buffer rowWide = run.allocate(
                        members.hasValues() ? (long) rows * StoredGroupValues.WIDE_BYTES : 0, "member values")) {
            keys(chunk, values, rowKeys, rowHigh);
            if (members.hasValues()) {
                run.each(
                        OperandDoubles.kernel(type),
                        "widen",
                        rows,
                        values.data().address(),
                        rows,
                        rowWide.address());
            }
            members.append(chunk, wanted, mask, values.validAddress(), rowKeys, rowHigh, rowWide);
        }
    }

    private void keys(Chunk chunk, RowValues values, Buffer rowKeys, Buffer rowHigh) {
        int rows = chunk.rows();
        switch (result) {
            case GroupValuesResult.Quantile _ -> {
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
            case GroupValuesResult.Listed listed
            when listed.byValue() ->
                run.each(
                        OperandDoubles.kernel(type),
                        "to_order_keys",
                        rows,
                        values.data().address(),
                        rows,
                        rowKeys.address(),
                        rowHigh.address());
            case GroupValuesResult.Listed _, GroupValuesResult.Nth _ ->
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
    GroupState shared(GroupValuesResult.Quantile other) {
        return new Shared(groupCount -> result(groupCount, other));
    }

    private Result result(int groupCount, GroupValuesResult.Quantile quantile) {
        String text = "quantile<" + quantile.interpolation().name() + ">(&$0, number($4), in)";
        return new Result.OfKernel(value(groupCount, DataType.FLOAT64, text, members.keys())
                .with(GroupValue.Input.of(Double.doubleToRawLongBits(quantile.q()))));
    }

    @Override
    public Result result(int groupCount) {
        return switch (result) {
            case GroupValuesResult.Quantile quantile -> result(groupCount, quantile);
            case GroupValuesResult.Nth(int n, boolean _) -> {
                DataType written = GroupValue.written(type);
                String text = "nth<" + CudaType.textOf(written) + ">(&$0, word($5), in)";
                Buffer values = members.values();
                Buffer flags = members.flags();
                yield new Result.OfKernel(
                        value(groupCount, written, text, values, flags).with(GroupValue.Input.of(n)));
            }
            case GroupValuesResult.Listed listed -> new Result.OfLists(results -> lists(listed, results));
        };
    }

    private GroupValue value(int groupCount, DataType of, String text, Buffer... arrays) {
        SortedGroupValues found = members(groupCount);
        List<GroupValue.Input> inputs = new ArrayList<>();
        for (Buffer array : List.of(found.starts(), found.ends(), found.sort().order())) {
            inputs.add(GroupValue.Input.of(array));
        }
        for (Buffer array : arrays) {
            inputs.add(GroupValue.Input.of(array));
        }
        return new GroupValue(of, text, true, false, inputs);
    }

    private DeviceColumn lists(GroupValuesResult.Listed listed, HostResults results) {
        boolean byRank = listed.byValue() && type.layout() == Layout.VARIABLE;
        if (byRank && members.count() > 0) {
            try (Column texts = results.texts(type, operand)) {
                members.rank(texts, results.pool());
            }
        }
        SortedGroupValues found = members(results.all());
        try {
            Buffer values = members.values();
            Buffer flags = members.flags();
            return new GroupValueLists(
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

    private SortedGroupValues members(int groupCount) {
        SortedGroupValues known = sorted;
        if (known == null) {
            known = members.sorted(groupCount);
            sorted = known;
        }
        return known;
    }

    @Override
    public void close() {
        if (sorted != null) {
            sorted.close();
        }
        members.close();
    }
}
