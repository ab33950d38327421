package dev.sheaf.groupby.cpu.state;

import dev.sheaf.column.Column;
import java.util.List;

/// The rows of a morsel on their way into a [StateStore].
///
/// @param keys the key columns; none if keys come packed
/// @param ids the group ids of the rows that were looked up last
/// @param tableRows the rows that the table has had, with these
public record MorselRows(List<Column> keys, MorselIds ids, long tableRows) {
    public MorselRows {
        keys = List.copyOf(keys);
    }
}
