package dev.sheaf.spark.translate;

import dev.sheaf.groupby.GroupByRequest;
import java.util.List;

/// An aggregation as Sheaf runs it.
///
/// @param inputs the columns to take from Spark's rows, in the order of the request's input
/// @param request what is computed
/// @param slots the fields of a row that Spark finishes: the keys, then each function's buffer
public record Translation(List<InputColumn> inputs, GroupByRequest request, List<Slot> slots) {
    public Translation {
        inputs = List.copyOf(inputs);
        slots = List.copyOf(slots);
    }

    /// How many of the request's result columns are keys.
    public int keyCount() {
        return request.keys().size();
    }
}
