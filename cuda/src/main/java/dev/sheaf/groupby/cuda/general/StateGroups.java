package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.FoundGroups;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.RowValues;
import dev.sheaf.groupby.cuda.result.DeviceFinish;
import dev.sheaf.groupby.cuda.text.TextIds;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The groups of the general strategy when there are no more rows: keys, and states of which kernels or the host make
/// results.
///
/// @param kernels where the kernels are kept
/// @param texts for operands of text
/// @param firstRows the ordinals of first rows, if the order of groups needs them
/// @param keys the columns of the keys, with a byte a group for their validity
/// @param keysOfRows the keys instead, of groups that were numbered where their rows lie
/// @param groups how many there are
record StateGroups(
        GeneralPlan plan,
        DeviceRun run,
        KernelStore kernels,
        QueryContext context,
        Map<Integer, TextIds> texts,
        List<GroupState> states,
        @Nullable BestState firstRows,
        List<RowValues> keys,
        @Nullable RowKeys keysOfRows,
        int groups)
        implements FoundGroups, AutoCloseable {

    @Override
    public long count() {
        return groups;
    }

    @Override
    public Optional<GroupValue> value(int column) {
        return result(column) instanceof GroupState.Result.OfKernel(GroupValue value)
                ? Optional.of(value)
                : Optional.empty();
    }

    private GroupState.Result result(int column) {
        int state = column - plan.keys().size();
        if (state >= 0) {
            return states.get(state).result(groups);
        }
        if (keysOfRows != null) {
            return keysOfRows.result(column);
        }
        RowValues key = keys.get(column);
        return new GroupState.Result.OfKernel(
                GroupValue.flagged(type(column), key.data(), Objects.requireNonNull(key.valid())));
    }

    private DataType type(int column) {
        return plan.result().field(column).type();
    }

    /// Callers that ask for some groups want what only the host makes.
    @Override
    public Column column(int column, long rows, @Nullable Buffer numbers) {
        if (keysOfRows != null && column < plan.keys().size()) {
            return keysOfRows.download(column, results(rows, numbers));
        }
        return switch (result(column)) {
            case GroupState.Result.OfHost(Function<HostResults, Column> made) -> made.apply(results(rows, numbers));
            case GroupState.Result.OfLists(Function<HostResults, DeviceColumn> made) -> {
                try (DeviceColumn lists = made.apply(results(rows, numbers))) {
                    yield lists(column, (ListColumn) download(lists));
                }
            }
            case GroupState.Result.OfKernel(GroupValue value) ->
                column(column, DeviceFinish.column(value, groups, kernels, context.pool(), run.stream()));
        };
    }

    private Column download(DeviceColumn column) {
        return new ColumnDownload(context.pool(), run.stream()).download(column);
    }

    /// Lists of texts of lists of their numbers, which are taken over.
    private Column lists(int column, ListColumn lists) {
        if (!(type(column) instanceof DataType.ListType(DataType element)) || element.layout() != Layout.VARIABLE) {
            return lists;
        }
        try (lists) {
            FixedColumn numbers = (FixedColumn) lists.elements();
            Column texts = Objects.requireNonNull(this.texts.get(operand(column)))
                    .take(element, numbers.values(), numbers.validity(), context.pool());
            Offsets offsets = new Offsets(lists.offsets().buffer().retain(), false, lists.length());
            return new ListColumn(offsets, texts, lists.validity().slice(0, lists.length()));
        }
    }

    /// Kernels write texts as their numbers, and other values that they do not compute with as their words.
    @Override
    public Column column(int column, Column written) {
        DataType type = type(column);
        if (type.equals(written.type()) || !(written instanceof FixedColumn words)) {
            return written;
        }
        try (words) {
            if (type.layout() != Layout.VARIABLE) {
                return new FixedColumn(
                        type,
                        words.length(),
                        words.values().retain(),
                        words.validity().slice(0, words.length()));
            }
            return Objects.requireNonNull(texts.get(operand(column)))
                    .take(type, words.values(), words.validity(), context.pool());
        }
    }

    /// The groups on the device, to be closed by the caller; nothing if the host makes some results.
    Optional<DeviceTable> table() {
        try (Closer closer = new Closer()) {
            List<DeviceColumn> columns = new ArrayList<>();
            for (int column = 0; column < plan.result().size(); column++) {
                Optional<DeviceColumn> made = onDevice(column);
                if (made.isEmpty()) {
                    return Optional.empty();
                }
                columns.add(closer.add(made.orElseThrow()));
            }
            closer.release();
            return Optional.of(new DeviceTable(plan.result(), columns, groups));
        }
    }

    private Optional<DeviceColumn> onDevice(int column) {
        if (keysOfRows != null && column < plan.keys().size()) {
            return keysOfRows.column(column);
        }
        return switch (result(column)) {
            case GroupState.Result.OfHost _ -> Optional.empty();
            case GroupState.Result.OfKernel(GroupValue value) -> onDevice(column, value);
            case GroupState.Result.OfLists(Function<HostResults, DeviceColumn> made) -> {
                try (DeviceColumn lists = made.apply(results(groups, null))) {
                    yield onDevice(column, lists);
                }
            }
        };
    }

    /// Lists, of texts if their elements are numbers of texts.
    private Optional<DeviceColumn> onDevice(int column, DeviceColumn lists) {
        DeviceColumn elements = Objects.requireNonNull(lists.elements());
        if (!(type(column) instanceof DataType.ListType(DataType element)) || element.layout() != Layout.VARIABLE) {
            return Optional.of(lists.retain());
        }
        return texts(column, element, elements)
                .map(texts -> DeviceColumn.ofLists(
                        lists.length(),
                        lists.values().retain(),
                        Objects.requireNonNull(lists.validity()).retain(),
                        texts));
    }

    private Optional<DeviceColumn> onDevice(int column, GroupValue value) {
        DataType type = type(column);
        try (DeviceColumn written = DeviceFinish.onDevice(value, groups, kernels, context.pool(), run.stream())) {
            boolean isText = type.layout() == Layout.VARIABLE;
            return isText
                    ? texts(column, type, written)
                    : Optional.of(written.as(type).retain());
        }
    }

    /// The texts of numbers.
    private Optional<DeviceColumn> texts(int column, DataType type, DeviceColumn numbers) {
        TextIds known = Objects.requireNonNull(texts.get(operand(column)));
        try (DeviceColumn all = known.onDevice(type, context.pool()).orElse(null)) {
            return all == null
                    ? Optional.empty()
                    : new GatheredRows(
                                    numbers.length(),
                                    null,
                                    numbers.values(),
                                    numbers.validity(),
                                    kernels,
                                    context.pool(),
                                    run.stream())
                            .of(all);
        }
    }

    /// The operand of a key, or of the values an aggregate picks from.
    private int operand(int column) {
        int state = column - plan.keys().size();
        return state < 0 ? plan.keys().get(column) : plan.asks().get(state).argument();
    }

    @Override
    public @Nullable Column firstRows(long rows, @Nullable Buffer numbers) {
        return firstRows == null
                ? null
                : new FixedColumn(
                        DataType.INT64,
                        rows,
                        results(rows, numbers).words(firstRows.ordinals()),
                        Validity.allValid(rows));
    }

    private HostResults results(long rows, @Nullable Buffer numbers) {
        return new HostResults(run, Math.toIntExact(rows), groups, numbers, context.pool(), texts);
    }

    @Override
    public void close() {
        keys.forEach(RowValues::close);
        if (keysOfRows != null) {
            keysOfRows.close();
        }
    }
}
