package dev.sheaf.groupby;

import dev.sheaf.column.SortDirection;
import java.util.ArrayList;
import java.util.List;

/// How [GroupBy#groups()] orders groups and the rows inside them.
///
/// `sortedKeys` are the directions by which the keys of the rows are said to be sorted already, one a key; none if
/// nothing is said. `order` is that of the groups; [Order#UNSPECIFIED] is any. `within` are the columns by which
/// the rows of a group are ordered; none for the order of the table.
public record GroupsOptions(List<SortDirection> sortedKeys, Order order, List<Within> within) {
    /// A column that orders the rows inside groups.
    public record Within(String column, SortDirection direction) {}

    /// Nothing said of the keys, groups by first appearance, rows in the order of the table.
    public static final GroupsOptions DEFAULT = new GroupsOptions(List.of(), Order.FIRST_APPEARANCE, List.of());

    public GroupsOptions {
        sortedKeys = List.copyOf(sortedKeys);
        within = List.copyOf(within);
    }

    /// The same for rows whose keys are sorted in these directions, one a key. That is checked: rows that are not in
    /// this order are an error.
    public GroupsOptions keysSorted(SortDirection... directions) {
        return new GroupsOptions(List.of(directions), order, within);
    }

    /// The same with groups in another order.
    public GroupsOptions order(Order value) {
        return new GroupsOptions(sortedKeys, value, within);
    }

    /// The same with rows inside groups ordered by one more column.
    public GroupsOptions within(String column, SortDirection direction) {
        List<Within> more = new ArrayList<>(within);
        more.add(new Within(column, direction));
        return new GroupsOptions(sortedKeys, order, more);
    }
}
