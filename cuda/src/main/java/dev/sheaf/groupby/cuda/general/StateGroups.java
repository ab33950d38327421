package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.FoundGroups;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.RowValues;
import dev.sheaf.groupby.cuda.result.DeviceFinish;
import dev.sheaf.groupby.cuda.text.TextIds;
import dev.sheaf.memory.Buffer;
import dev.sheaf.query.QueryContext;
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
        if (column >= keys.size()) {
            return states.get(column - keys.size()).result(groups);
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
        return switch (result(column)) {
            case GroupState.Result.OfHost(Function<HostResults, Column> made) -> made.apply(results(rows, numbers));
            case GroupState.Result.OfKernel(GroupValue value) ->
                column(column, DeviceFinish.column(value, groups, kernels, context.pool(), run.stream()));
        };
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

    /// The operand of a key, or of the values an aggregate picks from.
    private int operand(int column) {
        return column < keys.size()
                ? plan.keys().get(column)
                : plan.asks().get(column - keys.size()).argument();
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
    }
}
