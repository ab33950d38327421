package dev.sheaf.io.text;

import dev.sheaf.query.CorruptFileException;

/// What happens to rows that do not fit: [#FAIL] ends the query, [#SKIP] leaves the row out, and any other
/// takes note of it and leaves it out: `options.badRows(list::add)` for a list that several threads may add
/// to.
@FunctionalInterface
public interface BadRows {
    /// Ends the query with [CorruptFileException] at the first bad row.
    BadRows FAIL = row -> {
        throw new CorruptFileException(row.file(), row.place(), row.problem());
    };

    /// Leaves bad rows out.
    BadRows SKIP = _ -> {};

    /// Hears of a bad row, which is left out if this returns. Called by the threads that read.
    void bad(BadRow row);
}
