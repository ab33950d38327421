package dev.sheaf.window;

import dev.sheaf.memory.Ints;

/// For each row, at its number in the table, the row of the table that its value comes from; -1 for none.
record GatherMap(Runs runs, Ints out) {
    /// Stands for no row.
    static final int NONE = -1;

    /// Lets row `row` of the runs take the value of row `from`; the one behind the last stands for the extra value,
    /// which is behind the table's.
    void set(int row, int from) {
        Ints rows = runs.rows();
        int source = from < 0 ? NONE : from == runs.rowCount() ? runs.tableRows() : rows.get(from);
        out.put(rows.get(row), source);
    }
}
