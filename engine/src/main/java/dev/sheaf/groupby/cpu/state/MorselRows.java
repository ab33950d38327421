package dev.sheaf.groupby.cpu.state;

import dev.sheaf.column.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of a morsel on their way into a [StateStore].
///
/// @param keys the key columns; none if keys come packed
/// @param wanted one bit a row, set for those that are not left out, or null for all
/// @param ids the group ids of the rows that were looked up last
/// @param tableRows the rows that the table has had, with these
@SuppressWarnings("ArrayRecordComponent")
public record MorselRows(List<Column> keys, long @Nullable [] wanted, MorselIds ids, long tableRows) {
    public MorselRows {
        keys = List.copyOf(keys);
    }
}
