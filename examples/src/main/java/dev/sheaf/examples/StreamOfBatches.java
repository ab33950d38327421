package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.mean;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.StreamingGroupBy;
import dev.sheaf.query.QueryContext;
import java.util.List;

/// A group-by whose rows come batch by batch, that tells what it has so far, and takes over the groups of
/// another.
///
/// ```text
/// 2 sensors
/// {sensor: a, mean: 10.0, n: 1}
/// {sensor: b, mean: 20.0, n: 1}
/// 3 sensors
/// {sensor: a, mean: 10.0, n: 1}
/// {sensor: b, mean: 25.0, n: 2}
/// {sensor: c, mean: 5.0, n: 1}
/// ```
public final class StreamOfBatches {
    static void main() {
        QueryContext context = QueryContext.create();
        try (Table morning = readings(new String[] {"a", "b"}, new double[] {10, 20});
                Table noon = readings(new String[] {"b", "c"}, new double[] {30, 5});
                StreamingGroupBy here = open(morning, context);
                StreamingGroupBy there = open(noon, context)) {
            here.add(morning);
            print(here);
            there.add(noon);
            here.merge(there);
            print(here);
        }
    }

    private static Table readings(String[] sensors, double[] celsius) {
        return Table.of("sensor", sensors, "celsius", celsius);
    }

    private static StreamingGroupBy open(Table rows, QueryContext context) {
        GroupByRequest request = GroupByRequest.of(
                rows.schema(), List.of("sensor"), mean("celsius").as("mean"), count().as("n"));
        return StreamingGroupBy.open(request, context);
    }

    private static void print(StreamingGroupBy groups) {
        try (Table soFar = groups.finalizeResult()) {
            IO.println(soFar.rowCount() + " sensors");
            soFar.rows().forEach(IO::println);
        }
    }
}
