package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupFold;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.RowsBy;
import dev.sheaf.window.RunFunction.RankMethod;
import java.lang.foreign.ValueLayout;

/// Groups that are kept: what each row gets from the rows of its group, and an aggregation of one's own.
///
/// ```text
/// {so far: 5, before: 0, place: 2, price or most: 5}
/// {so far: 9, before: 0, place: 2, price or most: 9}
/// {so far: null, before: 5, place: null, price or most: 5}
/// {so far: 7, before: null, place: 1, price or most: 2}
/// {so far: 12, before: 9, place: 1, price or most: 3}
/// {user: ann, falls: 1}
/// {user: bob, falls: 1}
/// ```
public final class RowsOfGroups {
    static void main() {
        Table orders = Table.of(
                "user", new String[] {"ann", "bob", "ann", "ann", "bob"},
                "price", new Integer[] {5, 9, null, 2, 3});
        try (orders;
                Groups users = GroupBy.on(orders, "user").groups();
                Table rows = users.scan(
                        RowsBy.TABLE,
                        GroupScan.scan(sum("price")).as("so far"),
                        GroupScan.shift("price", 1).fill(0).as("before"),
                        GroupScan.rank("price", RankMethod.MIN).as("place"),
                        GroupScan.replaceNulls("price", max("price")).as("price or most"));
                Table falls = users.fold("falls", RowsOfGroups::falls, "price")) {
            rows.rows().forEach(IO::println);
            falls.rows().forEach(IO::println);
        }
    }

    /// How often a value is less than the one before it. No value is boxed.
    private static Column falls(GroupFold.Input input) {
        FixedColumn prices = (FixedColumn) input.column(0);
        try (ColumnBuilder falls = new ColumnBuilder(DataType.INT64, input.pool())) {
            for (int group = 0; group < input.groupCount(); group++) {
                long count = 0;
                int last = Integer.MIN_VALUE;
                for (long row = input.start(group); row < input.end(group); row++) {
                    if (!prices.isNull(row)) {
                        int price = prices.segment().getAtIndex(ValueLayout.JAVA_INT, row);
                        count += price < last ? 1 : 0;
                        last = price;
                    }
                }
                falls.appendLong(count);
            }
            return falls.build();
        }
    }
}
