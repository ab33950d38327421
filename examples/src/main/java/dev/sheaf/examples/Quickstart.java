package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.Order;

/// Groups Java arrays.
///
/// ```text
/// north: 7 units, 64.5
/// south: 7 units, 82.5
/// east: 1 units, 20.0
/// ```
public final class Quickstart {
    static void main() {
        Table sales = Table.of(
                "region", new String[] {"north", "south", "north", "east", "south"},
                "units", new int[] {3, 5, 4, 1, 2},
                "price", new double[] {9.50, 12.00, 9.00, 20.00, 11.25});
        try (sales;
                Table totals = GroupBy.on(sales, "region")
                        .order(Order.FIRST_APPEARANCE)
                        .aggregate(
                                sum("units").as("units"),
                                sum(col("units").times(col("price"))).as("revenue"))) {
            totals.rows()
                    .forEach(row ->
                            IO.println(row.get("region") + ": " + row.get("units") + " units, " + row.get("revenue")));
        }
    }
}
