package dev.sheaf.window;

import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Numbers the rows that count: all, or those that are not null. Row numbers become ranks among them and back.
final class ValidRows implements AutoCloseable {
    private static final ValidRows ALL = new ValidRows(null, null);

    private final @Nullable Buffer before;
    private final @Nullable Buffer rows;
    private final Ints ranks;
    private final Ints places;

    private ValidRows(@Nullable Buffer before, @Nullable Buffer rows) {
        this.before = before;
        this.rows = rows;
        this.ranks = Ints.of(before == null ? MemorySegment.NULL : before.segment());
        this.places = Ints.of(rows == null ? MemorySegment.NULL : rows.segment());
    }

    /// The rows that are valid; of `validity` without nulls, or if `all` count, no memory is taken.
    static ValidRows of(Validity validity, boolean all, Runs runs) {
        if (all || validity.allValid()) {
            return ALL;
        }
        Buffer before = runs.pool().allocate((runs.rowCount() + 1L) * Integer.BYTES, Runs.PURPOSE);
        Buffer rows;
        try {
            rows = runs.ints();
        } catch (RuntimeException | Error failure) {
            before.close();
            throw failure;
        }
        ValidRows made = new ValidRows(before, rows);
        try {
            made.number(validity, runs);
            return made;
        } catch (RuntimeException | Error failure) {
            made.close();
            throw failure;
        }
    }

    private void number(Validity validity, Runs runs) {
        int[] counts = runs.countBefore((from, to) -> count(validity, from, to));
        runs.tasks().forEach(runs.stretches(), stretch -> {
            int valid = counts[stretch];
            int to = runs.stretchEnd(stretch);
            for (int i = runs.stretchStart(stretch); i < to; i++) {
                ranks.put(i, valid);
                if (validity.isValid(i)) {
                    places.put(valid++, i);
                }
            }
        });
        ranks.put(runs.rowCount(), counts[runs.stretches()]);
    }

    private static int count(Validity validity, int from, int to) {
        int valid = 0;
        for (int i = from; i < to; i++) {
            valid += validity.isValid(i) ? 1 : 0;
        }
        return valid;
    }

    /// How many rows before `row` count.
    int before(int row) {
        return before == null ? row : ranks.get(row);
    }

    /// The row before which `rank` rows count and which does itself.
    int row(int rank) {
        return rows == null ? rank : places.get(rank);
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
