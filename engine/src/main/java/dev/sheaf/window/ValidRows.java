package dev.sheaf.window;

import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import org.jspecify.annotations.Nullable;

/// Numbers the rows that count: all, or those that are not null. Row numbers become ranks among them and back.
final class ValidRows implements AutoCloseable {
    private final @Nullable Buffer before;
    private final @Nullable Buffer rows;

    private ValidRows(@Nullable Buffer before, @Nullable Buffer rows) {
        this.before = before;
        this.rows = rows;
    }

    /// The rows that are valid; of `validity` without nulls, or if `all` count, no memory is taken.
    static ValidRows of(Validity validity, boolean all, Runs runs) {
        if (all || validity.allValid()) {
            return new ValidRows(null, null);
        }
        int size = runs.rowCount();
        Buffer before = runs.pool().allocate((size + 1L) * Integer.BYTES, Runs.PURPOSE);
        try {
            Buffer rows = runs.ints();
            int valid = 0;
            for (int i = 0; i < size; i++) {
                Runs.set(before.segment(), i, valid);
                if (validity.isValid(i)) {
                    Runs.set(rows.segment(), valid++, i);
                }
            }
            Runs.set(before.segment(), size, valid);
            return new ValidRows(before, rows);
        } catch (RuntimeException | Error failure) {
            before.close();
            throw failure;
        }
    }

    /// How many rows before `row` count.
    int before(int row) {
        return before == null ? row : Runs.get(before.segment(), row);
    }

    /// The row before which `rank` rows count and which does itself.
    int row(int rank) {
        return rows == null ? rank : Runs.get(rows.segment(), rank);
    }

    @Override
    public void close() {
        if (before != null) {
            before.close();
        }
        if (rows != null) {
            rows.close();
        }
    }
}
