package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.FoundGroups;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.RowValues;
import dev.sheaf.groupby.cuda.text.TextIds;
import dev.sheaf.memory.Buffer;
import dev.sheaf.query.QueryContext;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The groups of the general strategy when there are no more rows: keys, and states from which results are made on the
/// device where an expression reads them, and on the host else.
///
/// @param texts for operands of text
/// @param firstRows the ordinals of first rows, if the order of groups needs them
/// @param keys the columns of the keys, with a byte a group for their validity
/// @param groups how many there are
record StateGroups(
        GeneralPlan plan,
        DeviceRun run,
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
        if (column >= keys.size()) {
            return states.get(column - keys.size()).value(groups);
        }
        RowValues key = keys.get(column);
        return GroupValue.flagged(type(column), key.data(), Objects.requireNonNull(key.valid()));
    }

    private DataType type(int column) {
        return plan.result().field(column).type();
    }

    @Override
    public Column column(int column, long rows, @Nullable Buffer numbers) {
        HostResults results = results(rows, numbers);
        return column < keys.size()
                ? key(results, column)
                : states.get(column - keys.size()).finish(results);
    }

    @Override
    public @Nullable Column firstRows(long rows, @Nullable Buffer numbers) {
        return firstRows == null ? null : firstRows.finish(results(rows, numbers));
    }

    private HostResults results(long rows, @Nullable Buffer numbers) {
        return new HostResults(
                run,
                Math.toIntExact(rows),
                groups,
                numbers,
                context.pool(),
                plan.request().options().overflow(),
                texts,
                group -> name(group, rows, numbers));
    }

    private Column key(HostResults results, int column) {
        RowValues values = keys.get(column);
        int operand = plan.keys().get(column);
        int width = plan.operands().get(operand).cudaType().byteWidth();
        try (Buffer flags = results.each(Objects.requireNonNull(values.valid()), 1);
                Buffer data = results.each(values.data(), width)) {
            MemorySegment bits = flags.segment();
            Validity validity = results.validity(results.groups(), row -> bits.get(JAVA_BYTE, row) != 0);
            return results.column(type(column), operand, results.groups(), data.retain(), validity);
        }
    }

    /// The keys of a group, for messages.
    private String name(int group, long rows, @Nullable Buffer numbers) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            try (Column column = key(results(rows, numbers), i)) {
                parts.add(plan.result().field(i).name() + " = " + column.get(group));
            }
        }
        return parts.isEmpty() ? "all rows" : String.join(", ", parts);
    }

    @Override
    public void close() {
        keys.forEach(RowValues::close);
    }
}
