package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A plan in the form that [dev.sheaf.groupby.cuda.fast.FastGroupBy] takes: keys and arguments are inputs
/// as they lie or, numbered behind them, what the scan computes of a row.
///
/// @param keys the numbers of the keys
/// @param computed what the scan computes
/// @param where the condition on rows
/// @param literals the words of the literals in the texts of these
/// @param outputs what becomes of the aggregates, all different
/// @param places which of the outputs each is that is asked for
/// @param needsRows whether a column with the number of each row stands behind the inputs
/// @param prepared what earlier runs have made of it
public record FastPlan(
        List<Integer> keys,
        List<DeviceAggregate> aggregates,
        List<Output> outputs,
        List<Integer> places,
        boolean needsRows,
        boolean keepsNulls,
        List<ScanRows.Computed> computed,
        Optional<ScanRows.Computed> where,
        List<Long> literals,
        Prepared prepared) {
    public FastPlan {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
        outputs = List.copyOf(outputs);
        places = List.copyOf(places);
        computed = List.copyOf(computed);
    }

    /// What becomes of an aggregate.
    public sealed interface Output {
        int aggregate();

        /// The result as it is.
        record Same(int aggregate) implements Output {}

        /// The aggregate picks a row of each group: the value of an input there.
        ///
        /// @param input -1 for the number of the row itself
        /// @param isInverted whether the row's number has its bits inverted
        /// @param takesNoNulls whether the input must not have nulls
        record OfRow(int aggregate, int input, boolean isInverted, boolean takesNoNulls) implements Output {}
    }

    /// Whether these inputs do.
    public boolean takes(List<DeviceColumn> inputs) {
        for (Output output : outputs) {
            if (output instanceof Output.OfRow(int _, int input, boolean _, boolean takesNoNulls)
                    && takesNoNulls
                    && inputs.get(input).validity() != null) {
                return false;
            }
        }
        return true;
    }

    /// The rows that the scan reads; the inputs stay whose they are.
    public ScanRows rows(GeneralPlan plan, List<DeviceColumn> inputs, long rows) {
        Schema schema = prepared.of(Schema.class, () -> schema(plan, inputs), plan, inputs.size());
        return new ScanRows(new DeviceTable(schema, inputs, rows), computed, where, literals)
                .with(needsRows ? plan.inputs().size() : -1, prepared);
    }

    private static Schema schema(GeneralPlan plan, List<DeviceColumn> inputs) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            DataType type = i < plan.inputs().size()
                    ? plan.inputs().get(i).type()
                    : inputs.get(i).type();
            fields.add(new Field("c" + i, type));
        }
        return new Schema(fields);
    }

    /// Groups that have the outputs for their results with those that are asked for; takes over `groups`.
    public DeviceGroups placed(DeviceGroups groups) {
        if (places.size() == outputs.size()) { // each is asked for once, in order
            return groups;
        }
        try (groups) {
            List<DeviceColumn> results = new ArrayList<>(places.size());
            for (int place : places) {
                results.add(groups.results().get(place).retain());
            }
            return new DeviceGroups(groups.groups(), DeviceColumn.retained(groups.keys()), results);
        }
    }

    /// What the fast strategies are asked of such rows.
    public FastRequest request(ScanRows rows) {
        return new FastRequest(rows, keys, keepsNulls, aggregates);
    }

    /// What of the request the scan computes besides groups, for `explain`; empty if nothing.
    public String fused() {
        if (computed.isEmpty()) {
            return "";
        }
        String values = computed.size() == 1 ? "an expression" : computed.size() + " expressions";
        return ", with " + values + " in its scan";
    }
}
