package dev.sheaf.jdbc;

import dev.sheaf.sql.SqlStatement;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Statements that wait to be run one after the other, with the values of their parameters.
final class StatementBatch {
    private final List<Waiting> waiting = new ArrayList<>();

    private record Waiting(SqlStatement sql, Map<String, @Nullable Object> values) {}

    /// Runs a statement, and says how many rows it changes.
    interface Change {
        long run(SqlStatement sql, Map<String, @Nullable Object> values) throws SQLException;
    }

    void add(SqlStatement sql, Map<String, @Nullable Object> values) {
        waiting.add(new Waiting(sql, values));
    }

    void clear() {
        waiting.clear();
    }

    /// Empties the batch and runs its statements, up to the first that fails; those before it stay done. Returns the
    /// rows that each has changed.
    long[] run(Change change) throws SQLException {
        List<Waiting> statements = List.copyOf(waiting);
        clear();
        long[] counts = new long[statements.size()];
        for (int i = 0; i < counts.length; i++) {
            try {
                counts[i] =
                        change.run(statements.get(i).sql(), statements.get(i).values());
            } catch (SQLException | RuntimeException failed) {
                throw failure(failed, Arrays.copyOf(counts, i));
            }
        }
        return counts;
    }

    private static BatchUpdateException failure(Exception failed, long[] done) {
        Throwable told = Errors.of(failed);
        String state = told instanceof SQLException known ? known.getSQLState() : Errors.GENERAL;
        return new BatchUpdateException(
                "statement " + (done.length + 1) + " of the batch: " + told.getMessage(), state, 0, done, told);
    }
}
