package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.query.QueryContext;
import java.util.List;

/// Where the right rows of a join are found by their keys. Read by any number of threads once it is made.
sealed interface RightIndex extends AutoCloseable permits DenseIndex, HashIndex {
    /// Stands for no row.
    int NONE = -1;

    /// Of no key it is known that the rows of all pairs are equal in it.
    int NO_KEY = -1;

    /// Adds pairs that may match of left rows from `from` on, by left row and then by right row, until there are about
    /// `most`. A row whose key is null in a way that equals nothing has none.
    ///
    /// @param keys the columns of the left keys
    /// @param rows how many rows to look at at most
    /// @return how many rows were looked at
    int find(List<Column> keys, int from, int rows, int most, RowPairs pairs);

    /// The key in which the rows of all pairs are equal for sure, or [#NO_KEY].
    int knownKey();

    /// A filter of the keys of all rows that may have a partner, closed by the caller.
    KeyFilter filter(QueryContext context);

    @Override
    void close();
}
